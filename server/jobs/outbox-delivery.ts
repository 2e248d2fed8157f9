// Hands events to one consumer, all in one call; where that fails, in ever smaller parts, so that
// the failing event is found and the others are delivered.
import type { Context } from '../context.ts';
import { errorText } from '../error-text.ts';
import type { OutboxConsumer, OutboxEvent } from './outbox.ts';

/** A call of a consumer that takes longer counts as failed. */
const call_limit_ms = 20_000;
/** No further call of a batch begins after this, since the batch holds the lock of the merchant. */
const batch_limit_ms = 10_000;
/** After this many failed calls the rest waits for the next batch: the consumer may be down. */
const max_failed_calls = 40;

interface Failure {
  event: OutboxEvent;
  error: string;
  /** `request_id` of the log line with the error. */
  error_id: string;
}

export interface Undelivered {
  /** Events at which the consumer failed in a call of their own. */
  failed: Failure[];
  /** Events that were not delivered: behind a failed one of their resource, or out of time. */
  untried: OutboxEvent[];
}

async function withLimit(work: Promise<void>, limit_ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the consumer took longer than ${limit_ms} ms`)),
      limit_ms,
    );
  });
  try {
    await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

/** One call; null where the consumer took the events. */
async function call(context: Context, consumer: OutboxConsumer, events: readonly OutboxEvent[]) {
  const error_id = context.ids.next();
  try {
    const work = consumer.consume({ ...context, request_id: error_id }, events);
    await withLimit(work, consumer.limit_ms ?? call_limit_ms);
    return null;
  } catch (error) {
    const [first] = events;
    const about = { merchant_id: first?.merchant_id, resource_id: first?.resource_id };
    const details = { err: error, consumer: consumer.name, request_id: error_id, ...about };
    context.log.error({ ...details, event_count: events.length }, 'an outbox consumer failed');
    return { error: errorText(error), error_id };
  }
}

/**
 * Events of one merchant, those of one resource in their order. Never throws: what could not be
 * delivered is answered. A consumer that keeps the order gets nothing behind a failed event.
 */
export async function deliver(
  context: Context,
  consumer: OutboxConsumer,
  all: readonly OutboxEvent[],
): Promise<Undelivered> {
  const result: Undelivered = { failed: [], untried: [] };
  const until_ms = context.clock.monotonicMs() + batch_limit_ms;
  const stopped = new Set<string>();
  let failed_calls = 0;

  async function deliverPart(part: readonly OutboxEvent[]): Promise<void> {
    const events = part.filter(({ resource_id }) => !stopped.has(resource_id));
    result.untried.push(...part.filter(({ resource_id }) => stopped.has(resource_id)));
    const [first] = events;
    if (!first) return;
    const over = failed_calls >= max_failed_calls || context.clock.monotonicMs() > until_ms;
    if (failed_calls > 0 && over) {
      result.untried.push(...events);
      if (!consumer.any_order) for (const event of events) stopped.add(event.resource_id);
      return;
    }
    const fault = await call(context, consumer, events);
    if (!fault) return;
    failed_calls += 1;
    if (events.length === 1) {
      result.failed.push({ event: first, ...fault });
      if (!consumer.any_order) stopped.add(first.resource_id);
      return;
    }
    const middle = Math.ceil(events.length / 2);
    await deliverPart(events.slice(0, middle));
    await deliverPart(events.slice(middle));
  }

  await deliverPart(all);
  return result;
}
