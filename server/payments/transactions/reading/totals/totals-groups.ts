// Sums of a search by currency, type and status: from the stored sums of whole days where they can
// answer it, from the transactions themselves for everything else, in one snapshot.
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { transaction_fields } from '../../../../../contract/payments/transactions/search.ts';
import type { Search } from '../../../../../contract/search/search.ts';
import type { Context } from '../../../../context.ts';
import { connect } from '../../../../db/database.ts';
import {
  type Condition,
  conditionsOf,
  type Interval,
  type Targets,
} from '../../../../db/search.ts';
import type { TransactionDay } from '../../../../db/tables.generated.ts';
import { part_fields } from '../../stored-documents.ts';
import { createdWithin, scopeConditions, whereOf } from '../search-where.ts';

/** The columns that a sum is grouped by, and its sums. */
export type Group = Omit<
  Selectable<TransactionDay>,
  'merchant_id' | 'day' | 'processor_id' | 'source'
>;

const amounts = ['amount', 'amount_authorized', 'amount_captured'] as const;
/** Parts of the captured amount; a row without a capture adds nothing to them. */
export const parts = part_fields.filter((name) => name !== 'national_tax_amount');
const summed = [...amounts, ...parts];

/** Names of the sums, in the order of groupSums. */
export const day_sums = sql.join(summed.map((name) => sql.id(name)));

/**
 * A part of what a row of `transaction` under this name has captured. The division is the ledger's
 * (capturedParts); only parts that differ from the columns are stored.
 */
export function capturedPart(table: string, name: (typeof parts)[number]): RawBuilder<number> {
  const column = (of: string) => sql.ref(`${table}.${of}`);
  const parts_of = column('captured_parts');
  return sql`case when ${column('amount_captured')} = 0 then 0
    when ${parts_of} is null then ${column(name)}
    else (${parts_of} ->> ${sql.lit(name)})::bigint end`;
}

/** The sums over rows of `transaction` under this name, each called as its column. */
export function groupSums(table: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql.join([
    ...amounts.map((name) => sql`sum(${column(name)})::bigint as ${sql.id(name)}`),
    ...parts.map((name) => sql`sum(${capturedPart(table, name)})::bigint as ${sql.id(name)}`),
  ]);
}

/** Fields that a stored sum can be filtered by; other filters need the transactions themselves. */
function dayTargets(table: 'transaction' | 'd'): Targets {
  return {
    type: `${table}.type`,
    status: `${table}.status`,
    state: `${table}.status`,
    currency_iso_code: `${table}.currency`,
    processor_id: `${table}.processor_id`,
    transaction_source: `${table}.${table === 'transaction' ? 'transaction_source' : 'source'}`,
  };
}

const date_names = ['created_at', 'created_at_duration'];

/** Whether stored sums can answer a search: its filters are creation dates and columns of a sum. */
export function answeredByDays({ filters }: Search): boolean {
  const known = [...Object.keys(dayTargets('transaction')), ...date_names];
  return Object.keys(filters).every((name) => known.includes(name));
}

function conditionsFor(search: Search, now: Date, table: 'transaction' | 'd'): Condition {
  const { created_at, created_at_duration, ...filters } = search.filters;
  const conditions = conditionsOf(transaction_fields, dayTargets(table), filters, now);
  return sql<SqlBool>`(${sql.join([sql`true`, ...conditions], sql` and `)})`;
}

/**
 * The merchants of the search, each with the whole days of its zone within the interval: from
 * `first_day` to before `end_day`. Without stored sums both are null.
 */
function wholeDaysOf(scoped: Condition[], { since, until }: Interval): RawBuilder<unknown> {
  const from = sql`coalesce(${since}::timestamptz, '-infinity')`;
  const to = sql`coalesce(${until}::timestamptz, 'infinity')`;
  const local = sql`(${from} at time zone s.time_zone)::date`;
  return sql`select account.id as merchant_id, s.time_zone, ${from} as since, ${to} as until,
      case when ${since}::timestamptz is null then '-infinity'::date
        when ((${from} - interval '1 microsecond') at time zone s.time_zone)::date < ${local}
        then ${local} else ${local} + 1 end as first_day,
      (${to} at time zone s.time_zone)::date as end_day
    from account left join transaction_day_state s on s.merchant_id = account.id
    where account.account_type = 'merchant' and ${sql.join(scoped, sql` and `)}`;
}

/** The outbox consumer that marks changed days: sums lack the events it has not processed yet. */
export const days_consumer = 'transaction_days';

/** Joins a merchant r to transactions t of events that are not processed or wait for a retry. */
export const unprocessed = sql`cross join lateral (
    select resource_id from outbox
    where merchant_id = r.merchant_id and delivered_at is null
    union all
    select resource_id from outbox_retry
    where merchant_id = r.merchant_id and consumer = ${days_consumer}) as o
  join transaction t on t.merchant_id = r.merchant_id and t.id = o.resource_id`;

/**
 * Days whose stored sums may be outdated: marked ones, those of events not processed yet, and those
 * of events that wait for a retry or are parked.
 */
const lagging = sql`select r.merchant_id, r.time_zone, due.day
    from whole r join transaction_day_due due on due.merchant_id = r.merchant_id
    where due.day >= r.first_day and due.day < r.end_day
  union
  select r.merchant_id, r.time_zone, changed.day
    from whole r
    ${unprocessed}
    cross join lateral (select (t.created_at at time zone r.time_zone)::date as day) as changed
    where changed.day >= r.first_day and changed.day < r.end_day`;

/**
 * What has to be read from the transactions: intervals and, within them, local days. They reach a
 * little further than the days, because a local midnight may occur twice or not at all.
 */
const pieces = sql`select merchant_id, since, until, null as time_zone,
      null::date as first_day, null::date as end_day
    from in_scope where not coalesce(first_day < end_day, false)
  union all
  select merchant_id, since,
    least(until, first_day::timestamp at time zone time_zone + interval '3 hours'),
    time_zone, '-infinity', first_day from whole
  union all
  select merchant_id,
    greatest(since, end_day::timestamp at time zone time_zone - interval '3 hours'), until,
    time_zone, end_day, 'infinity' from whole
  union all
  select merchant_id, day::timestamp at time zone time_zone - interval '3 hours',
    (day + 1)::timestamp at time zone time_zone + interval '3 hours',
    time_zone, day, day + 1 from lagging`;

interface DayQuestion {
  /** The sums that are requested beside the number of transactions. */
  sums: readonly (typeof summed)[number][];
  /** Whether the query answers at all, by the parts named in partsOf. */
  condition: RawBuilder<unknown>;
}

/** Sums over the transactions of one part, by currency, type and status. */
function fromRows(
  part: 'pieces' | 'in_scope',
  search: Search,
  now: Date,
  { sums, condition }: DayQuestion,
) {
  const names = sums.map((name) => sql`, t.${sql.id(name)}`);
  const bounds = sql.id(part);
  const own_days = sql`status <> 'pending' and (pieces.time_zone is null
    or (transaction.created_at at time zone pieces.time_zone)::date >= pieces.first_day
    and (transaction.created_at at time zone pieces.time_zone)::date < pieces.end_day)`;
  return sql`select t.currency, t.type, t.status, t.transaction_count ${sql.join(names, sql``)}
    from ${bounds} cross join lateral (
      select currency, type, status, count(*) as transaction_count
        ${sums.length > 0 ? sql`, ${groupSums('transaction')}` : sql``}
      from transaction where transaction.merchant_id = ${bounds}.merchant_id
        and transaction.created_at >= ${bounds}.since and transaction.created_at < ${bounds}.until
        and ${part === 'pieces' ? own_days : sql`status = 'pending'`}
        and ${conditionsFor(search, now, 'transaction')}
      group by currency, type, status) as t
    where ${condition}`;
}

/** Stored sums, transactions of the pieces, and pending ones, which no sum holds: `part`. */
function partsOf(
  context: Context,
  search: Search,
  merchant_id: string,
  question: DayQuestion,
): RawBuilder<unknown> {
  const now = context.clock.now();
  const interval = createdWithin(search.filters, now);
  const scoped = scopeConditions(context, search, merchant_id, 'account.id');
  const names = question.sums.map((name) => sql`, d.${sql.id(name)}`);
  return sql`with in_scope as materialized (${wholeDaysOf(scoped, interval)}),
    whole as materialized (select * from in_scope where first_day < end_day),
    lagging as materialized (${lagging}),
    pieces as materialized (${pieces}),
    part as (
      select d.currency, d.type, d.status, d.transaction_count ${sql.join(names, sql``)}
      from whole join transaction_day as d on d.merchant_id = whole.merchant_id
        and d.day >= whole.first_day and d.day < whole.end_day
      where not exists (select 1 from lagging
          where lagging.merchant_id = whole.merchant_id and lagging.day = d.day)
        and ${conditionsFor(search, now, 'd')} and ${question.condition}
      union all ${fromRows('pieces', search, now, question)}
      union all ${fromRows('in_scope', search, now, question)})`;
}

/** Groups of a search that stored sums can answer. */
async function groupsByDays(
  context: Context,
  search: Search,
  merchant_id: string,
): Promise<Group[]> {
  const sums = summed.map((name) => sql`sum(${sql.id(name)})::bigint as ${sql.id(name)}`);
  const parts_sql = partsOf(context, search, merchant_id, { sums: summed, condition: sql`true` });
  // The join with a series of one row, whose length the planner cannot know, makes it expect many
  // rows and gather the groups by hash: sorting twenty thousand stored sums took most of the time.
  const { rows } = await sql<Group>`${parts_sql}
    select currency, type, status, sum(transaction_count)::bigint as transaction_count,
      ${sql.join(sums)} from part cross join generate_series(1, (select 1)) as one
    group by currency, type, status`.execute(connect(context));
  return rows;
}

/** Groups of a search, by currency, type and status; 404 as whereOf. Minor units. */
export async function groupsOf(
  context: Context,
  search: Search,
  merchant_id: string,
): Promise<Group[]> {
  const where = await whereOf(context, search, merchant_id);
  if (answeredByDays(search)) return await groupsByDays(context, search, merchant_id);
  const { rows } = await sql<Group>`select currency, type, status,
      count(*) as transaction_count, ${groupSums('transaction')}
    from transaction where ${where} group by currency, type, status`.execute(connect(context));
  return rows;
}

/** Days summed from transactions for one count: more would make it slow. */
const max_live_days = 4;

/**
 * How many transactions such a search finds, from the stored sums; null where too many of them are
 * outdated.
 */
export async function countByDays(
  context: Context,
  search: Search,
  merchant_id: string,
): Promise<number | null> {
  if (!answeredByDays(search)) return null;
  const condition = sql`(select not exists (select 1 from in_scope where time_zone is null)
    and (select count(*) from lagging) <= ${max_live_days})`;
  const { rows } = await sql<{ sound: boolean; count: number }>`
    ${partsOf(context, search, merchant_id, { sums: [], condition })}
    select ${condition} as sound, coalesce(sum(transaction_count), 0)::bigint as count
    from part`.execute(connect(context));
  return rows[0]?.sound ? rows[0].count : null;
}
