// Keeps the sums of each merchant's days: an outbox consumer marks days that have changed, a job
// sums them again. For marked days readers sum the transactions themselves (totals-groups.ts).
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../../context.ts';
import { connect, inTransaction, type Tx } from '../../../../db/database.ts';
import { forEachMerchant } from '../../../../db/each.ts';
import type { OutboxConsumer } from '../../../../jobs/outbox.ts';
import { enqueue, enqueueStatement, type JobDefinition } from '../../../../jobs/runner.ts';
import { isTimeZone } from '../../reports/report-stream.ts';
import { columnsOf, places, type StoredSums } from './stored-sums.ts';
import { day_sums, days_consumer, groupSums } from './totals-groups.ts';
import { counted_names, figuresOf } from './totals-hours.ts';
import { kinds } from './totals-kinds.ts';

const job_name = 'transaction_days';
/** How long a changed day waits, so that many changes are summed once. */
const rest_ms = 5_000;
/** It waits longer the more rows it has, so that summing takes a fraction of the time. */
const rest_each_row_ms = 2;
const days_a_commit = 31;
const by_day = ['transaction_day', 'transaction_kind_day'];
const by_hour = ['transaction_hour', 'transaction_kind_hour'];

/** The time zone of a merchant's days: its own, or UTC where the database does not know that. */
async function zoneOf(context: Context, merchant_id: string): Promise<string> {
  const account = await connect(context)
    .selectFrom('account')
    .select('timezone')
    .where('id', '=', merchant_id)
    .executeTakeFirst();
  const zone = account?.timezone ?? 'UTC';
  return (await isTimeZone(context, zone)) ? zone : 'UTC';
}

/** Locks the merchant's sums; gives the zone they are kept in, or null where none are kept. */
async function lock(tx: Tx, merchant_id: string): Promise<string | null> {
  const { rows } = await sql<{ time_zone: string }>`select time_zone from transaction_day_state
    where merchant_id = ${merchant_id} for update`.execute(tx);
  return rows[0]?.time_zone ?? null;
}

/** Deletes all sums of a merchant and marks every day from its first transaction to its last. */
async function rebuildDays(
  tx: Tx,
  context: Context,
  merchant_id: string,
  zone: string,
): Promise<void> {
  await sql`update transaction_day_state set time_zone = ${zone}
    where merchant_id = ${merchant_id}`.execute(tx);
  for (const table of [...by_day, ...by_hour, 'transaction_day_due']) {
    await sql`delete from ${sql.table(table)} where merchant_id = ${merchant_id}`.execute(tx);
  }
  await sql`insert into transaction_day_due (merchant_id, day, due_at)
    select ${merchant_id}, day::date, ${context.clock.now()}
    from (select min(created_at) - interval '1 day' as first, max(created_at) as last
      from transaction where merchant_id = ${merchant_id}) as span,
      generate_series(span.first at time zone ${zone}::text,
        span.last at time zone ${zone}::text + interval '1 day', interval '1 day') as day`.execute(
    tx,
  );
}

/** Marks the days of these transactions in a zone, unless they are marked; none without a zone. */
function notedDays(
  context: Context,
  merchant_id: string,
  zone: RawBuilder<unknown>,
  ids: readonly string[],
): RawBuilder<unknown> {
  const due_at = new Date(context.clock.now().getTime() + rest_ms);
  return sql`insert into transaction_day_due (merchant_id, day, due_at)
    select ${merchant_id}, changed.day, ${due_at}::timestamptz
      + coalesce(sum(d.transaction_count), 0)::float8 * interval '1 ms' * ${rest_each_row_ms}::int
    from (select distinct (created_at at time zone zone.name)::date as day
      from (select ${zone}::text as name) as zone
      join transaction on merchant_id = ${merchant_id} and id = any(${ids})
      where zone.name is not null) as changed
    left join transaction_day d on d.merchant_id = ${merchant_id} and d.day = changed.day
    group by changed.day
    on conflict do nothing`;
}

/** When the next of the merchant's days is due, or null. */
async function nextDue(tx: Tx, merchant_id: string): Promise<Date | null> {
  const { rows } = await sql<{ due_at: Date | null }>`select min(due_at) as due_at
    from transaction_day_due where merchant_id = ${merchant_id}`.execute(tx);
  return rows[0]?.due_at ?? null;
}

/**
 * Notes the days of these transactions in one statement, and asks for the job where one was not
 * noted yet: whoever noted the others has asked. False where no sums are kept in the merchant's
 * zone. Its snapshot is older than the lock it waits for, but the transactions have
 * committed before it, and the insert itself decides whether a day is noted.
 */
async function noteQuickly(
  context: Context,
  merchant_id: string,
  ids: readonly string[],
): Promise<boolean> {
  const due_at = sql<Date>`(select min(due_at) from noted)`;
  const job = { name: job_name, key: merchant_id, merchant_id, due_at };
  const { rows } = await sql<{ has_sums: boolean }>`
    with stored as (
      select s.time_zone from transaction_day_state s
      join account a on a.id = s.merchant_id and a.timezone = s.time_zone
      where s.merchant_id = ${merchant_id} for update of s),
    noted as (${notedDays(context, merchant_id, sql`(select time_zone from stored)`, ids)}
      returning due_at),
    asked as (${enqueueStatement(context, job, sql`exists (select from noted)`)})
    select exists (select from stored) as has_sums`.execute(connect(context, merchant_id));
  return rows[0]?.has_sums ?? false;
}

/** Marks what changed of a merchant: everything, where its sums are new or its zone has changed. */
async function touch(context: Context, merchant_id: string, ids: readonly string[]): Promise<void> {
  const zone = await zoneOf(context, merchant_id);
  await inTransaction(context, merchant_id, async (tx) => {
    const made = await sql`insert into transaction_day_state (merchant_id, time_zone)
      values (${merchant_id}, ${zone}) on conflict do nothing returning 1`.execute(tx);
    const stored_zone = await lock(tx, merchant_id);
    if (made.rows.length > 0 || stored_zone !== zone)
      await rebuildDays(tx, context, merchant_id, zone);
    else await notedDays(context, merchant_id, sql`${zone}`, ids).execute(tx);
    const due_at = await nextDue(tx, merchant_id);
    if (due_at)
      await enqueue(tx, context, { name: job_name, key: merchant_id, merchant_id, due_at });
  });
}

/** Gets every changed transaction (quality 4.4: never in the payment's commit). */
export const transactionDays: OutboxConsumer = {
  name: days_consumer,
  // It marks the day that changed, so the order of the changes does not matter.
  any_order: true,
  async consume(context, events) {
    const changed = events.filter((event) => event.kind.startsWith('transaction'));
    const merchant_id = changed[0]?.merchant_id;
    if (!merchant_id) return;
    const ids = [...new Set(changed.map((event) => event.resource_id))];
    if (!(await noteQuickly(context, merchant_id, ids))) await touch(context, merchant_id, ids);
  },
};

/** The days' transactions that sums hold, each as t beside its day. */
const madeOn = (merchant_id: string, zone: string, days: readonly string[]) =>
  sql`unnest(${days}::date[]) as wanted (day)
    cross join lateral (select * from transaction
      where merchant_id = ${merchant_id} and status <> 'pending'
        and created_at >= wanted.day::timestamp at time zone ${zone}::text - interval '3 hours'
        and created_at < (wanted.day + 1)::timestamp at time zone ${zone}::text
          + interval '3 hours'
        and (created_at at time zone ${zone}::text)::date = wanted.day
      offset 0) as t`;

async function sumHours(tx: Tx, merchant_id: string, sums: StoredSums, rows: RawBuilder<unknown>) {
  await sql`insert into ${sql.table(sums.hours)}
      (merchant_id, day, hour_at, ${columnsOf([...sums.groups, ...sums.sums])})
    select ${merchant_id}, wanted.day, date_trunc('hour', t.created_at, 'UTC'),
      ${sums.of_row}, ${sums.of_rows}
    from ${rows} group by 2, 3, ${places(3, sums)}`.execute(tx);
}

/**
 * Sums these days anew, by day and by hour, in a statement for each table; all of them see every
 * change that was marked before the lock was taken.
 */
async function sumDays(tx: Tx, merchant_id: string, zone: string, days: string[]): Promise<void> {
  const of_days = sql`merchant_id = ${merchant_id} and day = any(${days}::date[])`;
  const near = sql`hour_at >= (select min(day) - 1 from unnest(${days}::date[]) as day)
    and hour_at < (select max(day) + 2 from unnest(${days}::date[]) as day)`;
  for (const table of by_day) {
    await sql`delete from ${sql.table(table)} where ${of_days}`.execute(tx);
  }
  for (const table of by_hour) {
    await sql`delete from ${sql.table(table)} where ${of_days} and ${near}`.execute(tx);
  }
  const rows = madeOn(merchant_id, zone, days);
  await sql`insert into transaction_day (merchant_id, day, currency, processor_id, source, type,
      status, transaction_count, ${day_sums})
    select ${merchant_id}, wanted.day, t.currency, t.processor_id, t.transaction_source, t.type,
      t.status, count(*), ${groupSums('t')}
    from ${rows}
    group by wanted.day, t.currency, t.processor_id, t.transaction_source, t.type,
      t.status`.execute(tx);
  await sumHours(tx, merchant_id, figuresOf(counted_names), rows);
  await sumHours(tx, merchant_id, kinds, rows);
  const sums = kinds.sums.map((name) => sql`sum(${sql.id(name)})::bigint`);
  await sql`insert into transaction_kind_day
      (merchant_id, day, ${columnsOf([...kinds.groups, ...kinds.sums])})
    select merchant_id, day, ${columnsOf(kinds.groups)}, ${sql.join(sums)}
    from transaction_kind_hour where ${of_days} and ${near}
    group by 1, 2, ${places(2, kinds)}`.execute(tx);
}

/** Sums some of the days that are due; gives how many, and when the next one is due. */
async function sumSome(context: Context, merchant_id: string) {
  return await inTransaction(context, merchant_id, async (tx) => {
    const zone = await lock(tx, merchant_id);
    if (zone === null) return { count: 0, next: null };
    const { rows } = await sql<{ day: string }>`delete from transaction_day_due
      where merchant_id = ${merchant_id} and day in (select day from transaction_day_due
        where merchant_id = ${merchant_id} and due_at <= ${context.clock.now()}
        order by day desc limit ${days_a_commit})
      returning day`.execute(tx);
    const days = rows.map((row) => row.day);
    await sumDays(tx, merchant_id, zone, days);
    return { count: days.length, next: await nextDue(tx, merchant_id) };
  });
}

/** Sums every day that is due; gives when the next one is due. */
async function sumDue(context: Context, merchant_id: string): Promise<Date | null> {
  for (;;) {
    const { count, next } = await sumSome(context, merchant_id);
    if (count < days_a_commit) return next;
  }
}

/** Merchants with transactions and no sums yet, or with a changed zone. */
async function beginMissing(context: Context): Promise<void> {
  const { rows } = await sql<{ merchant_id: string }>`select a.id as merchant_id from account a
    left join transaction_day_state s on s.merchant_id = a.id
    where a.account_type = 'merchant' and s.time_zone is distinct from a.timezone
      and exists (select 1 from transaction t where t.merchant_id = a.id)`.execute(
    connect(context),
  );
  await forEachMerchant(context, 'days_not_summed', rows, ({ merchant_id }) =>
    touch(context, merchant_id, []),
  );
}

export const transactionDaysJob: JobDefinition = {
  name: job_name,
  queue: 'bulk',
  standing: async (context) => [{ key: 'begin', due_at: context.clock.now() }],
  async run(context, job) {
    if (job.merchant_id) return await sumDue(context, job.merchant_id);
    await beginMissing(context);
    return null;
  },
};
