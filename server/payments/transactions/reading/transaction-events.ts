// Transactions in webhooks (gateway-api 14).
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { connect } from '../../../db/database.ts';
import { type TransactionRow, toRecord } from './read.ts';

/** Transactions by id, as a call that reads one answers them. */
export async function transactionEventBodies(
  context: Context,
  merchant_id: string,
  ids: readonly string[],
): Promise<Map<string, unknown>> {
  const { rows } = await sql<TransactionRow>`select * from transaction
    where merchant_id = ${merchant_id} and id = any(${[...ids]})`.execute(connect(context));
  return new Map(rows.map((row) => [row.id, toRecord(row)]));
}
