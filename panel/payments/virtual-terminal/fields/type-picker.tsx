// The type of a payment by hand: one choice, with the reason beside what is locked.
import { IconLock } from '@tabler/icons-react';
import { icon_14 } from '../../../kit/icon.ts';
import basics from '../../../style/basics.module.css';
import { type_labels } from '../../labels.ts';
import type { TerminalType } from '../form.ts';
import terminalStyles from '../terminal.module.css';
import type { TypeChoice } from '../type-choices.ts';

interface TypePickerProps {
  choices: readonly TypeChoice[];
  value: TerminalType;
  onChange: (type: TerminalType) => void;
}

export function TypePicker({ choices, value, onChange }: TypePickerProps) {
  return (
    <fieldset className={terminalStyles.segments} aria-label="Type">
      {choices.map(({ type, reason }) => (
        <label
          key={type}
          title={reason ?? undefined}
          data-checked={type === value || undefined}
          data-off={reason !== null || undefined}
        >
          <input
            type="radio"
            name="type"
            className={basics.hiddenText}
            value={type}
            checked={type === value}
            disabled={reason !== null}
            onChange={() => onChange(type)}
          />
          {type_labels[type]}
          {reason !== null && (
            <>
              <IconLock {...icon_14} />
              <span className={basics.hiddenText}>{reason}</span>
            </>
          )}
        </label>
      ))}
    </fieldset>
  );
}
