// Hands webhooks what other rooms have: the objects that events speak of, whom to write to.
import { sql } from 'kysely';
import type { Context } from './context.ts';
import { connect } from './db/database.ts';
import { noticeAddresses } from './identity/users/notice-addresses.ts';
import type { WebhookParts } from './messages/webhooks/parts.ts';
import { batchEventBodies } from './payments/settlement/reading/batch-events.ts';
import { type TransactionRow, toRecord } from './payments/transactions/reading/read.ts';

async function transactionPayloads(context: Context, merchant_id: string, ids: readonly string[]) {
  const { rows } = await sql<TransactionRow>`select * from transaction
    where merchant_id = ${merchant_id} and id = any(${[...ids]})`.execute(connect(context));
  return new Map<string, unknown>(rows.map((row) => [row.id, toRecord(row)]));
}

export const webhook_parts: WebhookParts = {
  dataOf: (context, merchant_id, about, ids) =>
    about === 'transaction'
      ? transactionPayloads(context, merchant_id, ids)
      : batchEventBodies(context, merchant_id, ids),
  noticeAddresses,
};
