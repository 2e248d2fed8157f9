// Beside a transaction's explanation: related payments, money, timeline.
import { IconArrowRight, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { AccountType } from '../../../../contract/access/access.ts';
import { formatMoney } from '../../../../contract/money.ts';
import { isGatewayDecline } from '../../../../contract/payments/response-codes.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import { moneyLines } from '../../../../contract/payments/transactions/money-lines.ts';
import { offeredPrices } from '../../../../contract/payments/transactions/receipt.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { type Status, source_labels } from '../../../../contract/payments/transactions/states.ts';
import { useRecord } from '../../../hooks.ts';
import { useDisplay } from '../../../kit/format/display.ts';
import { Moment } from '../../../kit/format/moment.tsx';
import { formatDate } from '../../../kit/format/moments.ts';
import { RecordId } from '../../../kit/format/record-id.tsx';
import { sentenceCase } from '../../../kit/format/sentence.ts';
import { StatusBadge } from '../../../kit/format/status-badge.tsx';
import { Section } from '../../../kit/parts/section.tsx';
import { Timeline, type TimelineEntry } from '../../../kit/parts/timeline.tsx';
import { signedAmount, type_labels } from '../../labels.ts';
import { detailPath } from '../../paths.ts';
import recordStyles from '../../record.module.css';
import { status_badges } from '../../statuses.ts';
import styles from './detail.module.css';

interface AsideProps {
  transaction: TransactionRecord;
  area: AccountType;
}

/** What this one refunds or follows; null where there is none or it cannot be read. */
function useParent(t: TransactionRecord, area: AccountType) {
  const id = t.referenced_transaction_id;
  const own = area === 'merchant';
  const quiet = (enabled: boolean) => ({ quiet: true, enabled: enabled && id !== '' });
  const params = { merchantId: t.merchant_id, id };
  const mine = useRecord(transactions.get, { params: { id } }, quiet(own));
  const theirs = useRecord(transactions.getOf, { params }, quiet(!own));
  const { data, isLoading } = own ? mine : theirs;
  return isLoading ? undefined : (data ?? null);
}

interface Relatives {
  parent: TransactionRecord | null;
  /** What refunds it. */
  rows: readonly TransactionRecord[];
}

/** Undefined while they are on their way; without what cannot be read. */
export function useRelated(t: TransactionRecord, area: AccountType): Relatives | undefined {
  const parent = useParent(t, area);
  const input: Record<string, unknown> = {
    referenced_transaction_id: { operator: '=', value: t.id },
    created_at: { start_date: t.created_at },
    limit: 20,
  };
  const { data, isPending } = useRecord(transactions.search, { input }, { quiet: true });
  return isPending || parent === undefined ? undefined : { parent, rows: data?.rows ?? [] };
}

function Amount({ of }: { of: TransactionRecord }) {
  return (
    <span>
      <b>{formatMoney(signedAmount(of), of.currency)}</b>
      <StatusBadge badge={status_badges[of.status]} />
    </span>
  );
}

/** What refunds this payment, and the payment this one refunds. */
export function Related({ transaction: t, area, parent, rows }: AsideProps & Relatives) {
  const parent_id = t.referenced_transaction_id;
  if (rows.length === 0 && parent_id === '') return null;
  const named = { id: parent_id, label: 'Transaction ID', plain: true };
  const role = t.type === 'refund' ? 'Refunded payment' : 'Original payment';
  return (
    <Section title="Related transactions" flush>
      <ul className={styles.related}>
        {parent_id !== '' && (
          <li>
            <Link to={detailPath(area, { ...t, id: parent_id })}>
              {parent && <Amount of={parent} />}
              <small>
                {role}, {parent ? <Moment at={parent.created_at} /> : <RecordId {...named} />}
              </small>
            </Link>
          </li>
        )}
        {rows.map((one) => (
          <li key={one.id}>
            <Link to={detailPath(area, one)}>
              <Amount of={one} />
              <small>
                {type_labels[one.type]}, <Moment at={one.created_at} />
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The amount with its parts, and how far it has come. */
export function PaymentMoney({ transaction: t }: { transaction: TransactionRecord }) {
  const money = (minor: number) => formatMoney(minor, t.currency);
  const prices = offeredPrices(t);
  const steps: [string, number][] = [
    ['Authorized', t.amount_authorized],
    ['Captured', t.amount_captured],
    ['Settled', t.amount_settled],
    ['Refunded', t.amount_refunded],
  ];
  return (
    <Section title="Payment">
      <ul className={recordStyles.sum} data-part="sum">
        {moneyLines(t).map(({ label, amount }) => (
          <li key={label}>
            <span>{label}</span>
            <span>{money(amount)}</span>
          </li>
        ))}
        <li data-total>
          <span>Total</span>
          <span>
            {money(t.amount)} {t.currency.toUpperCase()}
          </span>
        </li>
        {prices.map(({ label, amount }) => (
          <li key={label}>
            <span>{label}</span>
            <span>{money(amount)}</span>
          </li>
        ))}
        {steps.map(([label, amount]) => (
          <li key={label}>
            <span>{label}</span>
            <span>{money(amount)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface MoveRow {
  sequence: number;
  to_status: string;
  verb: string;
  user_name: string;
  created_at: string;
}

const verb_words: Readonly<Record<string, string>> = {
  capture: 'Captured',
  void: 'Voided',
  refund: 'Refunded',
  settle: 'Settled in a batch',
  approve: 'Approved manually',
  decline: 'Declined manually',
  return: 'Returned by the bank',
};

/** Creation is two moves: sent, and answered. */
function sayMove({ to_status, verb }: MoveRow, code: number, who: string): string {
  const name = verb.split('.').at(-1) ?? verb;
  if (name !== 'create') return `${verb_words[name] ?? sentenceCase(name)} ${who}`.trim();
  if (to_status === 'pending') return `Sent ${who}`.trim();
  return isGatewayDecline(code) ? 'Gateway response' : 'Processor response';
}

/** A change of status as an entry of the timeline; with the day where it is another one. */
function entryOf(
  move: MoveRow,
  t: TransactionRecord,
  dayOf: (at: string) => string,
): TimelineEntry {
  const look = status_badges[move.to_status as Status];
  const who = move.user_name === '' ? '' : `by ${move.user_name}`;
  const day = dayOf(move.created_at);
  const text = sayMove(move, t.response_code, who);
  return {
    key: String(move.sequence),
    icon: look?.icon ?? IconArrowRight,
    tone: look?.tone,
    title: look?.word ?? sentenceCase(move.to_status),
    at: move.created_at,
    note: day === dayOf(t.created_at) ? text : `${text}, ${day}`,
  };
}

export function PaymentTimeline({ transaction: t, area }: AsideProps) {
  const own = area === 'merchant';
  const mine = useRecord(
    transactions.events,
    { params: { id: t.id } },
    { quiet: true, enabled: own },
  );
  const theirs = useRecord(
    transactions.eventsOf,
    { params: { merchantId: t.merchant_id, id: t.id } },
    { quiet: true, enabled: !own },
  );
  const rows = (own ? mine : theirs).data?.rows ?? [];
  const display = useDisplay();
  const dayOf = (at: string) => formatDate(at, display);
  const moves = rows.map((move) => entryOf(move, t, dayOf)).reverse();
  const created: TimelineEntry = {
    key: 'created',
    icon: IconPlus,
    title: `Requested, ${source_labels[t.transaction_source]}`,
    at: t.created_at,
    note: dayOf(t.created_at),
  };
  return (
    <Section title="Timeline" aside="newest first">
      <Timeline entries={[...moves, created]} />
    </Section>
  );
}
