// Settlement exceptions as a list: what could not be booked, why, and what to do about each.

import { IconCircleCheck, IconCircleX, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type SettlementException,
  settlement_exception_fields,
  settlement_exceptions,
} from '../../../contract/payments/settlement-exceptions.ts';
import { useSearch } from '../../hooks.ts';
import { ConfirmDialog } from '../../kit/dialog/confirm-dialog.tsx';
import { Moment } from '../../kit/format/moment.tsx';
import { sentenceCase } from '../../kit/format/sentence.ts';
import { copyAction, momentColumn, oneLineColumn } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowAction, RowView } from '../../kit/list/list-types.ts';
import { detailPath } from '../paths.ts';
import { pendingAt } from './batches.ts';
import { type Mark, MarkBatchDialog, mark_titles } from './mark-batch-dialog.tsx';

type Row = SettlementException;

const kind_texts: Readonly<Record<Row['kind'], string>> = {
  returned: 'Return',
  late_return: 'Late return',
  batch: 'Batch',
};

/** `Return R01` or `Batch`. */
const whatIs = ({ kind, return_code }: Row) => `${kind_texts[kind]} ${return_code}`.trim();

const columns: readonly Column<Row>[] = [
  { key: 'merchant', label: 'Merchant', name: true, cell: (one) => one.merchant_name },
  { key: 'kind', label: 'Exception', cell: whatIs },
  { key: 'processor', label: 'Processor', cell: (one) => one.processor_name },
  oneLineColumn('reason', 'Reason'),
  momentColumn('next_try_at', 'Next attempt', { none: 'manual retry only' }),
  momentColumn('created_at', 'Since', { sortable: true }),
];

function copies({ transaction_id, error_id, id }: Row): RowAction[] {
  const all = [
    ['Transaction ID', transaction_id],
    ['Error ID', error_id],
    ['Reference', id],
  ] as const;
  return all.filter(([, value]) => value !== '').map(([label, value]) => copyAction(label, value));
}

type Step = Mark | 'retry';

/** A batch without an answer is not closed again unless a person says that it was not closed. */
function stepsOf(one: Row, choose: (step: Step) => void): RowAction[] {
  if (!one.is_unanswered) {
    return [{ label: 'Retry', icon: IconRefresh, run: () => choose('retry') }];
  }
  return [
    { label: mark_titles.closed, icon: IconCircleCheck, run: () => choose('closed') },
    {
      label: mark_titles.not_closed,
      icon: IconCircleX,
      destructive: true,
      run: () => choose('not_closed'),
    },
  ];
}

interface Chosen {
  one: Row;
  step: Step;
}

function viewOf(choose: (chosen: Chosen) => void): RowView<Row> {
  return {
    key: (one) => `${one.kind} ${one.id}`,
    name: (one) => `${whatIs(one)}, ${one.merchant_name}`,
    to: (one) =>
      one.transaction_id === ''
        ? pendingAt(one.processor_id)
        : detailPath('admin', { id: one.transaction_id, merchant_id: one.merchant_id }),
    actions: (one) => [stepsOf(one, (step) => choose({ one, step })), copies(one)],
    phone: (one) => ({
      title: one.merchant_name,
      note: `${whatIs(one)}: ${one.reason}`,
      time: <Moment at={one.created_at} />,
    }),
  };
}

function RetryDialog({ one, onClose }: { one: Row; onClose: () => void }) {
  const noun = one.kind === 'batch' ? 'batch' : 'return';
  return (
    <ConfirmDialog
      title={`Retry ${noun}`}
      action="Retry"
      call={{
        endpoint: settlement_exceptions.retry,
        request: { params: { merchantId: one.merchant_id, id: one.id } },
        stales: [settlement_exceptions.search],
        done: `${sentenceCase(noun)} queued for retry`,
      }}
      onClose={onClose}
    >
      <p>The {noun} will be retried now. If it fails again, it stays in this list.</p>
    </ConfirmDialog>
  );
}

function StepDialog({ one, step, onClose }: Chosen & { onClose: () => void }) {
  if (step === 'retry') return <RetryDialog {...{ one, onClose }} />;
  return <MarkBatchDialog mark={step} {...{ one, onClose }} />;
}

export function ExceptionList() {
  const search = useSearch(settlement_exceptions.search, {
    fields: settlement_exception_fields,
    default_sort: { field: 'created_at', direction: 'asc' },
  });
  const [chosen, choose] = useState<Chosen | null>(null);
  return (
    <>
      <ListScreen
        title="Settlement exceptions"
        noun="exception"
        search={search}
        columns={columns}
        view={viewOf(choose)}
        nothing={{
          title: 'No settlement exceptions',
          text: 'Returns and batches that could not be recorded appear here.',
        }}
      />
      {chosen && <StepDialog {...chosen} onClose={() => choose(null)} />}
    </>
  );
}
