// The members of a batch in set-based statements: settled, with their history and their events.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/database.ts';
import type { BatchMember } from '../processors/batch-types.ts';
import { type BatchRow, joined_at } from './batches.ts';

/** Maximum rows of one statement, which limits the size of its arrays. */
const chunk_size = 5_000;

interface Settled {
  id: string;
  type: string;
  amount_settled: number;
}

function chunks<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / chunk_size);
  return Array.from({ length: count }, (_, n) => rows.slice(n * chunk_size, (n + 1) * chunk_size));
}

/** A host item is ours if it has the reference of one of our attempts and the amounts agree. */
async function settleChunk(
  tx: Tx,
  now: Date,
  batch: BatchRow,
  members: readonly BatchMember[],
): Promise<Settled[]> {
  const references = members.map((member) => member.reference);
  const amounts = members.map((member) => member.amount);
  const settled_amount = sql`case when t.type in ('refund', 'credit') then t.amount
    else t.amount_captured end`;
  const { rows } = await sql<Settled>`
    update transaction t
    set status = 'settled', amount_settled = ${settled_amount}, settled_at = ${now},
      settlement_batch_id = ${batch.id}, version = t.version + 1, updated_at = ${now}
    from unnest(${references}::text[], ${amounts}::bigint[]) as h (reference, amount)
    join rail_attempt a on a.merchant_id = ${batch.merchant_id}
      and a.processor_id = ${batch.processor_id} and a.id = h.reference
    where t.merchant_id = ${batch.merchant_id} and t.id = a.transaction_id
      and t.status = 'pending_settlement' and t.currency = ${batch.currency}
      and t.processor_id = ${batch.processor_id} and ${settled_amount} = h.amount
    returning t.id, t.type, t.amount_settled`.execute(tx);
  return rows;
}

/** Writes the status moves (allowed by the table of `states.ts`) and events of settled rows. */
async function publishChunk(
  tx: Tx,
  context: Context,
  merchant_id: string,
  ids: readonly string[],
): Promise<void> {
  const now = context.clock.now();
  const event_ids = ids.map(() => context.ids.next());
  await Promise.all([
    sql`insert into transaction_event (merchant_id, transaction_id, sequence, from_status,
        to_status, verb, user_id, user_name, request_id, created_at)
      select ${merchant_id}, s.id, coalesce((select max(e.sequence) from transaction_event e
          where e.merchant_id = ${merchant_id} and e.transaction_id = s.id), 0) + 1,
        'pending_settlement', 'settled', 'settle', '', 'system', ${context.request_id}, ${now}
      from unnest(${[...ids]}::text[]) as s (id)`.execute(tx),
    sql`insert into outbox
        (merchant_id, id, kind, resource_id, sequence, payload, request_id, created_at,
          next_attempt_at)
      select t.merchant_id, s.event_id, 'transaction_settlement', t.id, t.version,
        jsonb_build_object('status', t.status, 'type', t.type, 'response_code', t.response_code,
          'amount', t.amount), ${context.request_id}, ${now}, ${now}
      from unnest(${[...ids]}::text[], ${event_ids}::text[]) as s (id, event_id)
      join transaction t on t.merchant_id = ${merchant_id} and t.id = s.id`.execute(tx),
  ]);
}

export interface Sums {
  count: number;
  captured: number;
  credit: number;
}

const gives_back = (type: string) => type === 'refund' || type === 'credit';

/** Settles the members reported by the host that are ours and pending; returns their sums. */
export async function settleMembers(
  tx: Tx,
  context: Context,
  batch: BatchRow,
  members: readonly BatchMember[],
): Promise<Sums> {
  const now = context.clock.now();
  const sums: Sums = { count: 0, captured: 0, credit: 0 };
  for (const chunk of chunks(members)) {
    const settled = await settleChunk(tx, now, batch, chunk);
    if (settled.length === 0) continue;
    const ids = settled.map((row) => row.id);
    await publishChunk(tx, context, batch.merchant_id, ids);
    sums.count += settled.length;
    for (const { type, amount_settled } of settled) {
      if (gives_back(type)) sums.credit += amount_settled;
      else sums.captured += amount_settled;
    }
  }
  return sums;
}

/** The sums of the members reported by the host. */
export function hostSums(members: readonly BatchMember[]): Sums {
  const sums: Sums = { count: members.length, captured: 0, credit: 0 };
  for (const { operation, amount } of members) {
    if (gives_back(operation)) sums.credit += amount;
    else sums.captured += amount;
  }
  return sums;
}

/**
 * Our items of this batch that the processor did not report, without those of an earlier batch that
 * is not booked yet. An item with a follow-up under way is left out: its own attempt decides.
 */
export async function unsettledCount(tx: Tx, batch: BatchRow): Promise<number> {
  const { merchant_id, processor_id, currency, batch_date } = batch;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from transaction
    where merchant_id = ${merchant_id} and status = 'pending_settlement'
      and processor_id = ${processor_id} and currency = ${currency} and open_attempt_id = ''
      and ${joined_at} <= ${batch_date}
      and ${joined_at} > coalesce((select max(b.batch_date) from settlement_batch b
        where b.merchant_id = ${merchant_id} and b.processor_id = ${processor_id}
          and b.currency = ${currency} and b.batch_date < ${batch_date}
          and b.state <> 'rejected'), '-infinity')`.execute(tx);
  return rows[0]?.count ?? 0;
}
