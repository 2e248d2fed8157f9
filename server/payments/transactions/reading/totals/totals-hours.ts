// Figures of hours, each under the name that clients know it by: what charts show over time.
import { type RawBuilder, sql } from 'kysely';
import type { TransactionSeries } from '../../../../../contract/reports/statistics.ts';
import type { StoredSums } from './stored-sums.ts';
import { incoming_types, uncounted_statuses } from './totals.ts';
import { capturedPart } from './totals-groups.ts';

/** Averages are made of these; the rest is counted and added in the database. */
export type Counted =
  | Exclude<TransactionSeries, `avg_${string}`>
  | 'authorized_sum'
  | 'authorized_count'
  | 'captured_count'
  | 'attempt_count'
  | 'declined_attempt_count'
  | 'open_attempt_count'
  | 'declined_count';

const list = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));
const alive = sql`t.status not in (${list(uncounted_statuses)})`;
/** What counts as captured in the totals of a search. */
const took = sql`(t.type in (${list(incoming_types)}) and ${alive})`;
const took_some = sql`${took} and t.amount_captured > 0`;
/** A refund that came back gave nothing back. */
const gave_back = sql`(t.type = 'refund' and ${alive} and t.status <> 'late_return')`;
/** Answered, and not by a no. */
const accepted = sql`t.status not in ('declined', 'pending', 'unknown')`;
const authorized = sql`t.type in ('sale', 'authorize') and ${accepted}`;

const times = (where: RawBuilder<unknown>) => sql`count(*) filter (where ${where})`;
const sum = (what: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql`coalesce(sum(${what}) filter (where ${where}), 0)::bigint`;
const ofType = (type: string) => times(sql`t.type = ${sql.lit(type)} and ${accepted}`);
const states = (address: string, member: string) =>
  times(sql`${sql.ref(`t.${address}`)} ->> ${sql.lit(member)} <> ''`);

type Part = Parameters<typeof capturedPart>[1];
const capturedSum = (part: Part) => sum(capturedPart('t', part), took);
const capturedCount = (part: Part) => times(sql`${took} and (${capturedPart('t', part)}) > 0`);

const counted: Readonly<Record<Counted, RawBuilder<unknown>>> = {
  transaction_count: sql`count(*)`,
  transaction_amount_sum: sum(sql`t.amount_captured`, took),
  captured_count: times(took_some),
  // Refunds are no attempts; what has no answer yet is neither approved nor declined.
  attempt_count: times(sql`t.type <> 'refund'`),
  declined_attempt_count: times(sql`t.type <> 'refund' and t.status = 'declined'`),
  open_attempt_count: times(sql`t.type <> 'refund' and t.status in ('pending', 'unknown')`),
  declined_count: times(sql`t.status = 'declined'`),
  sale_count: ofType('sale'),
  authorize_count: ofType('authorize'),
  verification_count: ofType('verification'),
  credit_count: ofType('credit'),
  capture_count: times(sql`t.type <> 'sale' and ${took_some}`),
  void_count: times(sql`t.status = 'voided'`),
  refund_count: times(gave_back),
  refund_sum: sum(sql`t.amount`, gave_back),
  authorized_count: times(authorized),
  authorized_sum: sum(sql`t.amount_authorized`, authorized),
  shipping_count: capturedCount('shipping_amount'),
  service_fee_sum: capturedSum('service_fee'),
  surcharge_sum: capturedSum('surcharge'),
  tip_sum: capturedSum('tip_amount'),
  tip_count: capturedCount('tip_amount'),
  discount_amount_sum: capturedSum('discount_amount'),
  discount_amount_count: capturedCount('discount_amount'),
  tax_amount_sum: capturedSum('tax_amount'),
  national_tax_amount_sum: sum(sql`t.national_tax_amount`, took_some),
  billing_country_count: states('billing_address', 'country'),
  billing_state_count: states('billing_address', 'state'),
  billing_city_count: states('billing_address', 'city'),
  shipping_country_count: states('shipping_address', 'country'),
  shipping_state_count: states('shipping_address', 'state'),
  shipping_city_count: states('shipping_address', 'city'),
};

export const counted_names = Object.keys(counted) as Counted[];

/** `transaction_hour`, of which these figures are read or written. */
export const figuresOf = (names: readonly Counted[]): StoredSums => ({
  hours: 'transaction_hour',
  groups: ['currency', 'response_code'],
  of_row: sql`t.currency, t.response_code`,
  sums: names,
  of_rows: sql.join(names.map((name) => sql`${counted[name]} as ${sql.id(name)}`)),
});
