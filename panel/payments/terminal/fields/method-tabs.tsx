// Type and method of a payment by hand: one choice of types, one tab a method (spec 2 §2).
import {
  IconBrandApple,
  IconBuildingBank,
  IconCash,
  IconCreditCard,
  IconDeviceMobile,
  IconDeviceUsb,
  IconLock,
  IconUsers,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { icon_14, icon_16 } from '../../../kit/icon.ts';
import pageStyles from '../../../kit/page/page.module.css';
import basics from '../../../style/basics.module.css';
import { methodLabel, type_labels } from '../../labels.ts';
import type { TerminalMethod, TerminalType } from '../form.ts';
import terminalStyles from '../terminal.module.css';
import type { TypeChoice } from '../type-choices.ts';
import styles from './fields.module.css';

const icons = {
  card: IconCreditCard,
  ach: IconBuildingBank,
  customer: IconUsers,
  terminal: IconDeviceMobile,
  cardReader: IconDeviceUsb,
  cash: IconCash,
  apple_pay_token: IconBrandApple,
};

/** Arrows walk through what can be chosen, as in a group of radios. */
function step<T>(event: KeyboardEvent, all: readonly T[], now: T): T | undefined {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by === undefined || all.length < 2) return undefined;
  event.preventDefault();
  const at = (all.indexOf(now) + by + all.length) % all.length;
  const parent = event.currentTarget;
  requestAnimationFrame(() => parent.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  return all[at];
}

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

interface MethodTabsProps {
  methods: readonly TerminalMethod[];
  value: TerminalMethod;
  onChange: (method: TerminalMethod) => void;
}

export function MethodTabs({ methods, value, onChange }: MethodTabsProps) {
  return (
    <div
      className={`${pageStyles.tabRow} ${styles.tabs}`}
      role="tablist"
      aria-label="Payment method"
      onKeyDown={(event) => {
        const next = step(event, methods, value);
        if (next) onChange(next);
      }}
    >
      {methods.map((method) => {
        const Icon = icons[method];
        return (
          <button
            key={method}
            type="button"
            role="tab"
            id={`method-${method}`}
            aria-selected={method === value}
            aria-controls="method-panel"
            tabIndex={method === value ? 0 : -1}
            onClick={() => method !== value && onChange(method)}
          >
            <Icon {...icon_16} />
            {method === 'apple_pay_token' ? 'Pay' : methodLabel(method)}
          </button>
        );
      })}
    </div>
  );
}
