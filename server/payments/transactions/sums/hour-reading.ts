// Reads sums between any moments: from the kept sums of whole hours, and from the transactions
// themselves for what no whole hour covers or lags behind, in one snapshot.
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { connect } from '../../../db/database.ts';
import { scope } from '../../../db/scope.ts';
import type { Condition } from '../../../db/search.ts';
import {
  gatheredBy,
  groupsOfRows,
  type HourGroup,
  type HourSums,
  hour_groups,
  hour_sums,
  hours_consumer,
  isOf,
  type SummedAccount,
  stateOf,
  sums_of_rows,
} from './hours.ts';

/** `bucket` 1 is from the first bound to the second, and so on. */
export type BucketSums = { bucket: number } & HourGroup & HourSums;

const hour_ms = 3_600_000;

/** Hours that a bound cuts in two: their sums are of no use. */
function cutHours(bounds: readonly Date[]): Date[] {
  const cut = bounds.map((at) => at.getTime()).filter((ms) => ms % hour_ms !== 0);
  return [...new Set(cut.map((ms) => ms - (((ms % hour_ms) + hour_ms) % hour_ms)))].map(
    (ms) => new Date(ms),
  );
}

/** Hours whose kept sums may be outdated: marked ones, and those of events not processed yet. */
function lagging(account: SummedAccount): RawBuilder<unknown> {
  return sql`select due.hour from transaction_hour_due due, span
    where due.merchant_id = ${account.id} and due.hour >= span.first and due.hour < span.until
  union
  select date_trunc('hour', t.created_at, 'UTC') from (
      select merchant_id, resource_id from outbox where delivered_at is null
      union all
      select merchant_id, resource_id from outbox_retry where consumer = ${hours_consumer}) as o
    join transaction t on t.merchant_id = o.merchant_id and t.id = o.resource_id
    join span on t.created_at >= span.first and t.created_at < span.until
    where ${isOf(account, 'o.merchant_id')}`;
}

/** A condition over the rows of this name: of transactions, or of kept sums. */
export type RowCondition = (table: 't' | 'd') => Condition;

const everything: RowCondition = () => sql`true`;

/**
 * Sums of an account's transactions between each two neighbouring bounds, which rise. Pending
 * payments are in no sum. Minor units; the caller's scope cuts what is read.
 */
export async function sumsBetween(
  context: Context,
  account: SummedAccount,
  bounds: readonly Date[],
  where = everything,
): Promise<BucketSums[]> {
  const names = sql.join([...hour_groups, ...hour_sums].map((name) => sql.ref(`d.${name}`)));
  const totals = sql.join(
    hour_sums.map((name) => sql`sum(${sql.id(name)})::bigint as ${sql.id(name)}`),
  );
  const groups = sql.join(hour_groups.map((name) => sql.id(name)));
  const { rows } = await sql<BucketSums>`
    with state as materialized (${stateOf(account)}),
    span as materialized (select cuts, cuts[1] as since, cuts[cardinality(cuts)] as until,
        date_trunc('hour', cuts[1], 'UTC') as first
      from (select ${bounds}::timestamptz[] as cuts) as given),
    outdated as materialized (
      select hour from unnest(${cutHours(bounds)}::timestamptz[]) as cut (hour)
      union ${lagging(account)}),
    live as materialized (
      select greatest(hour, since) as since, least(hour + interval '1 hour', until) as until
      from outdated, span where exists (select from state)
      union all select since, until from span where not exists (select from state)),
    part as (
      select width_bucket(d.hour, span.cuts) as bucket, ${names}
      from span join transaction_hour d on d.merchant_id = ${account.id}
        and d.hour >= span.first and d.hour < span.until
      where exists (select from state) and ${scope(context, 'd.merchant_id')} and ${where('d')}
        and d.hour not in (select hour from outdated)
      union all
      select width_bucket(t.created_at, (select cuts from span)), ${groupsOfRows(account)},
        ${sums_of_rows}
      from live cross join lateral (select * from transaction
        where ${isOf(account, 'transaction.merchant_id')}
          and ${scope(context, 'transaction.merchant_id')}
          and created_at >= live.since and created_at < live.until
          and status <> 'pending' offset 0) as t
      where ${where('t')}
      group by 1, ${gatheredBy(1)})
    select bucket, ${groups}, ${totals} from part group by bucket, ${groups}`.execute(
    connect(context),
  );
  return rows;
}
