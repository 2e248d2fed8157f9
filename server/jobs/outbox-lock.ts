// The outbox lock of a merchant: held by the process that hands out its events.
import { type CompiledQuery, sql } from 'kysely';
import { pipeline } from '../db/connections/pipeline.ts';
import type { Tx } from '../db/database.ts';

interface OutboxRead<Row> {
  merchant_id: string;
  /** What is read once the lock is held. */
  queries: readonly CompiledQuery<Row>[];
}

/**
 * Locks the merchant's outbox for this transaction and reads what waits in it, by query; nothing
 * where another process has it. The lock ends with the connection, so a process that dies holds
 * nobody up.
 */
export async function lockOutbox<Row>(
  tx: Tx,
  { merchant_id, queries }: OutboxRead<Row>,
): Promise<Row[][]> {
  const lock = sql`select 1 from outbox_lock where merchant_id = ${merchant_id}
    for update skip locked`.compile(tx);
  // Statements of their own: they see what was done before the lock was ours.
  const [locked, ...waiting] = await pipeline(tx, [lock, ...queries]);
  if (locked?.rows.length) return waiting.map(({ rows }) => rows);
  const made = await sql`insert into outbox_lock (merchant_id) values (${merchant_id})
    on conflict do nothing returning 1`.execute(tx);
  if (made.rows.length === 0) return [];
  return (await pipeline(tx, queries)).map(({ rows }) => rows);
}

/** Waits for the lock, so that no process hands out events at the same time. */
export async function waitForOutboxLock(tx: Tx, merchant_id: string): Promise<void> {
  await sql`select 1 from outbox_lock where merchant_id = ${merchant_id} for update`.execute(tx);
}
