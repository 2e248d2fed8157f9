// Retries of single consumers: an event at which one failed is tried again with back-off, then
// parked for a person, while other consumers and other events go on.
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { pipelineAndCommit } from '../db/connections/pipeline.ts';
import { connect, inTransaction, type Tx } from '../db/database.ts';
import type { OutboxConsumer, OutboxEvent } from './outbox.ts';
import { deliver, type Undelivered } from './outbox-delivery.ts';
import { lockOutbox } from './outbox-lock.ts';

/** After a failure: 1 s, 2 s, 4 s … at most five minutes, in business time. */
const first_retry_ms = 1_000;
const longest_retry_ms = 300_000;
/** Failed tries after which an event is parked: a quarter of an hour after the first. */
const max_tries = 10;
/** Positions of one consumer that a batch takes. */
const retries_each_batch = 500;

/** An event that one consumer has not processed yet, and how often it has failed before. */
type Open = OutboxEvent & { attempt_count: number };

export interface Position {
  consumer: string;
  event: OutboxEvent;
  state: 'waiting' | 'held' | 'parked';
  attempt_count: number;
  next_attempt_at: Date;
  error: string;
  error_id: string;
}

function failedPosition(context: Context, name: string, tries: number): Omit<Position, 'event'> {
  const now_ms = context.clock.now().getTime();
  const wait_ms = Math.min(first_retry_ms * 2 ** (tries - 1), longest_retry_ms);
  return {
    consumer: name,
    state: tries >= max_tries ? 'parked' : 'waiting',
    attempt_count: tries,
    next_attempt_at: new Date(now_ms + wait_ms),
    error: '',
    error_id: '',
  };
}

/**
 * Where a consumer stands after a batch: failed events wait for their next try or are parked. Of a
 * consumer that keeps the order the first open event of a resource waits and the others are held.
 */
export function positionsOf(
  context: Context,
  consumer: OutboxConsumer,
  { failed, untried }: Undelivered,
  triesOf: (event: OutboxEvent) => number = () => 0,
): Position[] {
  const made: Position[] = failed.map(({ event, error, error_id }) => ({
    ...failedPosition(context, consumer.name, triesOf(event) + 1),
    event,
    error,
    error_id,
  }));
  const begun = new Set(failed.map(({ event }) => event.resource_id));
  for (const event of [...untried].sort((a, b) => a.sequence - b.sequence)) {
    const held = !consumer.any_order && begun.has(event.resource_id);
    begun.add(event.resource_id);
    made.push({
      ...failedPosition(context, consumer.name, 1),
      event,
      state: held ? 'held' : 'waiting',
      attempt_count: triesOf(event),
      next_attempt_at: context.clock.now(),
    });
  }
  return made;
}

/** For an event behind an open one of its resource: a consumer that keeps the order waits. */
export function heldPosition(context: Context, name: string, event: OutboxEvent): Position {
  return {
    consumer: name,
    event,
    state: 'held',
    attempt_count: 0,
    next_attempt_at: context.clock.now(),
    error: '',
    error_id: '',
  };
}

/** Says in the log of each parked event that a person has to look. */
export function alertParked(context: Context, positions: readonly Position[]): void {
  for (const { state, consumer, event, error, error_id } of positions) {
    if (state !== 'parked') continue;
    const { merchant_id, resource_id, sequence, kind } = event;
    const about = { alert: 'event_parked', consumer, merchant_id, resource_id, sequence, kind };
    context.log.error({ ...about, error, request_id: error_id }, 'an event was parked');
  }
}

/** Writes positions; one that stands already is moved. */
export function save(
  context: Context,
  merchant_id: string,
  positions: readonly Position[],
): RawBuilder<unknown> {
  const each = <T>(pick: (one: Position) => T) => positions.map(pick);
  const now = context.clock.now();
  return sql`insert into outbox_retry (merchant_id, id, consumer, resource_id, sequence, state,
      attempt_count, next_attempt_at, error, error_id, created_at, parked_at)
    select ${merchant_id}, p.*, ${now}::timestamptz,
      case when p.state = 'parked' then ${now}::timestamptz end
    from unnest(${each(() => context.ids.next())}::text[], ${each((p) => p.consumer)}::text[],
      ${each((p) => p.event.resource_id)}::text[], ${each((p) => p.event.sequence)}::int[],
      ${each((p) => p.state)}::text[], ${each((p) => p.attempt_count)}::int[],
      ${each((p) => p.next_attempt_at.toISOString())}::timestamptz[],
      ${each((p) => p.error)}::text[], ${each((p) => p.error_id)}::text[])
      as p (id, consumer, resource_id, sequence, state, attempt_count, next_attempt_at, error,
        error_id)
    on conflict (merchant_id, resource_id, sequence, consumer) do update set
      state = excluded.state, attempt_count = excluded.attempt_count,
      next_attempt_at = excluded.next_attempt_at, parked_at = excluded.parked_at,
      error = case when excluded.error = '' then outbox_retry.error else excluded.error end,
      error_id = case when excluded.error = '' then outbox_retry.error_id
        else excluded.error_id end`;
}

/** Events a consumer is due to get again; of one that keeps the order, none that is held. */
function dueOf(tx: Tx, context: Context, merchant_id: string, name: string): CompiledQuery<Open> {
  return sql<Open>`
    with due as (
      select resource_id, sequence, attempt_count from outbox_retry
      where merchant_id = ${merchant_id} and consumer = ${name} and state = 'waiting'
        and next_attempt_at <= ${context.clock.now()}
      order by next_attempt_at limit ${retries_each_batch})
    select o.merchant_id, o.id, o.kind, o.resource_id, o.sequence, o.payload, o.created_at,
      due.attempt_count
    from due join outbox o on o.merchant_id = ${merchant_id} and o.resource_id = due.resource_id
      and o.sequence = due.sequence
    order by o.resource_id, o.sequence`.compile(tx);
}

/** Forgets positions that a consumer is past; what was held behind them is due now. */
export function advancePast(
  context: Context,
  merchant_id: string,
  consumer: string,
  past: readonly Pick<OutboxEvent, 'resource_id' | 'sequence'>[],
): RawBuilder<unknown>[] {
  const resources = past.map((event) => event.resource_id);
  const mine = sql`r.merchant_id = ${merchant_id} and r.consumer = ${consumer}`;
  return [
    sql`delete from outbox_retry r
      using unnest(${resources}::text[], ${past.map((event) => event.sequence)}::int[])
        as e (resource_id, sequence)
      where ${mine} and r.resource_id = e.resource_id and r.sequence = e.sequence`,
    sql`update outbox_retry r set state = 'waiting', next_attempt_at = ${context.clock.now()}
      where ${mine} and r.resource_id = any(${resources}) and r.state = 'held'
        and not exists (select from outbox_retry e
          where e.merchant_id = r.merchant_id and e.consumer = r.consumer
            and e.resource_id = r.resource_id and e.sequence < r.sequence)`,
  ];
}

async function retryBatch(
  tx: Tx,
  context: Context,
  consumers: readonly OutboxConsumer[],
  merchant_id: string,
): Promise<number> {
  const queries = consumers.map(({ name }) => dueOf(tx, context, merchant_id, name));
  const found = await lockOutbox(tx, { merchant_id, queries });
  const batches = consumers.map(async (consumer, n) => {
    const events = found[n] ?? [];
    const tries = new Map(events.map((event) => [event.id, event.attempt_count]));
    const undelivered = await deliver(context, consumer, events);
    const triesOf = ({ id }: OutboxEvent) => tries.get(id) ?? 0;
    const open = positionsOf(context, consumer, undelivered, triesOf);
    const left = new Set(open.map(({ event }) => event.id));
    return { name: consumer.name, open, past: events.filter(({ id }) => !left.has(id)) };
  });
  const done = await Promise.all(batches);
  const open = done.flatMap((one) => one.open);
  const past = done.filter((one) => one.past.length > 0);
  if (open.length === 0 && past.length === 0) return 0;
  const moves = past.flatMap((one) => advancePast(context, merchant_id, one.name, one.past));
  const writes = [...moves, save(context, merchant_id, open)];
  await pipelineAndCommit(
    tx,
    writes.map((write) => write.compile(tx)),
  );
  alertParked(context, open);
  return past.reduce((sum, one) => sum + one.past.length, 0);
}

/** Merchants with a position that is due for one of these consumers. */
async function dueMerchants(context: Context, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ merchant_id: string }>`select distinct merchant_id
    from outbox_retry where state = 'waiting' and next_attempt_at <= ${context.clock.now()}
      and consumer = any(${names})`.execute(connect(context));
  return rows.map((row) => row.merchant_id);
}

/** Tries again what is due; gives how many events a consumer has got past. */
export async function runRetries(
  context: Context,
  consumers: readonly OutboxConsumer[],
  eachOf: (ids: readonly string[], work: (id: string) => Promise<void>) => Promise<void>,
): Promise<number> {
  let count = 0;
  const due = await dueMerchants(
    context,
    consumers.map(({ name }) => name),
  );
  await eachOf(due, async (merchant_id) => {
    count += await inTransaction(context, merchant_id, (tx) =>
      retryBatch(tx, context, consumers, merchant_id),
    );
  });
  return count;
}
