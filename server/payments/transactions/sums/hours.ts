// What sums of hours are made of: their columns, whose transactions they sum, which still count.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountType } from '../../../../contract/access/access.ts';
import type { Condition } from '../../../db/search.ts';

/** Whose sums: a merchant, or an account above merchants. */
export interface SummedAccount {
  id: string;
  type: AccountType;
}

/** The outbox consumer that marks changed hours. */
export const hours_consumer = 'transaction_hours';

/** What a sum is grouped by, beside its hour. */
export const hour_groups = [
  'currency',
  'processor_id',
  'payment_type',
  'type',
  'status',
  'response_code',
] as const;

const added = [
  'amount',
  'amount_authorized',
  'amount_captured',
  'tax_amount',
  'national_tax_amount',
  'tip_amount',
  'surcharge',
  'service_fee',
  'discount_amount',
] as const;
const counts = ['tip_count', 'discount_count', 'shipping_count'] as const;

/** What is summed of each group. */
export const hour_sums = ['transaction_count', ...added, ...counts] as const;

export type HourGroup = Record<Exclude<(typeof hour_groups)[number], 'response_code'>, string> & {
  response_code: number;
};
export type HourSums = Record<(typeof hour_sums)[number], number>;

/** The groups of an account's sums over transactions `t`. */
export function groupsOfRows({ type }: SummedAccount): RawBuilder<unknown> {
  return sql.join(
    hour_groups.map((name) =>
      name === 'processor_id' && type !== 'merchant'
        ? sql`'' as processor_id`
        : sql.ref(`t.${name}`),
    ),
  );
}

/** The sums over transactions `t`, in the order of hour_sums. */
export const sums_of_rows: RawBuilder<unknown> = sql.join([
  sql`count(*) as transaction_count`,
  ...added.map((name) => sql`sum(${sql.ref(`t.${name}`)})::bigint as ${sql.id(name)}`),
  sql`count(*) filter (where t.tip_amount > 0) as tip_count`,
  sql`count(*) filter (where t.discount_amount > 0) as discount_count`,
  sql`count(*) filter (where t.shipping_address <> '{}') as shipping_count`,
]);

/** By which groups the statement above is gathered: their places in it, after `before` columns. */
export function gatheredBy(before: number): RawBuilder<unknown> {
  return sql.join(hour_groups.map((_, n) => sql.lit(before + n + 1)));
}

/** Whether a merchant is one of those that the account's sums are about. */
export function isOf({ id, type }: SummedAccount, column: string): Condition {
  const merchant = sql.ref(column);
  if (type === 'admin') return sql<SqlBool>`true`;
  if (type === 'merchant') return sql<SqlBool>`${merchant} = ${id}`;
  return sql<SqlBool>`${merchant} in
    (select reached_id from account_closure where account_id = ${id})`;
}

/** Whether sums are kept of the account, and are about those that are below it now. */
export function stateOf({ id, type }: SummedAccount): RawBuilder<unknown> {
  const current = sql`s.moved_count = (select moved_count from account_tree)`;
  return sql`select s.merchant_id from transaction_hour_state s
    where s.merchant_id = ${id} ${type === 'partner' ? sql`and ${current}` : sql``}`;
}
