// Delivery queues: one for each endpoint, so that a slow or dead receiver delays nobody else.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { type Claimed, claim, claimSlot, dueQueues } from './delivery-claims.ts';
import { type DeliveryTry, recordRound } from './delivery-outcome.ts';
import { makeSlots, type Slots } from './delivery-slots.ts';
import type { WebhookParts } from './parts.ts';
import type { WebhookRow } from './records.ts';
import { openKey } from './secrets.ts';
import { signatureOf } from './signature.ts';

export interface DeliveryQueue {
  merchant_id: string;
  webhook_id: string;
}

/** Concurrent sends of this process: to receivers that answer, and to those that fail. */
const healthy_slots = 64;
const failing_slots = 16;
/** Deliveries of one endpoint in a round; an endpoint that fails is tried with a single one. */
const round_size = 16;

/** The delivery queues that this process is working on. */
export interface DeliveryQueues {
  readonly running: Map<string, Promise<void>>;
  /** Queues that were woken while they ran: something may have come after they last read. */
  readonly again: Set<string>;
  readonly healthy: Slots;
  readonly failing: Slots;
  /** Aborts the rounds that are running when the process stops. */
  ending: AbortController;
}

export function makeDeliveryQueues(): DeliveryQueues {
  return {
    running: new Map(),
    again: new Set(),
    healthy: makeSlots(healthy_slots),
    failing: makeSlots(failing_slots),
    ending: new AbortController(),
  };
}

async function endpointOf(context: Context, queue: DeliveryQueue): Promise<WebhookRow | undefined> {
  return await connect(context)
    .selectFrom('webhook')
    .selectAll()
    .where('merchant_id', '=', queue.merchant_id)
    .where('id', '=', queue.webhook_id)
    .where('status', '=', 'active')
    .executeTakeFirst();
}

interface Round {
  context: Context;
  row: WebhookRow;
  keys: { current: string; previous: string | null };
}

/** Both keys in clear, for this round alone. */
async function keysOf(context: Context, row: WebhookRow) {
  const overlap = row.previous_until !== null && row.previous_until > context.clock.now();
  const previous = overlap && row.previous_secret !== '' ? row.previous_secret : null;
  return {
    current: await openKey(context, row, row.secret),
    previous: previous === null ? null : await openKey(context, row, previous),
  };
}

/** Headers of one delivery (gateway-api 14); the id stays the same over all its tries. */
function headersOf({ keys }: Round, delivery: Claimed): Record<string, string> {
  const { body, event_id, replay, id, sequence } = delivery;
  return {
    'content-type': 'application/json',
    signature: signatureOf(keys.current, body),
    ...(keys.previous !== null && { 'signature-previous': signatureOf(keys.previous, body) }),
    'x-webhook-event-id': replay ? id : event_id,
    ...(replay && { 'x-webhook-replay-of': event_id }),
    'x-webhook-sequence': String(sequence),
  };
}

/** One try. */
async function send(round: Round, delivery: Claimed): Promise<DeliveryTry> {
  const { context, row } = round;
  if (row.limit_per_second > 0) {
    const queue = { merchant_id: row.merchant_id, webhook_id: row.id };
    await sleep(await claimSlot(context, queue, row.limit_per_second));
  }
  const at = context.clock.now();
  const started_ms = context.clock.monotonicMs();
  const answer = await context.public_egress.post({
    url: row.url,
    body: delivery.body,
    headers: headersOf(round, delivery),
    timeout_ms: context.timing.webhook_try_ms,
  });
  const duration_ms = Math.round(context.clock.monotonicMs() - started_ms);
  const result =
    answer.kind === 'answered'
      ? { status: answer.status, error: '' }
      : { status: 0, error: answer.reason };
  return { delivery, at, ...result, duration_ms };
}

/** Sends what may be sent now; false where there was nothing. */
async function sendRound(
  context: Context,
  parts: WebhookParts,
  row: WebhookRow,
  count: number,
): Promise<boolean> {
  const token = context.ids.next();
  const queue = { merchant_id: row.merchant_id, webhook_id: row.id };
  const claimed = await claim(context, queue, count, token);
  if (claimed.length === 0) return false;
  const keys = await keysOf(context, row);
  const round = { context, row, keys };
  const tried = await Promise.all(claimed.map((delivery) => send(round, delivery)));
  await recordRound(context, parts, row, token, tried);
  return true;
}

/** Rounds of one endpoint until there is nothing to send. */
async function runQueue(context: Context, parts: WebhookParts, queue: DeliveryQueue) {
  const { healthy, failing, ending } = context.delivery_queues;
  while (!ending.signal.aborted) {
    const row = await endpointOf(context, queue);
    if (!row) return;
    const fails = row.failing_since !== null;
    const most = fails || row.limit_per_second > 0 ? 1 : round_size;
    const slots = fails ? failing : healthy;
    const count = await slots.take(most);
    try {
      if (!(await sendRound(context, parts, row, count))) return;
    } finally {
      slots.give(count);
    }
  }
}

function open(context: Context, parts: WebhookParts, queue: DeliveryQueue): void {
  const { running, again, ending } = context.delivery_queues;
  const key = `${queue.merchant_id}/${queue.webhook_id}`;
  if (ending.signal.aborted) return;
  if (running.has(key)) {
    again.add(key);
    return;
  }
  again.delete(key);
  const done = runQueue(context, parts, queue)
    .catch((error) => {
      // At the end the database is closed before the last receivers have answered: no failure.
      if (ending.signal.aborted) return;
      context.log.error({ err: error, ...queue }, 'a webhook queue failed');
    })
    .finally(() => {
      running.delete(key);
      if (again.delete(key)) open(context, parts, queue);
    });
  running.set(key, done);
}

/** Starts the queues of these endpoints; returns at once. */
export function wakeQueues(
  context: Context,
  parts: WebhookParts,
  queues: readonly DeliveryQueue[],
): void {
  for (const queue of queues) open(context, parts, queue);
}

/** Opens the queue of every endpoint that has something to send. */
export async function wakeDueQueues(context: Context, parts: WebhookParts): Promise<void> {
  wakeQueues(context, parts, await dueQueues(context));
}

/** Waits until this process is sending nothing. */
export async function drainQueues(context: Context): Promise<void> {
  const { running } = context.delivery_queues;
  while (running.size > 0) await Promise.all(running.values());
}

/** How long a stopping process waits for its receivers; what remains is sent again. */
const end_ms = 3_000;

/** Starts nothing new, and waits a little for what is being sent. */
export async function stopQueues(context: Context): Promise<void> {
  const { delivery_queues } = context;
  delivery_queues.ending.abort();
  await Promise.race([drainQueues(context), sleep(end_ms, undefined, { ref: false })]);
  delivery_queues.ending = new AbortController();
}
