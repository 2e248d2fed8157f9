// Sums of hours, which dashboards of every time zone add up: what is kept of them, and the
// transactions themselves for everything that lags behind or lies beside whole hours.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { days_consumer } from './totals-groups.ts';

const groups = [
  ...['hour_at', 'currency', 'processor_id', 'type', 'status', 'payment_type', 'card_brand'],
  'response_code',
] as const;
const sums = ['transaction_count', 'captured_count', 'amount', 'amount_captured'] as const;

const names = (of: readonly string[]) => sql.join(of.map((name) => sql.id(name)));
/** Columns of `transaction_hour` beside merchant and day, in the order of hourColumns. */
export const hour_columns = names([...groups, ...sums]);

/** What stands in the place of each column for one row of `transaction` called t. */
const of_row = sql`t.currency, t.processor_id, t.type, t.status, t.payment_type,
  coalesce(t.response_body -> 'card' ->> 'card_type',
    t.response_body -> 'terminal' ->> 'card_type', '') as card_brand,
  case when t.status = 'declined' then t.response_code else 0 end as response_code`;
const of_rows = sql`count(*) as transaction_count,
  count(*) filter (where t.amount_captured > 0) as captured_count,
  sum(t.amount)::bigint as amount, sum(t.amount_captured)::bigint as amount_captured`;

/** Group and sums of rows of `transaction` called t, to be grouped by the first eight of them. */
export const hour_of_rows = sql`date_trunc('hour', t.created_at, 'UTC') as hour_at,
  ${of_row}, ${of_rows}`;

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

/** Days whose kept sums may be outdated: marked ones, and those of events not processed yet. */
const lagging = sql`select r.merchant_id, r.time_zone, due.day
    from reach r join transaction_day_due due on due.merchant_id = r.merchant_id, bounds
    where due.day >= bounds.first_day and due.day <= bounds.last_day
  union
  select r.merchant_id, r.time_zone, (t.created_at at time zone r.time_zone)::date
    from reach r
    cross join lateral (
      select resource_id from outbox
      where merchant_id = r.merchant_id and delivered_at is null
      union all
      select resource_id from outbox_retry
      where merchant_id = r.merchant_id and consumer = ${days_consumer}) as o
    join transaction t on t.merchant_id = r.merchant_id and t.id = o.resource_id
    where r.time_zone is not null`;

/** What has to be read from the transactions, for each span: intervals, and a day within them. */
const pieces = sql`select * from (
  select r.merchant_id, a.at, a.since, a.until, r.time_zone, null::date as day
    from reach r cross join asked a where r.time_zone is null
  union all
  select r.merchant_id, a.at, a.since, a.first_hour, null, null
    from reach r cross join asked a where r.time_zone is not null
  union all
  select r.merchant_id, a.at, greatest(a.end_hour, a.first_hour), a.until, null, null
    from reach r cross join asked a where r.time_zone is not null
  union all
  select l.merchant_id, a.at,
    greatest(a.first_hour, l.day::timestamp at time zone l.time_zone - interval '3 hours'),
    least(a.end_hour, (l.day + 1)::timestamp at time zone l.time_zone + interval '3 hours'),
    l.time_zone, l.day
    from lagging l cross join asked a) as one
  where since < until`;

/**
 * The common table expression `part`: sums of each span by merchant, currency, type, status, kind
 * of payment, brand, code of a decline and processor. `reached` tells the merchants by
 * `account.id`.
 */
export function partsByHour(
  spans: readonly Interval[],
  reached: Expression<SqlBool>,
): RawBuilder<unknown> {
  const shared = names([...groups.slice(1), ...sums]);
  const live = sql`${of_row}, ${of_rows}`;
  const grouped = sql`group by 1, 2, 3, 4, 5, 6, 7`;
  return sql`with asked as materialized (${askedOf(spans)}),
    bounds as materialized (select min(since) as begins, max(until) as ends,
      (min(since) - interval '1 day')::date as first_day,
      (max(until) + interval '1 day')::date as last_day from asked),
    reach as materialized (select account.id as merchant_id, s.time_zone
      from account left join transaction_day_state s on s.merchant_id = account.id
      where account.account_type = 'merchant' and ${reached}),
    lagging as materialized (${lagging}),
    pieces as materialized (${pieces}),
    part as (
      select h.merchant_id, asked.at, ${shared}
      from reach cross join asked cross join lateral (
        select * from transaction_hour as hour where hour.merchant_id = reach.merchant_id
          and hour.hour_at >= asked.first_hour and hour.hour_at < asked.end_hour offset 0) as h
      where not exists (select from lagging
        where lagging.merchant_id = h.merchant_id and lagging.day = h.day)
      union all
      select p.merchant_id, p.at, t.* from pieces p cross join lateral (
        select ${live} from transaction t
        where t.merchant_id = p.merchant_id and t.created_at >= p.since and t.created_at < p.until
          and t.status <> 'pending' and (p.day is null
            or (t.created_at at time zone p.time_zone)::date = p.day)
        ${grouped}) as t
      union all
      select r.merchant_id, t.* from bounds b cross join reach r cross join lateral (
        select asked.at, ${live} from transaction t
        join asked on t.created_at >= asked.since and t.created_at < asked.until
        where t.merchant_id = r.merchant_id and t.status = 'pending' and t.status <> 'settled'
          and t.created_at >= b.begins and t.created_at < b.ends
        group by 1, 2, 3, 4, 5, 6, 7, 8) as t)`;
}
