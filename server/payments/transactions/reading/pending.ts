// What an open transaction waits for: its open attempt, which is read only where there may be one.
import {
  type PendingOn,
  pendingOn,
} from '../../../../contract/payments/transactions/pending-on.ts';
import type { Context } from '../../../context.ts';
import { connect } from '../../../db/database.ts';
import type { TransactionRow } from './read.ts';

/** Null for a transaction that has its outcome and no action in progress. */
export async function pendingOf(context: Context, row: TransactionRow): Promise<PendingOn | null> {
  const { merchant_id, id, status, open_attempt_id } = row;
  if (status !== 'unknown' && status !== 'pending' && open_attempt_id === '') return null;
  const open = await connect(context)
    .selectFrom('rail_attempt as a')
    .leftJoin('processor as p', (join) =>
      join.onRef('p.merchant_id', '=', 'a.merchant_id').onRef('p.id', '=', 'a.processor_id'),
    )
    .leftJoin('attempt_proposal as q', (join) =>
      join.onRef('q.merchant_id', '=', 'a.merchant_id').onRef('q.id', '=', 'a.id'),
    )
    .selectAll('a')
    .select(['p.name', 'q.user_name'])
    .where('a.merchant_id', '=', merchant_id)
    .where('a.transaction_id', '=', id)
    .where('a.recovery_of', '=', '')
    .where('a.state', 'in', ['sent', 'no_answer'])
    .orderBy('a.created_at', 'desc')
    .executeTakeFirst();
  if (!open) return null;
  const { steps = [], alerts = [] } = open.context;
  const attempt = {
    state: open.state === 'sent' ? ('sent' as const) : ('no_answer' as const),
    operation: open.operation,
    amount: open.amount,
    currency: open.currency,
    processor_name: open.name ?? 'The processor',
    created_at: open.created_at.toISOString(),
    deadline_at: open.deadline_at.toISOString(),
    next_inquiry_at: open.next_inquiry_at?.toISOString() ?? null,
    steps,
    alerts,
    // Who proposed it is shown to the operator alone.
    proposed_by: open.user_name === null ? '' : 'One person',
  };
  return pendingOn(attempt, context.actor.account_type);
}
