// Turns events into deliveries: each event's body once, and one delivery for each endpoint.
import { sql } from 'kysely';
import { type WebhookType, webhook_subtypes } from '../../../contract/messages/webhook-events.ts';
import type { Context } from '../../context.ts';
import { connect, inTransaction } from '../../db/database.ts';
import type { OutboxConsumer, OutboxEvent } from '../../jobs/outbox.ts';
import { type DeliveryQueue, drainQueues, wakeQueues } from './delivery-queues.ts';
import { enqueueDeliveryJob } from './jobs.ts';
import type { WebhookParts } from './parts.ts';
import { bodyOf } from './signature.ts';

interface Endpoint {
  id: string;
  type: string;
  available_subtypes: Record<string, boolean>;
}

async function endpointsOf(context: Context, merchant_id: string): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`select id, type, available_subtypes from webhook
    where merchant_id = ${merchant_id} and status = 'active'`.execute(connect(context));
  return rows;
}

function familyOf(kind: string): WebhookType | undefined {
  const families = Object.entries(webhook_subtypes) as [WebhookType, readonly string[]][];
  return families.find(([, kinds]) => kinds.includes(kind))?.[0];
}

function takes({ type, available_subtypes }: Endpoint, { kind }: OutboxEvent): boolean {
  return familyOf(kind) === type && available_subtypes[kind] === true;
}

/** The objects that the events are about, by resource; one query for each kind of object. */
async function dataOf(context: Context, parts: WebhookParts, events: readonly OutboxEvent[]) {
  const found = new Map<string, unknown>();
  for (const [family, objectsOf] of Object.entries(parts.event_objects)) {
    const own = events.filter((event) => familyOf(event.kind) === family);
    const ids = [...new Set(own.map((event) => event.resource_id))];
    if (ids.length === 0) continue;
    const merchant_id = own[0]?.merchant_id as string;
    const data = await objectsOf(context, merchant_id, ids);
    for (const [id, value] of data) found.set(id, value);
  }
  return found;
}

function payloadOf(event: OutboxEvent, data: Map<string, unknown>): string {
  const { kind: type, merchant_id, resource_id, sequence, created_at: action_at } = event;
  const transaction = familyOf(type) === 'transaction' ? { transaction_id: resource_id } : {};
  const about = { type, merchant_id, ...transaction, sequence, action_at };
  return bodyOf({ ...about, data: data.get(resource_id) });
}

interface Pair {
  event: OutboxEvent;
  webhook_id: string;
}

/** Writes bodies and deliveries; those that exist from an earlier run are left unchanged. */
async function write(
  context: Context,
  merchant_id: string,
  pairs: readonly Pair[],
  data: Map<string, unknown>,
): Promise<void> {
  const now = context.clock.now();
  const events = [...new Set(pairs.map((pair) => pair.event))];
  const of = <T>(pick: (event: OutboxEvent) => T) => events.map(pick);
  const each = <T>(pick: (pair: Pair) => T) => pairs.map(pick);
  const ids = each(() => context.ids.next());
  await inTransaction(context, merchant_id, async (tx) => {
    await sql`insert into webhook_event
        (merchant_id, id, kind, resource_id, sequence, body, created_at)
      select ${merchant_id}, e.* from unnest(${of((e) => e.id)}::text[],
        ${of((e) => e.kind)}::text[], ${of((e) => e.resource_id)}::text[],
        ${of((e) => e.sequence)}::int[], ${of((e) => payloadOf(e, data))}::text[],
        ${of((e) => e.created_at.toISOString())}::timestamptz[]) as e
      on conflict do nothing`.execute(tx);
    // The endpoint may have been disabled or removed since it was read.
    await sql`insert into webhook_delivery (merchant_id, id, webhook_id, event_id, resource_id,
        sequence, state, next_attempt_at, created_at)
      select ${merchant_id}, d.id, w.id, d.event_id, d.resource_id, d.sequence, 'pending',
        ${now}::timestamptz, ${now}::timestamptz
      from unnest(${ids}::text[], ${each((p) => p.webhook_id)}::text[],
        ${each((p) => p.event.id)}::text[], ${each((p) => p.event.resource_id)}::text[],
        ${each((p) => p.event.sequence)}::int[])
        as d (id, webhook_id, event_id, resource_id, sequence)
      join webhook w on w.merchant_id = ${merchant_id} and w.id = d.webhook_id
        and w.status = 'active'
      on conflict (merchant_id, webhook_id, event_id) where not replay do nothing`.execute(tx);
    await enqueueDeliveryJob(tx, context);
  });
}

async function consume(
  context: Context,
  parts: WebhookParts,
  events: readonly OutboxEvent[],
): Promise<void> {
  const merchant_id = events[0]?.merchant_id as string;
  const endpoints = await endpointsOf(context, merchant_id);
  const pairs = events.flatMap((event) =>
    endpoints.filter((one) => takes(one, event)).map(({ id }) => ({ event, webhook_id: id })),
  );
  if (pairs.length === 0) return;
  const received = [...new Set(pairs.map((pair) => pair.event))];
  await write(context, merchant_id, pairs, await dataOf(context, parts, received));
  const queues = new Set(pairs.map((pair) => pair.webhook_id));
  wakeQueues(
    context,
    parts,
    [...queues].map((id): DeliveryQueue => ({ merchant_id, webhook_id: id })),
  );
}

/**
 * The outbox consumer of webhooks. `data` is the object as it is when its event is taken, a moment
 * after the commit; every try and every endpoint gets the same bytes.
 */
export function webhookConsumer(parts: WebhookParts): OutboxConsumer {
  return {
    name: 'webhooks',
    consume: (context, events) => consume(context, parts, events),
    drain: drainQueues,
  };
}
