// What the payment comes to, line by line, and the one button that takes it.
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconInfoCircle,
} from '@tabler/icons-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../contract/money.ts';
import type { PaymentType } from '../../../contract/payments/pricing/fee-programs.ts';
import { icon_16 } from '../../kit/icon.ts';
import { HintKey } from '../../kit/keys/hint-key.tsx';
import { controlKey } from '../../kit/keys/keys.ts';
import { Section } from '../../kit/parts/section.tsx';
import basics from '../../style/basics.module.css';
import recordStyles from '../record.module.css';
import type { TerminalForm, TerminalType } from './form.ts';
import type { Note } from './notes/notes.ts';
import type { Preview } from './preview.ts';
import styles from './terminal.module.css';

export interface OpenProblem {
  name: string;
  label: string;
}

export type WaitsFor = 'bank' | 'terminal' | 'card' | '';

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

/** The total in words that hold for whoever reads the screen, the customer too. */
export function totalLabel(type: TerminalType): string {
  return type === 'credit' ? 'Payer receives' : 'Payer pays';
}

interface PreviewPanelProps {
  type: TerminalType;
  method: PaymentType;
  preview: Preview | null;
  notes: readonly Note[];
  currency: string;
  waits_for: WaitsFor;
  problems: readonly OpenProblem[];
  onProblem: (name: string) => void;
}

type PricesProps = Pick<PreviewPanelProps, 'preview' | 'method' | 'currency'>;

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

/** A card price and a cash price beside each other, before anything is charged. */
function Prices({ preview, method, currency }: PricesProps) {
  const prices = preview?.prices ?? [];
  if (prices.length === 0) return null;
  return (
    <dl className={styles.prices} data-part="prices" aria-label="Prices">
      {prices.map(({ label, amount, types }) => (
        <div key={label} data-chosen={types.includes(method) || undefined}>
          <dt>
            {label}
            {types.includes(method) && <small>this payment</small>}
          </dt>
          <dd>{formatMoney(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

const note_icons = {
  ok: IconCheck,
  warn: IconAlertTriangle,
  info: IconInfoCircle,
  time: IconClock,
};

function Notes({ notes }: Pick<PreviewPanelProps, 'notes'>) {
  return notes.map(({ tone, text, path }) => {
    const Icon = note_icons[tone];
    return (
      <li key={text} data-tone={tone}>
        <Icon {...icon_16} />
        <span>
          {text}
          {path && (
            <>
              {' '}
              <Link to={path} target="_blank">
                Open it
              </Link>
            </>
          )}
        </span>
      </li>
    );
  });
}

export function PreviewPanel(props: PreviewPanelProps) {
  const { type, method, preview, notes, currency, waits_for, problems, onProblem } = props;
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
            <Prices {...{ preview, method, currency }} />
            <div className={styles.total}>
              <span id={id}>{totalLabel(type)}</span>
              <output aria-labelledby={id}>{formatMoney(total, currency)}</output>
            </div>
          </>
        ) : (
          <p className={styles.note}>
            The card is checked with its bank. Nothing is charged or held.
          </p>
        )}
        <ChargeButton waits_for={waits_for} label={chargeLabel(type, total, currency)} />
        <ul className={styles.notes}>
          <Problems problems={problems} onProblem={onProblem} />
          <Notes notes={notes} />
        </ul>
      </Section>
    </div>
  );
}

interface ChargeButtonProps {
  /** Who is waited for; '' while nobody is. */
  waits_for: WaitsFor;
  label: string;
}

export function ChargeButton({ waits_for, label }: ChargeButtonProps) {
  const busy = waits_for !== '';
  return (
    <button
      type="submit"
      form="virtual-terminal"
      className={`${basics.plainButton} ${styles.charge}`}
      data-primary
      data-charge
      aria-disabled={busy || undefined}
    >
      {busy ? `Waiting for the ${waits_for} …` : label}
      {!busy && <HintKey>{controlKey('↵')}</HintKey>}
    </button>
  );
}
