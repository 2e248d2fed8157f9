// Webhook rows: read within reach, answered without their keys, searched (gateway-api 14).
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, notFound } from '../../../contract/errors.ts';
import {
  type WebhookRecord,
  type WebhookStatus,
  type WebhookType,
  webhook_fields,
  type webhooks,
} from '../../../contract/messages/webhooks.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { reachMerchant } from '../../db/reach.ts';
import { scope } from '../../db/scope.ts';
import { conditionsOf } from '../../db/search.ts';
import type { Webhook } from '../../db/tables.generated.ts';

export type WebhookRow = Selectable<Webhook>;
export interface WebhookPath {
  mid: string;
  id: string;
}

export function toRecord(context: Context, row: WebhookRow): WebhookRecord {
  const overlap = row.previous_until !== null && row.previous_until > context.clock.now();
  return {
    id: row.id,
    merchant_id: row.merchant_id,
    type: row.type as WebhookType,
    url: row.url,
    limit_per_second: row.limit_per_second,
    status: row.status as WebhookStatus,
    available_subtypes: row.available_subtypes as unknown as Record<string, boolean>,
    previous_key_expires_at: overlap ? (row.previous_until?.toISOString() ?? null) : null,
    failing_since: row.failing_since?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The row within the caller's reach; 404 otherwise. */
export async function rowOf(context: Context, { mid, id }: WebhookPath): Promise<WebhookRow> {
  const row = await connect(context)
    .selectFrom('webhook')
    .selectAll()
    .where('merchant_id', '=', mid)
    .where('id', '=', id)
    .where(scope(context, 'webhook.merchant_id'))
    .executeTakeFirst();
  return row ?? notFound();
}

export async function listWebhooks(context: Context, { mid }: { mid: string }) {
  await reachMerchant(context, mid);
  const rows = await connect(context)
    .selectFrom('webhook')
    .selectAll()
    .where('merchant_id', '=', mid)
    .where(scope(context, 'webhook.merchant_id'))
    .orderBy('id')
    .execute();
  return { rows: rows.map((row) => toRecord(context, row)), total_count: rows.length };
}

const targets = {
  type: 'webhook.type',
  url: 'webhook.url',
  status: 'webhook.status',
  created_at: 'webhook.created_at',
};

export async function searchWebhooks(
  context: Context,
  { mid }: { mid: string },
  input: InputOf<(typeof webhooks)['search']>,
) {
  await reachMerchant(context, mid);
  if (input.sort && input.sort.field !== 'created_at') invalid('Sort');
  const direction = sql.raw(input.sort?.direction ?? 'desc');
  const conditions = [
    sql<SqlBool>`webhook.merchant_id = ${mid}`,
    scope(context, 'webhook.merchant_id'),
    ...conditionsOf(webhook_fields, targets, input.filters, context.clock.now()),
  ];
  const where = sql.join(conditions, sql` and `);
  const query = connect(context);
  const [found, counted] = await Promise.all([
    sql<WebhookRow>`select * from webhook where ${where}
      order by created_at ${direction}, id ${direction}
      limit ${input.limit} offset ${input.offset}`.execute(query),
    sql<{ count: number }>`select count(*) as count from webhook where ${where}`.execute(query),
  ]);
  return {
    rows: found.rows.map((row) => toRecord(context, row)),
    total_count: counted.rows[0]?.count ?? 0,
  };
}
