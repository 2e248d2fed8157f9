// Hands every committed event to its consumers: by merchant, in order per resource, at least once.
import { type CompiledQuery, sql } from 'kysely';
import { type Context, type Services, systemContext } from '../context.ts';
import { connect, inTransaction, type Tx } from '../db/database.ts';
import { together, togetherAtLast } from '../db/together.ts';
import { sparingJob } from './housekeeping.ts';

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
  /** Waits for what it began and others finish; called before the sandbox's clock moves on. */
  settle?(context: Context): Promise<void>;
}

/** Resources of one merchant that a turn takes; all their waiting events come with them. */
const resources_each_turn = 500;
/** After a failure: 1 s, 2 s, 4 s … at most five minutes, in business time. */
const first_retry_ms = 1_000;
const longest_retry_ms = 300_000;

/** Merchants with events that wait, those that wait longest first; each costs one look-up. */
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

type Waiting = OutboxEvent & { attempt_count: number };

/**
 * Waiting events of the resources whose turn it is; an earlier event is never left behind. The
 * planner takes the table for empty, where hardly ever anything waits, and would read all that
 * waits once for each row of it: `offset 0` makes every resource one look-up by its key.
 */
function waitingEvents(tx: Tx, context: Context, merchant_id: string): CompiledQuery<Waiting> {
  return sql<Waiting>`
    with turn as (
      select resource_id from outbox
      where merchant_id = ${merchant_id} and delivered_at is null
        and next_attempt_at <= ${context.clock.now()}
      order by next_attempt_at limit ${resources_each_turn})
    select merchant_id, id, kind, event.resource_id, sequence, payload, created_at, attempt_count
    from (select distinct resource_id from turn) as due
    cross join lateral (
      select * from outbox
      where merchant_id = ${merchant_id} and resource_id = due.resource_id offset 0) as event
    where delivered_at is null
    order by event.resource_id, sequence`.compile(tx);
}

/**
 * Takes the merchant's lane for this transaction and what waits in it; nothing where another
 * process has it. The lock ends with the connection, so a process that dies holds nobody up.
 */
async function takeLane(tx: Tx, context: Context, merchant_id: string): Promise<Waiting[]> {
  const lane = sql`select 1 from outbox_lane where merchant_id = ${merchant_id}
    for update skip locked`.compile(tx);
  // Statements of their own: the second one sees what was done before the lock was ours.
  const [taken, waiting] = await together(tx, [lane, waitingEvents(tx, context, merchant_id)]);
  if (taken?.rows.length) return waiting?.rows ?? [];
  const made = await sql`insert into outbox_lane (merchant_id) values (${merchant_id})
    on conflict do nothing returning 1`.execute(tx);
  if (made.rows.length === 0) return [];
  const [first] = await together(tx, [waitingEvents(tx, context, merchant_id)]);
  return first?.rows ?? [];
}

/** Every consumer, none waiting for another; false where one of them failed. */
async function consumeAll(
  context: Context,
  consumers: readonly OutboxConsumer[],
  events: readonly OutboxEvent[],
): Promise<boolean> {
  const done = consumers.map(async (consumer) => {
    try {
      await consumer.consume(context, events);
      return true;
    } catch (error) {
      context.log.error({ err: error, consumer: consumer.name }, 'an outbox consumer failed');
      return false;
    }
  });
  return (await Promise.all(done)).every((well) => well);
}

/** Notes what became of the events, and commits. */
async function note(tx: Tx, context: Context, events: readonly Waiting[], done: boolean) {
  const now = context.clock.now();
  const tries = Math.max(...events.map((event) => event.attempt_count));
  const wait_ms = Math.min(first_retry_ms * 2 ** Math.min(tries, 20), longest_retry_ms);
  const next = new Date(now.getTime() + wait_ms);
  const change = done
    ? sql`delivered_at = ${now}`
    : sql`attempt_count = o.attempt_count + 1, next_attempt_at = ${next}`;
  const update = sql`update outbox o set ${change}
    from unnest(${events.map((event) => event.resource_id)}::text[],
      ${events.map((event) => event.sequence)}::int[]) as e (resource_id, sequence)
    where o.merchant_id = ${events[0]?.merchant_id} and o.resource_id = e.resource_id
      and o.sequence = e.sequence`;
  await togetherAtLast(tx, [update.compile(tx)]);
}

interface Turn {
  /** Events that every consumer has taken. */
  taken: number;
  /** Whether more may wait behind them. */
  full: boolean;
}

/** One turn of one merchant. */
async function turn(
  context: Context,
  consumers: readonly OutboxConsumer[],
  merchant_id: string,
): Promise<Turn> {
  return await inTransaction(context, merchant_id, async (tx) => {
    const events = await takeLane(tx, context, merchant_id);
    if (events.length === 0) return { taken: 0, full: false };
    const done = await consumeAll(context, consumers, events);
    await note(tx, context, events, done);
    const full = done && events.length >= resources_each_turn;
    return { taken: done ? events.length : 0, full };
  });
}

/** One turn of every merchant for whom something waits. */
async function pass(context: Context, consumers: readonly OutboxConsumer[]): Promise<Turn> {
  const all = { taken: 0, full: false };
  for (const merchant_id of await waitingMerchants(context)) {
    const { taken, full } = await turn(context, consumers, merchant_id);
    all.taken += taken;
    all.full ||= full;
  }
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
    const { taken } = await pass(context, consumers);
    if (taken === 0) return total;
    total += taken;
  }
}

const idle_ms = 1_000;
/** Commits that come within this time share a turn. */
const gathering_ms = 15;
/** After a turn it rests this many times as long as the turn took, and never longer than that. */
const rest_turns = 4;
const longest_rest_ms = 300;

const wakers = new WeakMap<object, () => void>();

/** Says that an event has just been committed; costs nothing where no outbox runs. */
export function wakeOutbox(context: Context): void {
  wakers.get(context.database)?.();
}

export interface Outbox {
  start(): void;
  /** Hands over what waits and waits for what came of it: before the sandbox's clock moves on. */
  settle(): Promise<void>;
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
        // A busy product rests between turns, so that a turn takes many events and costs little.
        const now_ms = services.clock.monotonicMs();
        rested_ms = now_ms + Math.min(longest_rest_ms, rest_turns * (now_ms - began_ms));
        arm(woken ? gathering_ms : idle_ms);
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
    arm(gathering_ms);
  }

  async function settle() {
    if (consumers.length === 0) return;
    const context = systemContext(services, services.ids.next());
    await busy;
    await runOutbox(context, consumers);
    for (const consumer of consumers) await consumer.settle?.(context);
  }

  return {
    settle,
    start() {
      if (consumers.length === 0) return;
      stopped = false;
      wakers.set(services.database, wake);
      arm(0);
    },
    async stop() {
      stopped = true;
      wakers.delete(services.database);
      clearTimeout(timer);
      await busy;
    },
  };
}

const day_ms = 86_400_000;
const kept_days = 30;

/** Forgets events that everybody has taken, thirty days later. */
export const outboxCleaning = sparingJob({
  name: 'outbox_cleaning',
  every_ms: day_ms / 2,
  next: (after) => new Date(after.getTime() + day_ms),
  async work(context) {
    const before = new Date(context.clock.now().getTime() - kept_days * day_ms);
    const { rows } = await sql<{ merchant_id: string }>`select distinct merchant_id
      from outbox where delivered_at < ${before}`.execute(connect(context));
    for (const { merchant_id } of rows) {
      await sql`delete from outbox where merchant_id = ${merchant_id}
        and delivered_at < ${before}`.execute(connect(context, merchant_id));
    }
  },
});
