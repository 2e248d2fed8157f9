// Beside a transaction's explanation: related payments, money, facts, timeline.
import { IconArrowRight, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { AccountType } from '../../../contract/access.ts';
import { formatMoney } from '../../../contract/money.ts';
import { isGatewayDecline, responseText } from '../../../contract/payments/response-codes.ts';
import { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import { moneyLines } from '../../../contract/payments/transactions/money-lines.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import { type Status, source_labels } from '../../../contract/payments/transactions/states.ts';
import { useRecord } from '../../hooks.ts';
import { useDisplay } from '../../kit/display.ts';
import { Facts } from '../../kit/facts.tsx';
import { Moment } from '../../kit/moment.tsx';
import { formatDate } from '../../kit/moments.ts';
import { RecordId } from '../../kit/record-id.tsx';
import { Section } from '../../kit/section.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { Timeline, type TimelineEntry } from '../../kit/timeline.tsx';
import { addressLine, methodSentence, sentenceCase, signedAmount, type_labels } from '../labels.ts';
import { detailPath } from '../paths.ts';
import { status_looks } from '../statuses.ts';

interface AsideProps {
  transaction: TransactionRecord;
  area: AccountType;
}

/** What refunds it; undefined while that is on its way, none where it cannot be read. */
export function useRelated(t: TransactionRecord): readonly TransactionRecord[] | undefined {
  const input: Record<string, unknown> = {
    referenced_transaction_id: { operator: '=', value: t.id },
    created_at: { start_date: t.created_at },
    limit: 20,
  };
  const { data, isPending } = useRecord(transactions.search, { input }, { quiet: true });
  return isPending ? undefined : (data?.rows ?? []);
}

interface RelatedProps extends AsideProps {
  rows: readonly TransactionRecord[];
}

/** What refunds this payment, and the payment this one refunds. */
export function Related({ transaction: t, area, rows }: RelatedProps) {
  const parent_id = t.referenced_transaction_id;
  if (rows.length === 0 && parent_id === '') return null;
  return (
    <Section title="Related transactions" flush>
      <ul className="related">
        {parent_id !== '' && (
          <li>
            <Link to={detailPath(area, { ...t, id: parent_id })}>
              <span>
                <b>{t.type === 'refund' ? 'The payment it refunds' : 'The payment it follows'}</b>
              </span>
              <RecordId id={parent_id} label="Transaction ID" plain />
            </Link>
          </li>
        )}
        {rows.map((one) => (
          <li key={one.id}>
            <Link to={detailPath(area, one)}>
              <span>
                <b>{formatMoney(signedAmount(one), one.currency)}</b>
                <StatusBadge look={status_looks[one.status]} />
              </span>
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
  const steps: [string, number][] = [
    ['Authorized', t.amount_authorized],
    ['Captured', t.amount_captured],
    ['Settled', t.amount_settled],
    ['Refunded', t.amount_refunded],
  ];
  return (
    <Section title="Payment">
      <ul className="sum">
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

export function PaymentFacts({ transaction: t, area }: AsideProps) {
  const { card, ach } = t.response_body;
  const expires = card?.expiration_date ? `, expires ${card.expiration_date}` : '';
  return (
    <Section title="Facts">
      <Facts
        facts={[
          ...(area === 'merchant' ? [] : [{ label: 'Merchant', value: t.merchant_name }]),
          { label: 'Method', value: `${methodSentence(t)}${expires}` },
          { label: 'Entry', value: sentenceCase(card?.entry_type ?? '') },
          { label: 'SEC code', value: ach?.sec_code.toUpperCase() },
          { label: 'Return code', value: ach?.return_code },
          { label: 'Source', value: sentenceCase(source_labels[t.transaction_source]) },
          { label: 'User', value: t.user_name },
          { label: 'Order ID', value: t.order_id },
          { label: 'PO number', value: t.po_number },
          { label: 'Description', value: t.description },
          { label: 'Processor', value: t.processor_name },
          { label: 'Response', value: `${t.response_code}, ${responseText(t.response_code)}` },
          {
            label: 'Batch',
            value: t.settlement_batch_id && (
              <RecordId id={t.settlement_batch_id} label="Settlement Batch ID" />
            ),
          },
          { label: 'Captured', value: t.captured_at && <Moment at={t.captured_at} /> },
          { label: 'Settled', value: t.settled_at && <Moment at={t.settled_at} /> },
          { label: 'Billing', value: addressLine(t.billing_address) },
          { label: 'Shipping', value: addressLine(t.shipping_address) },
          { label: 'Email', value: t.email_address || t.billing_address.email },
          { label: 'IP address', value: t.ip_address },
        ]}
      />
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
  approve: 'Approved by hand',
  decline: 'Declined by hand',
  return: 'Returned by the bank',
};

/** Creation is two moves: sent, and answered. */
function sayMove({ to_status, verb }: MoveRow, code: number, who: string): string {
  const name = verb.split('.').at(-1) ?? verb;
  if (name !== 'create') return `${verb_words[name] ?? sentenceCase(name)} ${who}`.trim();
  if (to_status === 'pending') return `Sent ${who}`.trim();
  return isGatewayDecline(code) ? 'Answer of the gateway' : 'Answer of the processor';
}

/** A move of the status as an entry of the timeline; the day stands where it is another one. */
function entryOf(
  move: MoveRow,
  t: TransactionRecord,
  dayOf: (at: string) => string,
): TimelineEntry {
  const look = status_looks[move.to_status as Status];
  const who = move.user_name === '' ? '' : `by ${move.user_name}`;
  const day = dayOf(move.created_at);
  const said = sayMove(move, t.response_code, who);
  return {
    key: String(move.sequence),
    icon: look?.icon ?? IconArrowRight,
    tone: look?.tone,
    title: look?.word ?? sentenceCase(move.to_status),
    at: move.created_at,
    note: day === dayOf(t.created_at) ? said : `${said}, ${day}`,
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
