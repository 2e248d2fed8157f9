// Deliveries of a webhook: searched, and sent once more by hand (gateway-api 14).
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, notFound, refuse } from '../../../contract/errors.ts';
import {
  type DeliveryRecord,
  delivery_fields,
  type webhooks,
} from '../../../contract/messages/webhooks.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { conditionsOf, countOf } from '../../db/search.ts';
import type { WebhookDelivery } from '../../db/tables.generated.ts';
import type { Handlers } from '../../http/serve.ts';
import type { StartDelivery } from './change.ts';
import { enqueueDeliveryJob } from './jobs.ts';
import { type WebhookPath, rows as webhook_rows } from './records.ts';

type DeliveryRow = Selectable<WebhookDelivery> & { kind: string };

function toRecord(row: DeliveryRow): DeliveryRecord {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event_id: row.event_id,
    type: row.kind,
    resource_id: row.resource_id,
    sequence: row.sequence,
    replay: row.replay,
    state: row.state as DeliveryRecord['state'],
    attempt_count: row.attempt_count,
    attempts: row.attempts,
    next_attempt_at: row.state === 'pending' ? row.next_attempt_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
    delivered_at: row.delivered_at?.toISOString() ?? null,
  };
}

const targets = {
  state: 'd.state',
  type: 'e.kind',
  event_id: 'd.event_id',
  resource_id: 'd.resource_id',
  created_at: 'd.created_at',
};

const source = sql`webhook_delivery d
  join webhook_event e on e.merchant_id = d.merchant_id and e.id = d.event_id`;

async function search(
  context: Context,
  path: WebhookPath,
  input: InputOf<(typeof webhooks)['deliveries']>,
) {
  await webhook_rows.get(context, path);
  if (input.sort && input.sort.field !== 'created_at') invalid('Sort');
  const direction = sql.raw(input.sort?.direction ?? 'desc');
  const conditions = [
    sql<SqlBool>`d.merchant_id = ${path.mid} and d.webhook_id = ${path.id}`,
    scope(context, 'd.merchant_id'),
    ...conditionsOf(delivery_fields, targets, input.filters, context.clock.now()),
  ];
  const where = sql.join(conditions, sql` and `);
  const query = connect(context);
  const [{ rows }, count] = await Promise.all([
    sql<DeliveryRow>`select d.*, e.kind from ${source} where ${where}
      order by d.created_at ${direction}, d.id ${direction}
      limit ${input.limit} offset ${input.offset}`.execute(query),
    countOf(query, sql`select 1 from ${source} where ${where}`),
  ]);
  return { rows: rows.map(toRecord), ...count };
}

/** A new delivery with its own id, which names the event it repeats. */
async function replay(
  context: Context,
  { mid, id, delivery_id }: WebhookPath & { delivery_id: string },
  wake: StartDelivery,
) {
  const { status } = await webhook_rows.get(context, { mid, id });
  const made = await inTransaction(context, mid, async (tx) => {
    const now = context.clock.now();
    const { rows } = await sql<DeliveryRow>`
      with made as (
        insert into webhook_delivery (merchant_id, id, webhook_id, event_id, resource_id, sequence,
          replay, state, next_attempt_at, created_at)
        select d.merchant_id, ${context.ids.next()}, d.webhook_id, d.event_id, d.resource_id,
          d.sequence, true, 'pending', ${now}::timestamptz, ${now}::timestamptz
        from webhook_delivery d
        where d.merchant_id = ${mid} and d.webhook_id = ${id} and d.id = ${delivery_id}
        returning *)
      select made.*, e.kind from made
      join webhook_event e on e.merchant_id = made.merchant_id and e.id = made.event_id`.execute(
      tx,
    );
    const row = rows[0] ?? notFound();
    if (status !== 'active') {
      refuse('refused', 'bad request error: the webhook is disabled');
    }
    await audit(tx, context, {
      verb: 'replay',
      noun: 'webhook',
      id,
      merchant_id: mid,
      after: { delivery_id: row.id, event_id: row.event_id },
    });
    await enqueueDeliveryJob(tx, context);
    return toRecord(row);
  });
  wake(context);
  return made;
}

type Log = 'deliveries' | 'replay';

/** The calls about single deliveries. */
export function deliveryHandlers(wake: StartDelivery): Pick<Handlers<typeof webhooks>, Log> {
  return {
    deliveries: search,
    replay: (context, path) => replay(context, path, wake),
  };
}
