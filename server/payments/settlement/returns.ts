// Returned bank entries: before their batch, or on a later day after they have settled.
import { sql } from 'kysely';
import { sum } from '../../../contract/money.ts';
import type { Status } from '../../../contract/payments/transactions/states.ts';
import type { Context } from '../../context.ts';
import { isDatabaseUnavailable } from '../../db/connections/connection-errors.ts';
import { pipeline } from '../../db/connections/pipeline.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { wakeOutbox } from '../../jobs/outbox-waker.ts';
import { scheduleCommitted } from '../../jobs/runner.ts';
import { bookedAmounts, postingSums, refundedBefore } from '../../ledger/balances.ts';
import { type Amounts, amountsOf } from '../../ledger/components.ts';
import type { AccountSums } from '../../ledger/entries.ts';
import { type Posting, posting } from '../../ledger/postings.ts';
import { post } from '../../ledger/write.ts';
import type { ReturnedEntry } from '../processors/batch-types.ts';
import { recovery_job } from '../transactions/attempts/attempts.ts';
import {
  audited,
  changeAsRead,
  publishEvent,
  statusEvent,
} from '../transactions/attempts/statements.ts';
import { parentStatements } from '../transactions/follow-ups/refund-parent.ts';
import { assertMove } from '../transactions/outcomes/outcome.ts';
import { lockRow, refundsOf, type TransactionRow } from '../transactions/reading/read.ts';
import type { Closing } from './batches.ts';
import {
  deleteWaitingReturn,
  findReturnedTransaction,
  type Kind,
  type ReturnNotice,
  storeFailedReturn,
  storeWaitingReturn,
} from './waiting-returns.ts';

const by = { verb: 'return', user_id: '', user_name: 'system' };

/** Statuses in which an entry can be returned, and the status after the return. */
const from_statuses: Record<Kind, readonly string[]> = {
  returned: ['pending_settlement'],
  late_return: ['settled', 'partially_refunded', 'refunded'],
};

interface Return extends ReturnNotice {
  tx: Tx;
  context: Context;
  row: TransactionRow;
}

function returnAbout({ merchant_id, on, row }: Return, source_id: string, key: string) {
  return {
    owner_id: merchant_id,
    key,
    source_type: 'transaction',
    source_id,
    effective_on: on,
    currency: row.currency,
  };
}

function negative({ amount, ...parts }: Amounts): Amounts {
  const entries = Object.entries(parts).map(([name, value]) => [name, -value]);
  return { ...Object.fromEntries(entries), amount: -amount };
}

/** Refunds of a returned sale remain as credits (reference ledger 3.3). */
async function orphanedRefunds(returned: Return): Promise<Posting[]> {
  const { tx, row } = returned;
  const refunds = await refundsOf(tx, row)
    .where('status', 'in', ['pending_settlement', 'settled'])
    .select('id')
    .execute();
  const postings: Posting[] = [];
  for (const { id } of refunds) {
    const { parts } = await refundedBefore(tx, row.merchant_id, [id]);
    postings.push(
      posting('refund_orphaned', returnAbout(returned, id, id), { refund_parts: parts }),
    );
  }
  return postings;
}

/** The return of a sale reverses the whole entry. */
async function saleReturned(returned: Return): Promise<Posting[]> {
  const { tx, row, to, entry } = returned;
  const sale = await bookedAmounts(tx, row.merchant_id, row.id);
  const about = returnAbout(returned, row.id, entry.reference);
  const input = { processor: row.processor_id, sale };
  if (to === 'returned') return [posting('processor_return', about, input)];
  return [...(await orphanedRefunds(returned)), posting('processor_late_return', about, input)];
}

/** A refund or credit that could not be delivered: the merchant gets the money back. */
async function givingReturned(returned: Return): Promise<Posting[]> {
  const { tx, row, to, entry } = returned;
  const kind = row.type === 'refund' ? 'refund' : 'credit';
  const orphan = await postingSums(tx, row.merchant_id, row.id, 'refund_orphaned');
  const is_orphan = Object.keys(orphan).length > 0;
  if (to === 'returned') {
    const sums = await postingSums(tx, row.merchant_id, row.id, kind);
    const undo = (of: string, posted: AccountSums) =>
      posting('reverse', returnAbout(returned, row.id, `${of}:${row.id}`), { posting: posted });
    return [undo(kind, sums), ...(is_orphan ? [undo('refund_orphaned', orphan)] : [])];
  }
  const about = returnAbout(returned, row.id, entry.reference);
  const processor = row.processor_id;
  // Credits, and refunds whose sale is gone, have no parts to reverse.
  if (kind === 'credit' || is_orphan) {
    return [posting('processor_late_return', about, { processor, credit: row.amount })];
  }
  const { parts } = await refundedBefore(tx, row.merchant_id, [row.id]);
  const sale = negative(amountsOf(parts));
  return [posting('processor_late_return', about, { processor, sale })];
}

/** A returned refund no longer reduces what can be refunded of its sale. */
async function parentChanges({ tx, context, row }: Return) {
  if (row.type !== 'refund') return [];
  const parent = await lockRow(tx, row.merchant_id, row.referenced_transaction_id);
  const changes = {
    refund_reserved: sum([parent.refund_reserved, -row.amount]),
    amount_refunded: sum([parent.amount_refunded, -row.amount]),
  };
  if (!from_statuses.late_return.includes(parent.status)) {
    return [changeAsRead(parent, changes)];
  }
  return parentStatements(context, parent, changes, by);
}

async function write(returned: Return): Promise<void> {
  const { tx, context, row, to, entry } = returned;
  assertMove(row.status, to as Status);
  const gives_back = row.type === 'refund' || row.type === 'credit';
  const postings = await (gives_back ? givingReturned(returned) : saleReturned(returned));
  const body = row.response_body;
  const response_body = body.ach
    ? { ...body, ach: { ...body.ach, return_code: entry.code } }
    : body;
  const changes = {
    status: to,
    response_body,
    version: row.version + 1,
    updated_at: context.clock.now(),
  };
  const parent = await parentChanges(returned);
  await pipeline(tx, [
    changeAsRead(row, changes),
    statusEvent(context, row, to, by),
    publishEvent(context, row, 'transaction_update'),
    ...parent,
    audited(context, {
      verb: 'return',
      noun: 'transaction',
      id: row.id,
      merchant_id: row.merchant_id,
      before: { status: row.status },
      after: { status: to, return_code: entry.code },
    }),
  ]);
  await post(tx, context, postings);
}

/** Books one entry in its own commit, or stores it; true if it is booked now. */
async function bookOne(context: Context, notice: ReturnNotice): Promise<boolean> {
  return await inTransaction(context, notice.merchant_id, async (tx) => {
    const row = await findReturnedTransaction(tx, notice);
    if (row?.status === notice.to) return true;
    if (!row || !from_statuses[notice.to].includes(row.status)) {
      await storeWaitingReturn(tx, context, notice, row);
      return false;
    }
    await deleteWaitingReturn(tx, notice).execute();
    await write({ ...notice, tx, context, row });
    return true;
  });
}

/** As `bookOne`; an entry that fails waits for its retry and does not stop the others. */
async function bookOrWait(context: Context, notice: ReturnNotice): Promise<boolean> {
  try {
    return await bookOne(context, notice);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    await storeFailedReturn(context, notice, error);
    return false;
  }
}

/**
 * Books entries that came back; each in a commit of its own. One that is booked already is left
 * alone. The host tells an entry with one close only, so one whose transaction is still open, or
 * cannot be found, is kept and booked by `bookWaitingReturns`.
 */
export async function bookReturns(
  context: Context,
  closing: Closing,
  entries: readonly ReturnedEntry[],
  to: Kind,
): Promise<void> {
  const { merchant_id, processor, on } = closing;
  let is_waiting = false;
  for (const entry of entries) {
    const notice = { merchant_id, processor_id: processor.row.id, entry, to, on };
    if (!(await bookOrWait(context, notice))) is_waiting = true;
    wakeOutbox(context);
  }
  if (!is_waiting) return;
  await scheduleCommitted(context, { name: recovery_job, key: 'all', due_at: context.clock.now() });
}

interface Waiting {
  merchant_id: string;
  processor_id: string;
  reference: string;
  kind: Kind;
  code: string;
  effective_on: string;
}

const max_at_once = 200;

/** Books the stored entries whose transactions have reached a state in which they can be booked. */
export async function bookWaitingReturns(context: Context): Promise<void> {
  const { rows } = await sql<Waiting>`select w.* from waiting_return w
    join transaction t on t.merchant_id = w.merchant_id and t.id = w.transaction_id
    where coalesce(w.next_try_at <= ${context.clock.now()}, true)
      and ((w.kind = 'returned' and t.status = any(${from_statuses.returned}))
        or (w.kind = 'late_return' and t.status = any(${from_statuses.late_return})))
    order by w.created_at limit ${max_at_once}`.execute(connect(context));
  for (const { merchant_id, processor_id, reference, kind, code, effective_on } of rows) {
    const entry = { reference, code };
    await bookOrWait(context, { merchant_id, processor_id, entry, to: kind, on: effective_on });
    wakeOutbox(context);
  }
}
