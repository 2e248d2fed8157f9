// Settled batches of the three areas: one line a batch, sums of the search above (spec 3 §2).
import { IconCopy } from '@tabler/icons-react';
import type { AccountType } from '../../../contract/access.ts';
import {
  type BatchRecord,
  batch_fields,
  most_summary_lines,
  settlement,
} from '../../../contract/payments/settlement.ts';
import { useRecord, useSearch } from '../../hooks.ts';
import { copyText } from '../../kit/copy-text.ts';
import { ListScreen } from '../../kit/list-screen.tsx';
import type { Column, RowView } from '../../kit/list-types.ts';
import { Moment } from '../../kit/moment.tsx';
import { Money } from '../../kit/money.tsx';
import { RecordId } from '../../kit/record-id.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { TotalsStrip } from '../../kit/totals-strip.tsx';
import { batches, state_looks, sumsOf, transactionsIn } from './batches.ts';
import '../payments.css';

type Row = BatchRecord;

const merchant_column: Column<Row> = {
  key: 'merchant_id',
  label: 'Merchant ID',
  cell: (one) => <RecordId id={one.merchant_id} label="Merchant ID" plain />,
};

/** The one currency of all rows stands in the heads; each amount says its own otherwise. */
function columnsOf(rows: readonly Row[]): Column<Row>[] {
  const codes = new Set(rows.map(({ currency }) => currency.toUpperCase()));
  const [code = ''] = codes.size === 1 ? codes : [];
  const money = (key: 'amount_captured' | 'amount_credit' | 'net_deposit', label: string) => ({
    key,
    label: code === '' ? label : `${label} (${code})`,
    numeric: true,
    cell: (one: Row) => <Money amount={one[key]} currency={one.currency} with_code={code === ''} />,
  });
  return [
    ...own_columns,
    money('amount_captured', 'Captured'),
    money('amount_credit', 'Credits'),
    money('net_deposit', 'Net deposit'),
  ];
}

const own_columns: readonly Column<Row>[] = [
  { key: 'batch_number', label: 'Batch', name: true, cell: (one) => one.batch_number },
  {
    key: 'batch_date',
    label: 'Batch date',
    sortable: true,
    cell: (one) => <Moment at={one.batch_date} />,
  },
  { key: 'state', label: 'State', cell: (one) => <StatusBadge look={state_looks[one.state]} /> },
  { key: 'processor_name', label: 'Processor', cell: (one) => one.processor_name },
  {
    key: 'num_transactions',
    label: 'Count',
    numeric: true,
    cell: (one) => one.num_transactions,
  },
];

function viewOf(area: AccountType): RowView<Row> {
  return {
    key: (one) => one.id,
    name: (one) => `Batch ${one.batch_number}, ${one.processor_name}`,
    to: (one) => transactionsIn(area, one),
    actions: (one) => [
      [
        {
          label: 'Copy settlement batch ID',
          icon: IconCopy,
          run: () => void copyText('Settlement Batch ID', one.id),
        },
      ],
    ],
    phone: (one) => ({
      title: one.processor_name,
      amount: <Money amount={one.net_deposit} currency={one.currency} />,
      badge: <StatusBadge look={state_looks[one.state]} />,
      note: `Batch ${one.batch_number}`,
      time: <Moment at={one.batch_date} />,
    }),
  };
}

/** As tall as the strip will be: the table below does not move when the sums come, or do not. */
function NoTotals({ text }: { text: string }) {
  return (
    <section className="totals">
      <dl>
        <div>
          <dt>Totals</dt>
          <dd>{text}</dd>
        </div>
      </dl>
    </section>
  );
}

/** Sums of all batches found, a strip for each currency. */
function BatchTotals({ input }: { input: Record<string, unknown> }) {
  const given = { input: { ...input, limit: 1 } };
  const { data, isError } = useRecord(settlement.search, given, { quiet: true });
  if (data === undefined) return <NoTotals text={isError ? 'could not be read' : '\u00a0'} />;
  if (data.summary.length >= most_summary_lines) {
    return <NoTotals text="too many days to add up: filter by date or processor" />;
  }
  return sumsOf(data.summary).map(({ currency, captured, credit, net }) => (
    <TotalsStrip
      key={currency}
      currency={currency}
      totals={[
        { label: `Captured ${currency.toUpperCase()}`, amount: captured },
        { label: 'Credits', amount: credit },
        { label: 'Net deposit', amount: net, strong: true },
      ]}
    />
  ));
}

export function BatchList({ area }: { area: AccountType }) {
  const search = useSearch(batches, {
    fields: batch_fields,
    default_sort: { field: 'batch_date', direction: 'desc' },
    date_field: 'batch_date',
  });
  const columns = columnsOf(search.rows);
  return (
    <ListScreen
      title="Settlements"
      noun="batch"
      search={search}
      columns={area === 'merchant' ? columns : [merchant_column, ...columns]}
      view={viewOf(area)}
      totals={<BatchTotals input={search.input} />}
      nothing={{
        title: 'No settlements yet',
        text: 'Each day, what was captured leaves in a batch of its processor, and stands here.',
      }}
    />
  );
}
