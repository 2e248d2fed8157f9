// The head of a transaction: amount, status, who and when, and what can be done with it.
import { IconPrinter } from '@tabler/icons-react';
import { formatMoney } from '../../../../contract/money.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import type { Action } from '../../../../contract/payments/transactions/states.ts';
import { Moment } from '../../../kit/format/moment.tsx';
import { midSentence } from '../../../kit/format/sentence.ts';
import { StatusBadge } from '../../../kit/format/status-badge.tsx';
import { icon_16 } from '../../../kit/icon.ts';
import { Hint } from '../../../kit/page/page-parts.tsx';
import basics from '../../../style/basics.module.css';
import { action_labels, actionAmount } from '../../actions/action-labels.ts';
import {
  type Possibility,
  possibilities,
  type Reader,
  sharedReason,
} from '../../actions/available.ts';
import { maskedAccount, methodLabel, payerName, signedAmount, type_labels } from '../../labels.ts';
import styles from '../../record.module.css';
import { status_badges } from '../../statuses.ts';

interface ActionButtonProps {
  possibility: Possibility;
  transaction: TransactionRecord;
  onChoose: (action: Action) => void;
}

function ActionButton({ possibility, transaction: t, onChoose }: ActionButtonProps) {
  const { action, reason } = possibility;
  const { label, icon: Icon, destructive } = action_labels[action];
  const amount = reason === null ? actionAmount(action, t) : undefined;
  return (
    <button
      type="button"
      className={`${basics.plainButton} ${styles.heroAction}`}
      data-primary={(action === 'approve' && reason === null) || undefined}
      data-destructive={(destructive && reason === null) || undefined}
      aria-disabled={reason !== null || undefined}
      title={reason ?? undefined}
      onClick={() => reason === null && onChoose(action)}
    >
      <Icon {...icon_16} />
      {action === 'email' ? 'Email' : label}
      {amount && <span className={basics.hiddenText}>{amount}</span>}
    </button>
  );
}

/** Reasons of what is not possible: one sentence where it is the same for all (visual 5.2). */
function reasonsOf(t: TransactionRecord, all: readonly Possibility[]): string {
  const shared = sharedReason(t, all);
  if (shared !== '') return shared;
  const reasons = all.flatMap(({ reason }) => (reason === null ? [] : [reason]));
  return [...new Set(reasons)].slice(0, 2).join(' ');
}

/** `card`, `bank link`, `ACH`: the method within a sentence. */
function methodText({ payment_method, payment_type }: TransactionRecord): string {
  const label = methodLabel(payment_method, payment_type);
  return midSentence(label);
}

interface HeroProps {
  transaction: TransactionRecord;
  reader: Reader;
  onChoose: (action: Action) => void;
  /** Absent where nothing can be printed. */
  onPrint?: () => void;
}

export function Hero({ transaction: t, reader, onChoose, onPrint }: HeroProps) {
  const all = possibilities(t, reader);
  const payer = payerName(t);
  const mask = maskedAccount(t);
  const reasons = reasonsOf(t, all);
  return (
    <header className={styles.hero}>
      <div>
        <h1>
          {formatMoney(signedAmount(t), t.currency)} <small>{t.currency.toUpperCase()}</small>{' '}
          <StatusBadge badge={status_badges[t.status]} large />
        </h1>
        <p>
          {type_labels[t.type]}
          {payer !== '' && ` by ${payer}`} · {methodText(t)}{' '}
          {mask !== '' && <span className={basics.mono}>{mask}</span>} ·{' '}
          <Moment at={t.created_at} with_zone />
          {reader.area !== 'merchant' && ` · ${t.merchant_name}`}
        </p>
      </div>
      <div className={styles.heroActions} data-part="hero-actions">
        {all.map((possibility) => (
          <ActionButton
            key={possibility.action}
            possibility={possibility}
            transaction={t}
            onChoose={onChoose}
          />
        ))}
        {onPrint && (
          <button
            type="button"
            className={`${basics.plainButton} ${styles.heroAction}`}
            onClick={onPrint}
          >
            <IconPrinter {...icon_16} />
            Print
          </button>
        )}
        {reasons !== '' && <Hint>{reasons}</Hint>}
      </div>
    </header>
  );
}
