// The lane of a merchant: a row lock that whoever hands out its events holds.
import { type CompiledQuery, sql } from 'kysely';
import { together } from '../db/connections/together.ts';
import type { Tx } from '../db/database.ts';

interface Lane<Row> {
  merchant_id: string;
  /** What is read once the lock is held. */
  queries: readonly CompiledQuery<Row>[];
}

/**
 * Takes the merchant's lane for this transaction and what waits in it, by query; nothing where
 * another process has it. The lock ends with the connection, so a process that dies holds nobody
 * up.
 */
export async function takeLane<Row>(tx: Tx, { merchant_id, queries }: Lane<Row>): Promise<Row[][]> {
  const lane = sql`select 1 from outbox_lane where merchant_id = ${merchant_id}
    for update skip locked`.compile(tx);
  // Statements of their own: they see what was done before the lock was ours.
  const [taken, ...waiting] = await together(tx, [lane, ...queries]);
  if (taken?.rows.length) return waiting.map(({ rows }) => rows);
  const made = await sql`insert into outbox_lane (merchant_id) values (${merchant_id})
    on conflict do nothing returning 1`.execute(tx);
  if (made.rows.length === 0) return [];
  return (await together(tx, queries)).map(({ rows }) => rows);
}

/** Waits for the lane, so that no turn runs at the same time. */
export async function waitForLane(tx: Tx, merchant_id: string): Promise<void> {
  await sql`select 1 from outbox_lane where merchant_id = ${merchant_id} for update`.execute(tx);
}
