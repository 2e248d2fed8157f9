// Columns of the transaction table, and a row on a phone (spec 2 §2).

import type { AccountType } from '../../../../contract/access/access.ts';
import { formatMoney } from '../../../../contract/money.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import {
  type SortableColumn,
  sortable_columns,
} from '../../../../contract/payments/transactions/search.ts';
import { businessNow } from '../../../business-time.ts';
import { useDisplay } from '../../../kit/format/display.ts';
import { Moment } from '../../../kit/format/moment.tsx';
import { formatDate, formatTime } from '../../../kit/format/moments.ts';
import { Money } from '../../../kit/format/money.tsx';
import { RecordId } from '../../../kit/format/record-id.tsx';
import { StatusBadge } from '../../../kit/format/status-badge.tsx';
import type { Column, PhoneRow } from '../../../kit/list/list-types.ts';
import basics from '../../../style/basics.module.css';
import {
  maskedAccount,
  methodLabel,
  methodSentence,
  payerName,
  shortAccount,
  signedAmount,
  type_labels,
} from '../../labels.ts';
import { status_badges } from '../../statuses.ts';
import styles from './transactions.module.css';

type Row = TransactionRecord;

/** The payer, or what was paid with where nobody is named. */
export function rowName(t: Row): string {
  return payerName(t) || methodSentence(t);
}

export function isSortable(key: string): boolean {
  return (sortable_columns as readonly string[]).includes(key satisfies string as SortableColumn);
}

export const merchant_columns: readonly Column<Row>[] = [
  {
    key: 'merchant_id',
    label: 'Merchant ID',
    cell: (t) => <RecordId id={t.merchant_id} label="Merchant ID" plain />,
  },
  {
    key: 'merchant_name',
    label: 'Merchant name',
    cell: (t) => <span className={styles.merchantCell}>{t.merchant_name}</span>,
  },
];

function ownColumns(currency: string | null): Column<Row>[] {
  return [
    { key: 'name', label: 'Name', name: true, cell: rowName },
    { key: 'type', label: 'Type', cell: (t) => type_labels[t.type] },
    {
      key: 'payment_method',
      label: 'Payment method',
      cell: (t) => methodLabel(t.payment_method, t.payment_type),
    },
    {
      key: 'masked_account',
      label: 'Masked account',
      cell: (t) => <span className={basics.mono}>{maskedAccount(t)}</span>,
    },
    {
      key: 'amount',
      label: currency === null ? 'Amount' : `Amount (${currency.toUpperCase()})`,
      numeric: true,
      cell: (t) => (
        <Money amount={signedAmount(t)} currency={t.currency} with_code={currency === null} />
      ),
    },
    {
      key: 'status',
      label: 'Status',
      cell: (t) => <StatusBadge badge={status_badges[t.status]} />,
    },
    { key: 'created_at', label: 'Created date', cell: (t) => <Moment at={t.created_at} /> },
  ];
}

/** Merchant id and name come first for all but merchants; `currency` is that of all rows. */
export function transactionColumns(area: AccountType, currency: string | null): Column<Row>[] {
  const own = ownColumns(currency);
  const all = area === 'merchant' ? own : [...merchant_columns, ...own];
  return all.map((column) => ({ ...column, sortable: isSortable(column.key) }));
}

/** The time of today, the day of anything earlier: a narrow row has no room for both. */
export function ShortMoment({ at }: { at: string }) {
  const display = useDisplay();
  const today = formatDate(businessNow(), display) === formatDate(at, display);
  const text = today ? formatTime(at, display) : formatDate(at, display);
  return (
    <time dateTime={at} title={at}>
      {text}
    </time>
  );
}

export function phoneRow(area: AccountType, t: Row): PhoneRow {
  const account = shortAccount(t);
  return {
    title: rowName(t),
    amount: <Money amount={signedAmount(t)} currency={t.currency} />,
    badge: <StatusBadge badge={status_badges[t.status]} />,
    note: (
      <>
        {area === 'merchant' ? type_labels[t.type] : t.merchant_name}
        {account !== '' && (
          <>
            {' · '}
            <span className={basics.mono}>{account}</span>
          </>
        )}
      </>
    ),
    time: <ShortMoment at={t.created_at} />,
  };
}

/** Names a row for readers of the screen. */
export function rowText(t: Row): string {
  return `${rowName(t)}, ${formatMoney(signedAmount(t), t.currency)}`;
}
