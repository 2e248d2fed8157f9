// The terminal's title: how to work without a pointer, and the ways to begin faster.
import { IconBolt, IconRepeat } from '@tabler/icons-react';
import { sentenceCase } from '../../kit/format/sentence.ts';
import { icon_16 } from '../../kit/icon.ts';
import { HintKey } from '../../kit/keys/hint-key.tsx';
import { useKeys, useTabOrder } from '../../kit/keys/keys.ts';
import { PageTitle } from '../../kit/page/page-title.tsx';
import { Segments } from '../../kit/parts/segments.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import styles from './terminal.module.css';
import type { Mode } from './use-mode.ts';

interface TitleProps {
  mode: Mode;
  onMode: (mode: Mode) => void;
  /** null where no card can be taken. */
  onQuick: (() => void) | null;
  /** null where this session took no payment yet. */
  onRepeat: (() => void) | null;
}

const modes = ['simple', 'advanced'] as const;

const tab_order =
  'type, processor, method, card number, expiry, CVC, swipe, amount and its parts, references, ' +
  'billing, shipping, line items, Level 2 and 3, custom fields, options, charge';

const keys_note = (
  <span className={styles.keys} data-key-words>
    You can do every step with the keyboard. <kbd>?</kbd> shows the keys.
  </span>
);

export function TerminalTitle({ mode, onMode, onQuick, onRepeat }: TitleProps) {
  useTabOrder(tab_order);
  const other: Mode = mode === 'simple' ? 'advanced' : 'simple';
  useKeys([
    { key: 'a', label: 'simple or advanced', run: () => onMode(other) },
    ...(onQuick ? [{ key: 'q', label: 'quick entry', run: onQuick }] : []),
    ...(onRepeat ? [{ key: 'r', label: 'repeat last payment', run: onRepeat }] : []),
  ]);
  const actions = (
    <>
      <Segments
        label="Fields"
        className={styles.segments}
        choices={modes}
        value={mode}
        onChange={onMode}
        textOf={sentenceCase}
      />
      {onQuick && (
        <PlainButton onClick={onQuick}>
          <IconBolt {...icon_16} />
          Quick entry <HintKey>Q</HintKey>
        </PlainButton>
      )}
      {onRepeat && (
        <PlainButton onClick={onRepeat}>
          <IconRepeat {...icon_16} />
          Repeat last <HintKey>R</HintKey>
        </PlainButton>
      )}
    </>
  );
  return <PageTitle title="Virtual Terminal" note={keys_note} actions={actions} />;
}
