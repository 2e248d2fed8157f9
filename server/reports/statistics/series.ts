// Counts and sums of transactions in spans of time, each under the name that clients know it by.
import { type RawBuilder, sql } from 'kysely';
import type { TransactionSeries } from '../../../contract/reports/statistics.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { lifeless, taking } from '../../payments/transactions/reading/totals.ts';
import { takenPart } from '../../payments/transactions/reading/totals-groups.ts';
import type { Span } from '../dashboard/days.ts';

/** Averages are made of these; the rest is counted and added in the database. */
type Counted = Exclude<TransactionSeries, `avg_${string}`> | 'authorized_sum' | 'authorized_count';

const list = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));
const alive = sql`t.status not in (${list(lifeless)})`;
/** What counts as captured in the totals of a search. */
const took = sql`(t.type in (${list(taking)}) and ${alive})`;
/** A refund that came back gave nothing back. */
const gave_back = sql`(t.type = 'refund' and ${alive} and t.status <> 'late_return')`;
/** Answered, and not by a no. */
export const accepted = sql`t.status not in ('declined', 'pending', 'unknown')`;

const times = (where: RawBuilder<unknown>) => sql`count(*) filter (where ${where})`;
const sum = (what: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql`coalesce(sum(${what}) filter (where ${where}), 0)::bigint`;
const ofType = (type: string) => times(sql`t.type = ${sql.lit(type)} and ${accepted}`);
const states = (address: string, member: string) =>
  times(sql`${sql.ref(`t.${address}`)} ->> ${sql.lit(member)} <> ''`);

type Part = Parameters<typeof takenPart>[1];
const taken = (part: Part) => sum(takenPart('t', part), took);
const withTaken = (part: Part) => times(sql`${took} and (${takenPart('t', part)}) > 0`);

const authorized = sql`t.type in ('sale', 'authorize') and ${accepted}`;

const columns: Readonly<Record<Counted, RawBuilder<unknown>>> = {
  transaction_count: sql`count(*)`,
  transaction_amount_sum: sum(sql`t.amount_captured`, took),
  sale_count: ofType('sale'),
  authorize_count: ofType('authorize'),
  verification_count: ofType('verification'),
  credit_count: ofType('credit'),
  capture_count: times(sql`t.type <> 'sale' and ${took} and t.amount_captured > 0`),
  void_count: times(sql`t.status = 'voided'`),
  refund_count: times(gave_back),
  refund_sum: sum(sql`t.amount`, gave_back),
  authorized_count: times(authorized),
  authorized_sum: sum(sql`t.amount_authorized`, authorized),
  shipping_count: withTaken('shipping_amount'),
  service_fee_sum: taken('service_fee'),
  surcharge_sum: taken('surcharge'),
  tip_sum: taken('tip_amount'),
  tip_count: withTaken('tip_amount'),
  discount_amount_sum: taken('discount_amount'),
  discount_amount_count: withTaken('discount_amount'),
  tax_amount_sum: taken('tax_amount'),
  national_tax_amount_sum: sum(sql`t.national_tax_amount`, sql`${took} and t.amount_captured > 0`),
  billing_country_count: states('billing_address', 'country'),
  billing_state_count: states('billing_address', 'state'),
  billing_city_count: states('billing_address', 'city'),
  shipping_country_count: states('shipping_address', 'country'),
  shipping_state_count: states('shipping_address', 'state'),
  shipping_city_count: states('shipping_address', 'city'),
};

/** The spans that are asked for, numbered from 0, as a table. */
export function askedSpans(spans: readonly Span[]): RawBuilder<unknown> {
  const since = spans.map((span) => span.since.toISOString());
  const until = spans.map((span) => span.until.toISOString());
  return sql`unnest(${since}::timestamptz[], ${until}::timestamptz[])
    with ordinality as asked (since, until, number)`;
}
export const span_number = sql`(asked.number - 1)::int`;

const rowsIn = (context: Context, spans: readonly Span[]) => sql`from ${askedSpans(spans)}
  join transaction t on t.created_at >= asked.since and t.created_at < asked.until
    and ${scope(context, 't.merchant_id')}`;

export type SeriesRow = { at: number; currency: string } & Record<Counted, number>;

/** One row a span and currency; a span without transactions has none. */
export async function seriesIn(context: Context, spans: readonly Span[]): Promise<SeriesRow[]> {
  const named = Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.id(name)}`);
  const { rows } = await sql<SeriesRow>`select ${span_number} as at, t.currency,
      ${sql.join(named)} ${rowsIn(context, spans)} group by 1, 2`.execute(connect(context));
  return rows;
}

interface CodeRow {
  at: number;
  currency: string;
  response_code: number;
  count: number;
}

/** How often each response code was answered. */
export async function codesIn(context: Context, spans: readonly Span[]): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`select ${span_number} as at, t.currency, t.response_code,
      count(*) as count ${rowsIn(context, spans)} and t.response_code > 0
    group by 1, 2, 3`.execute(connect(context));
  return rows;
}
