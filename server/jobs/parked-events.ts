// Parked events of the outbox: administrators find them, have them tried again, or give them up.
import { sql } from 'kysely';
import type { InputOf } from '../../contract/endpoint.ts';
import { notFound, refuse } from '../../contract/errors.ts';
import {
  max_retried,
  type ParkedEvent,
  parked_event_fields,
  type parked_events,
  whyNotDiscarded,
} from '../../contract/platform/parked-events.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Tx } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import { conditionsOf, countOf, pageOf } from '../db/search.ts';
import type { Handlers } from '../http/serve.ts';
import { waitForOutboxLock } from './outbox-lock.ts';
import { advancePast } from './outbox-retries.ts';
import { wakeOutbox } from './outbox-waker.ts';

type Row = Omit<ParkedEvent, 'created_at' | 'parked_at'> & { created_at: Date; parked_at: Date };

const tables = sql`outbox_retry r
  join outbox o on o.merchant_id = r.merchant_id and o.resource_id = r.resource_id
    and o.sequence = r.sequence
  join account on account.id = r.merchant_id`;

const columns = sql`r.merchant_id, account.name as merchant_name, r.id, r.consumer, o.kind,
  r.resource_id, r.sequence, r.attempt_count, r.error, r.error_id, o.created_at, r.parked_at,
  (select count(*) from outbox_retry h where h.merchant_id = r.merchant_id
    and h.resource_id = r.resource_id and h.consumer = r.consumer and h.state = 'held')
    as held_count`;

const targets = {
  consumer: 'r.consumer',
  merchant_id: 'r.merchant_id',
  resource_id: 'r.resource_id',
  kind: 'o.kind',
  error: 'r.error',
  error_id: 'r.error_id',
  parked_at: 'r.parked_at',
};

function toRecord({ created_at, parked_at, ...row }: Row): ParkedEvent {
  return { ...row, created_at: created_at.toISOString(), parked_at: parked_at.toISOString() };
}

async function search(context: Context, input: InputOf<typeof parked_events.search>) {
  const conditions = [
    scope(context, 'r.merchant_id'),
    sql`r.state = 'parked'`,
    ...conditionsOf(parked_event_fields, targets, input.filters, context.clock.now()),
  ];
  const listed = { columns, from: tables, conditions, sorted_by: 'parked_at' };
  const { rows, ...count } = await pageOf<Row>(connect(context), 'r', listed, input);
  return { rows: rows.map(toRecord), ...count };
}

async function get(context: Context, { merchantId, id }: Path): Promise<ParkedEvent> {
  const { rows } = await sql<Row>`select ${columns} from ${tables}
    where r.merchant_id = ${merchantId} and r.id = ${id} and r.state = 'parked'
      and ${scope(context, 'r.merchant_id')}`.execute(connect(context));
  return toRecord(rows[0] ?? notFound());
}

interface Path {
  merchantId: string;
  id: string;
}

interface Parked {
  id: string;
  consumer: string;
  resource_id: string;
  sequence: number;
  attempt_count: number;
  error: string;
}

const gone = 'This event is no longer in the list.';

/** The parked event, locked; 404 where there is none in scope. */
async function lock(tx: Tx, context: Context, { merchantId, id }: Path): Promise<Parked> {
  const { rows } = await sql<Parked & { state: string }>`select id, consumer, resource_id,
      sequence, attempt_count, error, state
    from outbox_retry where merchant_id = ${merchantId} and id = ${id}
      and ${scope(context, 'outbox_retry.merchant_id')} for update`.execute(tx);
  const { state, ...row } = rows[0] ?? notFound();
  if (state !== 'parked') refuse('refused', gone);
  return row;
}

const about = (merchant_id: string, id: string) => ({ noun: 'parked_event', id, merchant_id });

/** Makes parked events of a merchant due again, their tries counted anew; how many. */
async function makeDue(
  tx: Tx,
  context: Context,
  merchant_id: string,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows } =
    await sql`update outbox_retry set state = 'waiting', attempt_count = 0, parked_at = null,
      next_attempt_at = ${context.clock.now()}
    where merchant_id = ${merchant_id} and id = any(${ids}) and state = 'parked'`.execute(tx);
  return Number(numAffectedRows);
}

async function retry(context: Context, path: Path): Promise<void> {
  await inTransaction(context, path.merchantId, async (tx) => {
    const { id, ...before } = await lock(tx, context, path);
    await makeDue(tx, context, path.merchantId, [id]);
    await audit(tx, context, { ...about(path.merchantId, id), verb: 'retry', before });
  });
  wakeOutbox(context);
}

async function discard(
  context: Context,
  path: Path,
  { reason }: { reason: string },
): Promise<void> {
  await inTransaction(context, path.merchantId, async (tx) => {
    // No turn may put an event behind one that is being given up.
    await waitForOutboxLock(tx, path.merchantId);
    const { id, ...before } = await lock(tx, context, path);
    const against = whyNotDiscarded(before.consumer);
    if (against) refuse('refused', against);
    for (const write of advancePast(context, path.merchantId, before.consumer, [before])) {
      await write.execute(tx);
    }
    const after = { reason };
    await audit(tx, context, { ...about(path.merchantId, id), verb: 'discard', before, after });
  });
  wakeOutbox(context);
}

/** Makes these events of one merchant due, as far as they are parked still; how many. */
async function retryOf(context: Context, { merchant_id, ids }: Oldest, consumer: string) {
  return await inTransaction(context, merchant_id, async (tx) => {
    const event_count = await makeDue(tx, context, merchant_id, ids);
    if (event_count === 0) return 0;
    const after = { consumer, event_count };
    await audit(tx, context, { ...about(merchant_id, consumer), verb: 'retry', after });
    return event_count;
  });
}

interface Oldest {
  merchant_id: string;
  ids: string[];
}

/** Of a consumer, in scope. */
const parkedOf = (context: Context, consumer: string) => sql`select merchant_id, id
  from outbox_retry where state = 'parked' and consumer = ${consumer}
    and ${scope(context, 'outbox_retry.merchant_id')}`;

/** The oldest parked events of the consumer; a person asks again for what is left. */
async function retryAll(context: Context, { consumer }: InputOf<typeof parked_events.retryAll>) {
  const query = connect(context);
  const { rows } = await sql<Oldest>`select merchant_id, array_agg(id) as ids
    from (${parkedOf(context, consumer)} order by parked_at, id limit ${max_retried}) as oldest
    group by merchant_id order by merchant_id`.execute(query);
  let count = 0;
  for (const oldest of rows) count += await retryOf(context, oldest, consumer);
  const { total_count: left_count } = await countOf(query, parkedOf(context, consumer));
  const own = context.actor.account_id;
  const after = { consumer, event_count: count, merchant_count: rows.length, left_count };
  await inTransaction(context, own, (tx) =>
    audit(tx, context, { ...about(own, consumer), verb: 'retry', after }),
  );
  wakeOutbox(context);
  return { count, left_count };
}

export const parkedEventHandlers: Handlers<typeof parked_events> = {
  search: (context, _params, input) => search(context, input),
  get: (context, path) => get(context, path),
  retry: (context, path) => retry(context, path),
  discard: (context, path, input) => discard(context, path, input),
  retryAll: (context, _params, input) => retryAll(context, input),
};
