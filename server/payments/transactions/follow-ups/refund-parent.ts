// What a refund changes in its parent: refundable amount, status, the parts given back (Q7).
import type { CompiledQuery } from 'kysely';
import { add, subtract, sum } from '../../../../contract/money.ts';
import type { Status } from '../../../../contract/payments/transactions/states.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/database.ts';
import { bookedAmounts, refundedBefore } from '../../../ledger/balances.ts';
import { type RefundInput, refundParts } from '../../../ledger/components.ts';
import { type Posting, posting } from '../../../ledger/postings.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import type { Outcome } from '../../processors/types.ts';
import { type Attempt, type AttemptContext, initiatorOf } from '../attempts/attempts.ts';
import { changeAsRead, type Initiator, publishEvent, statusEvent } from '../attempts/statements.ts';
import { assertMove } from '../outcomes/outcome.ts';
import { postingAbout } from '../outcomes/posting-parts.ts';
import { lockRow, type TransactionRow } from '../reading/read.ts';

function statusWith(parent: TransactionRow, amount_refunded: number): Status {
  if (amount_refunded === 0) return 'settled';
  return amount_refunded >= parent.amount_settled ? 'refunded' : 'partially_refunded';
}

/** A parent that was returned while its refund was under way keeps its own status. */
const final: readonly string[] = ['late_return', 'returned', 'voided'];

/**
 * The parent's changes when this amount has been given back in all, with its history and events.
 */
export function parentStatements(
  context: Context,
  parent: TransactionRow,
  changes: { refund_reserved: number; amount_refunded: number },
  by: Initiator,
): CompiledQuery<unknown>[] {
  if (final.includes(parent.status)) return [changeAsRead(parent, changes)];
  const status = statusWith(parent, changes.amount_refunded);
  assertMove(parent.status, status);
  const version = parent.version + 1;
  const updated_at = context.clock.now();
  return [
    changeAsRead(parent, { ...changes, status, version, updated_at }),
    statusEvent(context, parent, status, by),
    publishEvent(context, parent, 'transaction_update'),
  ];
}

/** Statuses of a refund that gave nothing back, or whose money was returned. */
export const ineffective_refunds = ['declined', 'voided', 'returned', 'late_return'];

/** Statuses of a refund of which nothing is booked yet. */
const unanswered: readonly string[] = ['pending', 'unknown'];

interface RefundPlan {
  changes: CompiledQuery<unknown>[];
  /** Columns of the refund itself: the surcharge as it was booked, where it stated one. */
  own: { surcharge?: number };
  postings: Posting[];
}

/** Applies the outcome of a refund to its parent; the amount was reserved before it was sent. */
export async function planRefund(
  tx: Tx,
  context: Context,
  config: MerchantConfig,
  attempt: Attempt,
  outcome: Outcome,
  refund: TransactionRow,
): Promise<RefundPlan> {
  const parent = await lockRow(tx, refund.merchant_id, refund.referenced_transaction_id);
  if (outcome.outcome === 'pending') return { changes: [], own: {}, postings: [] };
  if (outcome.outcome !== 'approved') {
    const refund_reserved = subtract(parent.refund_reserved, refund.amount);
    return { changes: [changeAsRead(parent, { refund_reserved })], own: {}, postings: [] };
  }
  const amount_refunded = add(parent.amount_refunded, refund.amount);
  const sums = { refund_reserved: parent.refund_reserved, amount_refunded };
  const changes = parentStatements(context, parent, sums, initiatorOf(attempt));
  const booked = await refundPostings(tx, context, config, attempt.context, parent, refund);
  return { changes, ...booked };
}

/**
 * What was captured of a refund's parent, and what its other refunds gave back or reserve of the
 * surcharge. Read it with the parent locked, so that two refunds of one sale wait for each other.
 */
export async function capturedAndRefunded(tx: Tx, parent: TransactionRow, refund_id = '') {
  const { merchant_id, id } = parent;
  const siblings = await tx
    .selectFrom('transaction')
    .select(['id', 'status', 'surcharge'])
    .where('merchant_id', '=', merchant_id)
    .where('referenced_transaction_id', '=', id)
    .where('type', '=', 'refund')
    .where('id', '<>', refund_id)
    .where('status', 'not in', ineffective_refunds)
    .execute();
  const sale = await bookedAmounts(tx, merchant_id, id);
  const ids = siblings.map((row) => row.id);
  const before = await refundedBefore(tx, merchant_id, ids);
  const refunded = before.parts.surcharge_collected ?? 0;
  // Of these nothing is booked yet, so the surcharge they state counts as reserved.
  const open = siblings.filter(({ status }) => unanswered.includes(status));
  const held = sum(open.map((row) => row.surcharge));
  return { sale, before, surcharge_left: subtract(sale.surcharge ?? 0, add(refunded, held)) };
}

/** What of the refund's amount goes back as surcharge, and what refunds before it gave back. */
function refundInput(
  { sale, before, surcharge_left }: Awaited<ReturnType<typeof capturedAndRefunded>>,
  requested: number | undefined,
  amount: number,
): RefundInput {
  const of_share: RefundInput = { sale, amount, before };
  if (requested === undefined) {
    // Its share ends where the surcharge begins that other open refunds state.
    const most = Math.max(0, surcharge_left);
    const exceeds = (refundParts(of_share).surcharge_collected ?? 0) > most;
    return exceeds ? { ...of_share, surcharge: most } : of_share;
  }
  // The money has moved, so the stated surcharge is limited to what is left and never refused here.
  const left = subtract(sale.surcharge ?? 0, before.parts.surcharge_collected ?? 0);
  return { ...of_share, surcharge: Math.max(0, Math.min(requested, amount, left)) };
}

/**
 * The refund's own posting; where its sale was returned meanwhile it is booked as a credit (ledger
 * 3.3).
 */
async function refundPostings(
  tx: Tx,
  context: Context,
  config: MerchantConfig,
  requested: AttemptContext,
  parent: TransactionRow,
  refund: TransactionRow,
): Promise<Pick<RefundPlan, 'postings' | 'own'>> {
  const taken = await capturedAndRefunded(tx, parent, refund.id);
  const about = postingAbout(context, config, refund, refund.id);
  const refund_input = refundInput(taken, requested.surcharge, refund.amount);
  const refund_parts = refundParts(refund_input);
  // The refund that reaches the full amount takes all that is left, whatever it states (ledger
  // 3.2).
  const booked = refund_parts.surcharge_collected ?? 0;
  const own = requested.surcharge === undefined ? {} : { surcharge: booked };
  if (refund.payment_type === 'cash') {
    return { own, postings: [posting('cash_refund', about, refund_input)] };
  }
  const refund_posting = posting('refund', about, {
    processor: refund.processor_id,
    ...refund_input,
  });
  if (parent.status !== 'late_return') return { own, postings: [refund_posting] };
  return { own, postings: [refund_posting, posting('refund_orphaned', about, { refund_parts })] };
}
