// Hands every committed event to its consumers: by merchant, in order per resource, at least once.
import { type CompiledQuery, sql } from 'kysely';
import { type Context, type Services, systemContext } from '../context.ts';
import { pipelineAndCommit } from '../db/connections/pipeline.ts';
import { connect, inTransaction, type Tx } from '../db/database.ts';
import { forEachMerchant } from '../db/each.ts';
import { nightlyJob } from './housekeeping.ts';
import { deliver } from './outbox-delivery.ts';
import { lockOutbox } from './outbox-lock.ts';
import { heldPosition, type Position, positionsOf, runRetries, save } from './outbox-retries.ts';
import { no_wake } from './outbox-waker.ts';

export interface OutboxEvent {
  merchant_id: string;
  id: string;
  /** `transaction_create`, `settlement_batch` … */
  kind: string;
  resource_id: string;
  /** Counts the events of one resource from 1 without a gap. */
  sequence: number;
  payload: unknown;
  created_at: Date;
}

export interface OutboxConsumer {
  name: string;
  /**
   * Takes events of one merchant, those of one resource in their order. It is called again after a
   * crash or a failure, also with events it has taken before, so it must find what is done.
   */
  consume(context: Context, events: readonly OutboxEvent[]): Promise<void>;
  /** Later events of a resource do not wait for one at which this consumer failed. */
  any_order?: boolean;
  /** How long a call may take (default 20 s). */
  limit_ms?: number;
  /** Waits for what it began and others finish; called before the sandbox's clock moves on. */
  drain?(context: Context): Promise<void>;
}

/** Resources of one merchant that one delivery takes; all their waiting events come with them. */
const resources_per_batch = 500;

/**
 * Merchants with events to deliver, those that wait longest first. The query steps through an index
 * from merchant to merchant, so it reads one event of each, however many wait.
 */
async function waitingMerchants(context: Context): Promise<string[]> {
  const first = sql`select merchant_id, next_attempt_at from outbox where delivered_at is null`;
  const { rows } = await sql<{ merchant_id: string }>`
    with recursive waiting as (
      (${first} order by merchant_id, next_attempt_at limit 1)
      union all
      select following.* from waiting cross join lateral (
        ${first} and merchant_id > waiting.merchant_id
        order by merchant_id, next_attempt_at limit 1) as following)
    select merchant_id from waiting where next_attempt_at <= ${context.clock.now()}
    order by next_attempt_at`.execute(connect(context));
  return rows.map((row) => row.merchant_id);
}

/** An event, with the consumers that still have an earlier unprocessed event of its resource. */
type Waiting = OutboxEvent & { behind: string[] };

/**
 * Waiting events of the resources that are due, earlier ones first. Statistics mostly show an empty
 * table, so the planner would scan all waiting events for each resource: `offset 0` forces one
 * index look-up a resource.
 */
function waitingEvents(tx: Tx, context: Context, merchant_id: string): CompiledQuery<Waiting> {
  return sql<Waiting>`
    with batch as (
      select resource_id from outbox
      where merchant_id = ${merchant_id} and delivered_at is null
        and next_attempt_at <= ${context.clock.now()}
      order by next_attempt_at limit ${resources_per_batch})
    select merchant_id, id, kind, event.resource_id, sequence, payload, created_at,
      array(select r.consumer from outbox_retry r where r.merchant_id = ${merchant_id}
        and r.resource_id = event.resource_id) as behind
    from (select distinct resource_id from batch) as due
    cross join lateral (
      select * from outbox
      where merchant_id = ${merchant_id} and resource_id = due.resource_id offset 0) as event
    where delivered_at is null
    order by event.resource_id, sequence`.compile(tx);
}

/**
 * Gives the events to one consumer and returns its positions at those that it has not processed.
 * Its failure keeps no other consumer waiting: the events count as given.
 */
async function deliverTo(
  context: Context,
  consumer: OutboxConsumer,
  events: readonly Waiting[],
): Promise<Position[]> {
  const isBehind = ({ behind }: Waiting) => !consumer.any_order && behind.includes(consumer.name);
  const free = events.filter((event) => !isBehind(event));
  const undelivered = await deliver(context, consumer, free);
  const held = events.filter(isBehind);
  return [
    ...positionsOf(context, consumer, undelivered),
    ...held.map((event) => heldPosition(context, consumer.name, event)),
  ];
}

/** Notes what became of the events, and commits. */
async function note(
  tx: Tx,
  context: Context,
  events: readonly Waiting[],
  positions: readonly Position[],
) {
  const merchant_id = events[0]?.merchant_id as string;
  const update = sql`update outbox o set delivered_at = ${context.clock.now()}
    from unnest(${events.map((event) => event.resource_id)}::text[],
      ${events.map((event) => event.sequence)}::int[]) as e (resource_id, sequence)
    where o.merchant_id = ${merchant_id} and o.resource_id = e.resource_id
      and o.sequence = e.sequence`;
  const saved_positions =
    positions.length > 0 ? [save(context, merchant_id, positions).compile(tx)] : [];
  await pipelineAndCommit(tx, [update.compile(tx), ...saved_positions]);
}

interface Delivered {
  /** Events that were given to the consumers. */
  attempted: number;
  /** Events that every consumer has taken, and those that one took at a later try. */
  delivered: number;
  /** Whether more may wait behind them. */
  full: boolean;
}

/** Delivers the events of one merchant that wait now. */
async function deliverOnce(
  context: Context,
  consumers: readonly OutboxConsumer[],
  merchant_id: string,
): Promise<Delivered> {
  return await inTransaction(context, merchant_id, async (tx) => {
    const queries = [waitingEvents(tx, context, merchant_id)];
    const [events = []] = await lockOutbox(tx, { merchant_id, queries });
    if (events.length === 0) return { attempted: 0, delivered: 0, full: false };
    const hands = consumers.map((consumer) => deliverTo(context, consumer, events));
    const positions = (await Promise.all(hands)).flat();
    await note(tx, context, events, positions);
    const open = new Set(positions.map(({ event }) => event.id));
    const attempted = events.length;
    return { attempted, delivered: attempted - open.size, full: attempted >= resources_per_batch };
  });
}

/** Works for one merchant after the other; the first failure is thrown after the last merchant. */
async function eachMerchant(
  ids: readonly string[],
  work: (merchant_id: string) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const id of ids) await work(id).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** One delivery for every merchant for whom something waits, then what is to be tried again. */
async function pass(context: Context, consumers: readonly OutboxConsumer[]): Promise<Delivered> {
  const all = { attempted: 0, delivered: 0, full: false };
  await eachMerchant(await waitingMerchants(context), async (merchant_id) => {
    const { attempted, delivered, full } = await deliverOnce(context, consumers, merchant_id);
    all.attempted += attempted;
    all.delivered += delivered;
    all.full ||= full;
  });
  const retried = await runRetries(context, consumers, eachMerchant);
  all.delivered += retried;
  all.full ||= retried > 0;
  return all;
}

/**
 * Hands over everything that waits; gives how many events were taken. What fails is left to wait
 * for its next try, merchants that another process works on are left to it.
 */
export async function runOutbox(
  context: Context,
  consumers: readonly OutboxConsumer[],
): Promise<number> {
  let total = 0;
  for (;;) {
    const { attempted, delivered } = await pass(context, consumers);
    total += delivered;
    if (attempted === 0 && delivered === 0) return total;
  }
}

const idle_ms = 1_000;
/** Commits that come within this time share a delivery. */
const batch_window_ms = 15;
/** The pause after a delivery: its duration times this factor, at most `longest_rest_ms`. */
const rest_factor = 4;
const longest_rest_ms = 300;

export interface Outbox {
  start(): void;
  /** Hands over what waits and waits for what came of it: before the sandbox's clock moves on. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The outbox of one process: it looks when it is woken, and once a second for what others wrote.
 */
export function makeOutbox(services: Services, consumers: readonly OutboxConsumer[]): Outbox {
  let timer: NodeJS.Timeout | undefined;
  let due_ms = Number.POSITIVE_INFINITY;
  let stopped = true;
  let busy: Promise<unknown> | undefined;
  let woken = false;
  let rested_ms = 0;

  function look() {
    const began_ms = services.clock.monotonicMs();
    due_ms = Number.POSITIVE_INFINITY;
    woken = false;
    busy = pass(systemContext(services, services.ids.next()), consumers)
      .then(({ full }) => {
        woken ||= full;
      })
      .catch((error) => services.log.error({ err: error }, 'the outbox failed'))
      .finally(() => {
        busy = undefined;
        // A busy product rests between deliveries, so that one takes many events and costs little.
        const now_ms = services.clock.monotonicMs();
        rested_ms = now_ms + Math.min(longest_rest_ms, rest_factor * (now_ms - began_ms));
        arm(woken ? batch_window_ms : idle_ms);
      });
  }

  function arm(after_ms: number) {
    const now_ms = services.clock.monotonicMs();
    const at_ms = Math.max(now_ms + after_ms, rested_ms);
    if (stopped || busy || at_ms >= due_ms) return;
    clearTimeout(timer);
    due_ms = at_ms;
    timer = setTimeout(look, at_ms - now_ms);
  }

  function wake() {
    woken = true;
    arm(batch_window_ms);
  }

  async function drain() {
    if (consumers.length === 0) return;
    const context = systemContext(services, services.ids.next());
    await busy;
    await runOutbox(context, consumers);
    for (const consumer of consumers) await consumer.drain?.(context);
  }

  return {
    drain,
    start() {
      if (consumers.length === 0) return;
      stopped = false;
      services.outbox_waker.wake = wake;
      arm(0);
    },
    async stop() {
      stopped = true;
      services.outbox_waker.wake = no_wake;
      clearTimeout(timer);
      await busy;
    },
  };
}

const day_ms = 86_400_000;
const retention_days = 30;

/** Forgets events that everybody has taken or that were discarded, thirty days later. */
export const outboxCleaning = nightlyJob({
  name: 'outbox_cleaning',
  every_ms: day_ms / 2,
  next: (after) => new Date(after.getTime() + day_ms),
  async work(context) {
    const before = new Date(context.clock.now().getTime() - retention_days * day_ms);
    const { rows } = await sql<{ merchant_id: string }>`select distinct merchant_id
      from outbox where delivered_at < ${before}`.execute(connect(context));
    await forEachMerchant(context, 'outbox_not_cleaned', rows, ({ merchant_id }) =>
      sql`delete from outbox where merchant_id = ${merchant_id}
        and delivered_at < ${before} and not exists (select from outbox_retry r
          where r.merchant_id = ${merchant_id} and r.resource_id = outbox.resource_id
            and r.sequence = outbox.sequence)`.execute(connect(context, merchant_id)),
    );
  },
});
