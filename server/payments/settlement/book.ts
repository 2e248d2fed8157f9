// One database transaction a batch: members settled, numbers, ledger, audit row and events.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { BatchState } from '../../../contract/payments/settlement.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { inTransaction, type Tx } from '../../db/database.ts';
import { wakeOutbox } from '../../jobs/outbox-waker.ts';
import { type Posting, posting } from '../../ledger/postings.ts';
import { post } from '../../ledger/write.ts';
import type { BatchMember } from '../processors/batch-types.ts';
import type { BatchRow } from './batches.ts';
import { hostSums, type Sums, settleMembers, unsettledCount } from './members.ts';

/** What the host reported for one batch in one currency. */
export interface HostReport {
  batch_number: number;
  text: string;
  members: readonly BatchMember[];
  /** More items are open than this close took; the rest is not a difference. */
  more: boolean;
}

const approved_code = 100;

function postingsOf(before: BatchRow, after: BatchRow, host: Sums, added: Sums): Posting[] {
  const again = before.state === 'mismatch';
  const about = {
    owner_id: after.merchant_id,
    source_type: 'settlement_batch',
    source_id: after.id,
    effective_on: after.batch_on,
    currency: after.currency,
  };
  const processor = after.processor_id;
  // Items that join a batch later get their own posting, named by the number of members at that
  // time.
  const key = again ? `${after.id}:${after.num_transactions}` : after.id;
  const { captured, credit: credited } = added;
  const closed = posting('batch_close', { ...about, key }, { processor, captured, credited });
  const difference_key = `${after.id}:report${again ? `:${after.num_transactions}` : ''}`;
  const net = captured - credited;
  const differs = again
    ? { expected: net, reported: 0 }
    : { expected: net, reported: host.captured - host.credit };
  const input = { processor, ...differs };
  return [closed, posting('batch_difference', { ...about, key: difference_key }, input)];
}

function stateOf(members: number, unmatched_count: number, unsettled: number): BatchState {
  if (unmatched_count > 0 || unsettled > 0) return 'mismatch';
  return members > 0 ? 'closed' : 'rejected';
}

async function lock(tx: Tx, batch: BatchRow): Promise<BatchRow> {
  await tx
    .insertInto('settlement_batch')
    .values(batch)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return await tx
    .selectFrom('settlement_batch')
    .selectAll()
    .where('merchant_id', '=', batch.merchant_id)
    .where('id', '=', batch.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The next event of a batch, numbered in its row: the outbox forgets the earlier ones. */
export async function publishBatchEvent(tx: Tx, context: Context, batch: BatchRow): Promise<void> {
  const { merchant_id, id, created_at: _created, updated_at: _updated, ...facts } = batch;
  const { host_batch_number: _number, event_count: _count, ...told } = facts;
  const now = context.clock.now();
  const payload = JSON.stringify({ id, ...told });
  await sql`with counted as (
      update settlement_batch set event_count = event_count + 1
      where merchant_id = ${merchant_id} and id = ${id} returning event_count)
    insert into outbox
      (merchant_id, id, kind, resource_id, sequence, payload, request_id, created_at,
        next_attempt_at)
    select ${merchant_id}, ${context.ids.next()}, 'settlement_batch', ${id}, event_count,
      ${payload}::jsonb, ${context.request_id}, ${now}::timestamptz, ${now}::timestamptz
    from counted`.execute(tx);
}

async function write(tx: Tx, context: Context, before: BatchRow, after: BatchRow): Promise<void> {
  const { state, batch_number, num_transactions, amount_captured, amount_credit } = after;
  const numbers = { num_transactions, amount_captured, amount_credit };
  const written = await tx
    .updateTable('settlement_batch')
    .set({
      state,
      batch_number,
      ...numbers,
      net_deposit: after.net_deposit,
      response_code: after.response_code,
      response_message: after.response_message,
      updated_at: context.clock.now(),
    })
    .where('merchant_id', '=', after.merchant_id)
    .where('id', '=', after.id)
    .where('state', '=', before.state)
    .where('num_transactions', '=', before.num_transactions)
    .executeTakeFirst();
  assert(written.numUpdatedRows === 1n, 'a batch stands as it was locked');
  await audit(tx, context, {
    verb: 'settle',
    noun: 'settlement_batch',
    id: after.id,
    merchant_id: after.merchant_id,
    before: { state: before.state },
    after: { state, batch_number, ...numbers },
  });
}

/**
 * Books what a host reports of a batch: the members it confirms settle, what differs stays pending
 * and makes the batch a `mismatch`, its surplus a difference in suspense (reference ledger 5.1). A
 * batch that is booked already is left alone, so this may run again; of a mismatch it takes what
 * can be explained by now. Gives the batch as it stands.
 */
export async function bookBatch(
  context: Context,
  batch: BatchRow,
  report: HostReport,
): Promise<BatchRow> {
  const booked = await inTransaction(context, batch.merchant_id, async (tx) => {
    const before = await lock(tx, batch);
    if (!['closing', 'unknown', 'mismatch'].includes(before.state)) return before;
    const added = await settleMembers(tx, context, before, report.members);
    if (before.state === 'mismatch' && added.count === 0) return before;
    const host = hostSums(report.members);
    const num_transactions = before.num_transactions + added.count;
    const amount_captured = before.amount_captured + added.captured;
    const amount_credit = before.amount_credit + added.credit;
    const unsettled = report.more ? 0 : await unsettledCount(tx, before);
    const state = stateOf(num_transactions, host.count - num_transactions, unsettled);
    const after: BatchRow = {
      ...before,
      state,
      batch_number: String(report.batch_number),
      num_transactions,
      amount_captured,
      amount_credit,
      net_deposit: amount_captured - amount_credit,
      response_code: approved_code,
      response_message: report.text,
    };
    // A close that settled nothing keeps its own reference: the host gave it no number.
    if (state === 'rejected' || host.count === 0) after.batch_number = before.batch_number;
    await write(tx, context, before, after);
    await post(tx, context, postingsOf(before, after, host, added));
    if (state !== 'rejected') await publishBatchEvent(tx, context, after);
    return after;
  });
  wakeOutbox(context);
  return booked;
}
