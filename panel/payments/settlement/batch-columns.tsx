// Columns of settled batches: those always shown, and those of a detailed search.

import type { AccountType } from '../../../contract/access/access.ts';
import type { BatchRecord } from '../../../contract/payments/settlement.ts';
import { Money } from '../../kit/format/money.tsx';
import { RecordId } from '../../kit/format/record-id.tsx';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { momentColumn } from '../../kit/list/columns.tsx';
import type { Column } from '../../kit/list/list-types.ts';
import { state_badges } from './batches.ts';
import styles from './settlement.module.css';

type Row = BatchRecord;
type Details = NonNullable<Row['details']>;

const merchant_column: Column<Row> = {
  key: 'merchant_id',
  label: 'Merchant ID',
  cell: (one) => <RecordId id={one.merchant_id} label="Merchant ID" plain />,
};

const own_columns: readonly Column<Row>[] = [
  { key: 'batch_number', label: 'Batch', name: true, cell: (one) => one.reference },
  momentColumn('batch_date', 'Batch date', { sortable: true }),
  { key: 'state', label: 'Status', cell: (one) => <StatusBadge badge={state_badges[one.state]} /> },
  {
    key: 'processor_name',
    label: 'Processor',
    cell: (one) => (
      <span className={styles.processorCell} title={one.processor_name}>
        {one.processor_name}
      </span>
    ),
  },
  {
    key: 'num_transactions',
    label: 'Payments',
    numeric: true,
    cell: (one) => one.num_transactions,
  },
];

const counts: readonly [keyof Details, string][] = [
  ['num_captured', 'Captured payments'],
  ['num_credits', 'Refunds and credits'],
];
const parts: readonly [keyof Details, string][] = [
  ['tax_amount', 'Tax'],
  ['tip_amount', 'Tips'],
  ['surcharge', 'Surcharge'],
  ['service_fee', 'Service fee'],
];

/** Columns that only a detailed search fills. */
const detail_columns: readonly Column<Row>[] = [
  ...counts.map(
    ([key, label]): Column<Row> => ({
      key,
      label,
      numeric: true,
      cell: ({ details }) => details?.[key],
    }),
  ),
  ...parts.map(
    ([key, label]): Column<Row> => ({
      key,
      label,
      numeric: true,
      cell: ({ details, currency }) =>
        details && <Money amount={details[key]} currency={currency} />,
    }),
  ),
];

/** Whether the columns that the address names take a detailed search. */
export function isDetailed(columns: string | null): boolean {
  const named = (columns ?? '').split(',');
  return detail_columns.some(({ key }) => named.includes(key));
}

/** The one currency of all rows is in the heads; otherwise each amount has its own. */
export function batchColumns(
  area: AccountType,
  rows: readonly Row[],
  detailed: boolean,
): Column<Row>[] {
  const codes = new Set(rows.map(({ currency }) => currency.toUpperCase()));
  // Before the rows come the head has the words that most will have.
  const [code = ''] = rows.length === 0 ? ['USD'] : codes.size === 1 ? codes : [];
  const money = (key: 'amount_captured' | 'amount_credit' | 'net_deposit', label: string) => ({
    key,
    // Two lines at most where it is narrow.
    label: code === '' ? label : `${label.replace(' ', '\u00a0')} (${code})`,
    numeric: true,
    cell: (one: Row) => <Money amount={one[key]} currency={one.currency} with_code={code === ''} />,
  });
  return [
    ...(area === 'merchant' ? [] : [merchant_column]),
    ...own_columns,
    money('amount_captured', 'Captured'),
    money('amount_credit', 'Credits'),
    money('net_deposit', 'Net deposit'),
    ...(detailed ? detail_columns : []),
  ];
}
