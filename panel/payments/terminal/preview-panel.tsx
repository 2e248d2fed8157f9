// What the payment comes to, line by line, and the one button that takes it.
import { IconAlertCircle, IconInfoCircle } from '@tabler/icons-react';
import { useId } from 'react';
import { formatMoney } from '../../../contract/money.ts';
import { icon_16 } from '../../kit/icon.ts';
import { HintKey } from '../../kit/keys/hint-key.tsx';
import { controlKey } from '../../kit/keys/keys.ts';
import { Section } from '../../kit/parts/section.tsx';
import basics from '../../style/basics.module.css';
import recordStyles from '../record.module.css';
import type { TerminalForm, TerminalType } from './form.ts';
import type { Preview } from './preview.ts';
import styles from './terminal.module.css';

export interface OpenProblem {
  name: string;
  label: string;
}

const verbs: Readonly<Record<TerminalType, string>> = {
  sale: 'Charge',
  authorize: 'Authorize',
  verification: 'Verify',
  credit: 'Credit',
};

/** `Charge $277.71`, `Verify card`: verb and amount of the one button. */
export function chargeLabel(type: TerminalForm['type'], total: number, currency: string): string {
  if (type === 'verification') return 'Verify card';
  return total > 0 ? `${verbs[type]} ${formatMoney(total, currency)}` : verbs[type];
}

interface PreviewPanelProps {
  type: TerminalType;
  preview: Preview | null;
  currency: string;
  busy: boolean;
  problems: readonly OpenProblem[];
  onProblem: (name: string) => void;
}

function Problems({ problems, onProblem }: Pick<PreviewPanelProps, 'problems' | 'onProblem'>) {
  if (problems.length === 0) return null;
  const count = problems.length === 1 ? '1 field' : `${problems.length} fields`;
  return (
    <li data-tone="bad">
      <IconAlertCircle {...icon_16} />
      <span>
        {count} to correct:{' '}
        {problems.slice(0, 3).map(({ name, label }, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <button type="button" className={styles.jump} onClick={() => onProblem(name)}>
              {label}
            </button>
          </span>
        ))}
        {problems.length > 3 && ' …'}
      </span>
    </li>
  );
}

export function PreviewPanel(props: PreviewPanelProps) {
  const { type, preview, currency, busy, problems, onProblem } = props;
  const id = useId();
  const total = preview?.price.amount ?? 0;
  const charges = type !== 'verification';
  return (
    <div className={styles.preview} data-part="term-preview">
      <Section
        title={charges ? 'Amount preview' : 'Verification'}
        aside={charges ? 'changes as you type' : undefined}
      >
        {charges ? (
          <>
            <ul className={recordStyles.sum} data-part="sum">
              {(preview?.lines ?? []).map(({ label, amount }) => (
                <li key={label}>
                  <span>{label}</span>
                  <span>{formatMoney(amount, currency)}</span>
                </li>
              ))}
            </ul>
            <div className={styles.total}>
              <span id={id}>Total</span>
              <output aria-labelledby={id}>{formatMoney(total, currency)}</output>
            </div>
          </>
        ) : (
          <p className={styles.note}>
            The card is checked with its bank. Nothing is charged or held.
          </p>
        )}
        <ChargeButton busy={busy} label={chargeLabel(type, total, currency)} />
        <ul className={styles.notes}>
          <Problems problems={problems} onProblem={onProblem} />
          {preview?.notes.map((note) => (
            <li key={note}>
              <IconInfoCircle {...icon_16} />
              <span>{note}</span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

interface ChargeButtonProps {
  busy: boolean;
  label: string;
}

export function ChargeButton({ busy, label }: ChargeButtonProps) {
  return (
    <button
      type="submit"
      form="virtual-terminal"
      className={`${basics.plainButton} ${styles.charge}`}
      data-primary
      data-charge
      aria-disabled={busy || undefined}
    >
      {busy ? 'Waiting for the bank …' : label}
      {!busy && <HintKey>{controlKey('↵')}</HintKey>}
    </button>
  );
}
