// Beside an explanation: the payment that this one follows, and its money.
import { Link } from 'react-router';
import type { AccountType } from '../../../../contract/access/access.ts';
import { formatMoney } from '../../../../contract/money.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import { moneyLines } from '../../../../contract/payments/transactions/money-lines.ts';
import { offeredPrices } from '../../../../contract/payments/transactions/receipt.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { useRecord } from '../../../hooks.ts';
import { Moment } from '../../../kit/format/moment.tsx';
import { RecordId } from '../../../kit/format/record-id.tsx';
import { StatusBadge } from '../../../kit/format/status-badge.tsx';
import { Section } from '../../../kit/parts/section.tsx';
import { signedAmount } from '../../labels.ts';
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

/** The payment that this one refunds or follows; refunds of it are steps of the explanation. */
export function Original({ transaction: t, area, parent }: AsideProps & Pick<Relatives, 'parent'>) {
  const parent_id = t.referenced_transaction_id;
  if (parent_id === '') return null;
  const named = { id: parent_id, label: 'Transaction ID', plain: true };
  return (
    <Section title={t.type === 'refund' ? 'Refunded payment' : 'Original payment'} flush>
      <div className={styles.related}>
        <Link to={detailPath(area, { ...t, id: parent_id })}>
          {parent && <Amount of={parent} />}
          <small>{parent ? <Moment at={parent.created_at} /> : <RecordId {...named} />}</small>
        </Link>
      </div>
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
