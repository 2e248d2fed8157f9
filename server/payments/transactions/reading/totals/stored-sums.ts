// Reads sums that are kept of days and hours: what lags behind them, and what lies beside whole
// hours, comes from the transactions themselves, in the same statement and so in one snapshot.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { unprocessed } from './totals-groups.ts';

/** Sums that are kept of the same columns by hour of UTC and, where `days` is, by local day. */
export interface StoredSums {
  hours: string;
  days?: string;
  /** Columns that its rows are grouped by beside merchant, day and hour, and of one transaction. */
  groups: readonly string[];
  of_row: RawBuilder<unknown>;
  /** Its sums, and what they are of the rows of a group, which are called t. */
  sums: readonly string[];
  of_rows: RawBuilder<unknown>;
}

export const columnsOf = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)));
/** `1, 2, 3`: as many groups of a stored sum, after the columns that stand before them. */
export const places = (before: number, { groups }: StoredSums) =>
  sql.join(groups.map((_, at) => sql.raw(String(before + at + 1))));

interface Interval {
  since: Date;
  /** The first moment after it. */
  until: Date;
}

/** The spans, numbered from 0, each with the whole hours of UTC within it. */
function askedOf(spans: readonly Interval[]): RawBuilder<unknown> {
  const since = spans.map((span) => span.since.toISOString());
  const until = spans.map((span) => span.until.toISOString());
  return sql`select (number - 1)::int as at, since, until,
      least(date_trunc('hour', since + interval '1 hour' - interval '1 microsecond', 'UTC'), until)
        as first_hour,
      greatest(date_trunc('hour', until, 'UTC'), since) as end_hour
    from unnest(${since}::timestamptz[], ${until}::timestamptz[])
      with ordinality as one (since, until, number)`;
}

/** Days whose stored sums may be outdated: marked ones, and those of events not processed yet. */
const lagging = sql`select r.merchant_id, r.time_zone, due.day
    from in_scope r join transaction_day_due due on due.merchant_id = r.merchant_id, bounds
    where due.day >= bounds.first_day and due.day <= bounds.last_day
  union
  select r.merchant_id, r.time_zone, (t.created_at at time zone r.time_zone)::date
    from in_scope r
    ${unprocessed}
    where r.time_zone is not null`;

/** The whole days of each merchant within a span, from `first_day` to before `end_day`. */
const whole_days = sql`select r.merchant_id, r.time_zone, a.*,
      case when ((a.since - interval '1 microsecond') at time zone r.time_zone)::date
        < (a.since at time zone r.time_zone)::date
        then (a.since at time zone r.time_zone)::date
        else (a.since at time zone r.time_zone)::date + 1 end as first_day,
      (a.until at time zone r.time_zone)::date as end_day
    from in_scope r cross join asked a where r.time_zone is not null`;
/** Where no days are kept none of them is read. */
const no_days = sql`select r.merchant_id, r.time_zone, a.*, 'infinity'::date as first_day,
      '-infinity'::date as end_day
    from in_scope r cross join asked a where r.time_zone is not null`;

/** Moments around a local midnight, which may occur twice or not at all. */
const before = (day: string) =>
  sql`${sql.raw(day)}::timestamp at time zone o.time_zone - interval '3 hours'`;
const after = (day: string) =>
  sql`${sql.raw(day)}::timestamp at time zone o.time_zone + interval '3 hours'`;
/** Whether a kept day answers for a row or sum of this day. */
const in_whole_day = (day: string) =>
  sql`(${sql.raw(day)} >= o.first_day and ${sql.raw(day)} < o.end_day)`;

/** What has to be read from the transactions: intervals, and with `day` that day of them alone. */
const pieces = sql`select * from (
  select r.merchant_id, a.at, a.since, a.until, null as time_zone, null::date as day,
      null::date as first_day, null::date as end_day
    from in_scope r cross join asked a where r.time_zone is null
  union all
  select o.merchant_id, o.at, o.since, o.first_hour, o.time_zone, null, o.first_day, o.end_day
    from own o
  union all
  select o.merchant_id, o.at, greatest(o.end_hour, o.first_hour), o.until, o.time_zone, null,
      o.first_day, o.end_day
    from own o
  union all
  select o.merchant_id, o.at,
      greatest(${before('l.day')}, case when ${in_whole_day('l.day')} then o.since
        else o.first_hour end),
      least(${after('(l.day + 1)')}, case when ${in_whole_day('l.day')} then o.until
        else o.end_hour end),
      o.time_zone, l.day, null, null
    from lagging l join own o on o.merchant_id = l.merchant_id) as one
  where since < until`;

/** Stored sums of hours: of many spans with one look at the hours of each merchant. */
function byHours({ hours }: StoredSums, columns: RawBuilder<unknown>, many: boolean) {
  const spans = many
    ? sql`join (select at, hour_at from asked, generate_series(first_hour,
        end_hour - interval '1 hour', interval '1 hour') as hour_at) as spans using (hour_at)`
    : sql`cross join asked as spans`;
  return sql`select h.merchant_id, h.day, spans.at, ${columns}
    from in_scope cross join bounds cross join lateral (
      select * from ${sql.table(hours)} as hour where hour.merchant_id = in_scope.merchant_id
        and hour.hour_at >= bounds.first_hour and hour.hour_at < bounds.end_hour
        and in_scope.time_zone is not null offset 0) as h ${spans}`;
}

/** Stored sums of whole days, and of the hours before and after them. */
function byDays({ hours, days = '' }: StoredSums, columns: RawBuilder<unknown>) {
  const between = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
    sql`select o.merchant_id, h.day, o.at, ${columns} from own o cross join lateral (
      select * from ${sql.table(hours)} as hour where hour.merchant_id = o.merchant_id
        and hour.hour_at >= ${from} and hour.hour_at < ${to} offset 0) as h
      where not ${in_whole_day('h.day')}`;
  const has_days = sql`o.first_day < o.end_day`;
  return sql`select o.merchant_id, h.day, o.at, ${columns} from own o cross join lateral (
      select * from ${sql.table(days)} as kept where kept.merchant_id = o.merchant_id
        and kept.day >= o.first_day and kept.day < o.end_day offset 0) as h
    union all
    ${between(
      sql`o.first_hour`,
      sql`case when ${has_days} then least(o.end_hour, ${after('o.first_day')})
        else o.end_hour end`,
    )}
    union all
    ${between(
      sql`case when ${has_days} then greatest(o.first_hour, ${before('o.end_day')})
        else o.end_hour end`,
      sql`o.end_hour`,
    )}`;
}

/** What has no sum: transactions of the pieces, and pending ones, which no sum holds. */
function fromRows(stored_sums: StoredSums): RawBuilder<unknown> {
  const live = sql`${stored_sums.of_row}, ${stored_sums.of_rows}`;
  const local_day = '(t.created_at at time zone o.time_zone)::date';
  return sql`select o.merchant_id, o.at, t.* from pieces o cross join lateral (
      select ${live} from transaction t
      where t.merchant_id = o.merchant_id and t.created_at >= o.since and t.created_at < o.until
        and t.status <> 'pending' and (o.time_zone is null
          or case when o.day is null then not ${in_whole_day(local_day)}
            else ${sql.raw(local_day)} = o.day end)
      group by ${places(0, stored_sums)}) as t
    union all
    select r.merchant_id, t.* from bounds b cross join in_scope r cross join lateral (
      select asked.at, ${live} from transaction t
      join asked on t.created_at >= asked.since and t.created_at < asked.until
      where t.merchant_id = r.merchant_id and t.status = 'pending' and t.status <> 'settled'
        and t.created_at >= b.begins and t.created_at < b.ends
      group by 1, ${places(1, stored_sums)}) as t`;
}

/**
 * The common table expression `part`: sums of each span by merchant and the groups of what is
 * kept. `reached` tells the merchants by `account.id`.
 */
export function partsOf(
  stored_sums: StoredSums,
  spans: readonly Interval[],
  reached: Expression<SqlBool>,
): RawBuilder<unknown> {
  const shared = columnsOf([...stored_sums.groups, ...stored_sums.sums]);
  const sums = stored_sums.days
    ? byDays(stored_sums, shared)
    : byHours(stored_sums, shared, spans.length > 1);
  return sql`with asked as materialized (${askedOf(spans)}),
    bounds as materialized (select min(since) as begins, max(until) as ends,
      min(first_hour) as first_hour, max(end_hour) as end_hour,
      (min(since) - interval '1 day')::date as first_day,
      (max(until) + interval '1 day')::date as last_day from asked),
    in_scope as materialized (select account.id as merchant_id, s.time_zone
      from account left join transaction_day_state s on s.merchant_id = account.id
      where account.account_type = 'merchant' and ${reached}),
    lagging as materialized (${lagging}),
    own as not materialized (${stored_sums.days ? whole_days : no_days}),
    pieces as materialized (${pieces}),
    part as (
      select merchant_id, at, ${shared} from (${sums}) as h
      where not exists (select from lagging
        where lagging.merchant_id = h.merchant_id and lagging.day = h.day)
      union all ${fromRows(stored_sums)})`;
}
