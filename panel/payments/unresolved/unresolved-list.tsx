// The operator's queue as a list: attempts at processors whose outcome nobody knows, oldest first.

import {
  type UnresolvedRecord,
  unresolved,
  unresolved_fields,
} from '../../../contract/payments/unresolved.ts';
import { useSearch } from '../../hooks.ts';
import { Money } from '../../kit/format/money.tsx';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { copyAction, momentColumn } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowView } from '../../kit/list/list-types.ts';
import { unresolvedPath } from '../paths.ts';
import { ageText, attemptText, operationLabel, stageBadge } from './labels.ts';

type Row = UnresolvedRecord;

/** The one currency of all rows is in the head; otherwise each amount has its own. */
function columnsOf(rows: readonly Row[]): Column<Row>[] {
  const all = new Set(rows.map(({ currency }) => currency));
  const shared = all.size === 1 ? ` (${rows[0]?.currency.toUpperCase()})` : '';
  return [
    { key: 'merchant', label: 'Merchant', name: true, cell: (one) => one.merchant_name },
    { key: 'operation', label: 'Operation', cell: (one) => operationLabel(one.operation) },
    {
      key: 'amount',
      label: `Amount${shared}`,
      numeric: true,
      sortable: true,
      cell: (one) => (
        <Money amount={one.amount} currency={one.currency} with_code={shared === ''} />
      ),
    },
    { key: 'stage', label: 'Status', cell: (one) => <StatusBadge badge={stageBadge(one)} /> },
    {
      key: 'created_at',
      label: 'Sent',
      sortable: true,
      cell: (one) => <span title={one.created_at}>{ageText(one.age_seconds)} ago</span>,
    },
    momentColumn('next_inquiry_at', 'Next inquiry', { none: 'none' }),
    { key: 'processor', label: 'Processor', cell: (one) => one.processor_name },
  ];
}

const view: RowView<Row> = {
  key: (one) => one.attempt_id,
  name: attemptText,
  to: (one) => unresolvedPath(one),
  actions: (one) => [
    [copyAction('Reference', one.reference), copyAction('Transaction ID', one.transaction_id)],
  ],
  phone: (one) => ({
    title: one.merchant_name,
    amount: <Money amount={one.amount} currency={one.currency} />,
    badge: <StatusBadge badge={stageBadge(one)} />,
    note: operationLabel(one.operation),
    time: ageText(one.age_seconds),
  }),
};

export function UnresolvedList() {
  const search = useSearch(unresolved.search, {
    fields: unresolved_fields,
    default_sort: { field: 'created_at', direction: 'asc' },
  });
  return (
    <ListScreen
      title="Unresolved payments"
      noun="attempt"
      search={search}
      columns={columnsOf(search.rows)}
      view={view}
      nothing={{
        title: 'No unresolved payments',
        text: 'Payments appear here while their outcome at the processor is unknown.',
      }}
    />
  );
}
