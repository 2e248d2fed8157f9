// Sums of the transactions of a dashboard's days and of its period, and what figures are made of.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scopeWithin } from '../../db/scope.ts';
import { partsOf } from '../../payments/transactions/reading/totals/stored-sums.ts';
import {
  incoming_types,
  uncounted_statuses,
} from '../../payments/transactions/reading/totals/totals.ts';
import {
  type Counted,
  figuresOf,
} from '../../payments/transactions/reading/totals/totals-hours.ts';
import { kinds } from '../../payments/transactions/reading/totals/totals-kinds.ts';
import type { Span } from './days.ts';

type Interval = Pick<Span, 'since' | 'until'>;

export type FigureRow<Name extends Counted> = { at: number; currency: string } & Record<
  Name,
  number
>;

interface Question<Name> {
  /** One account and those below it; '' is everything in the caller's scope. */
  of: string;
  names: readonly Name[];
  /** Further columns of a kept hour to group by. */
  by?: readonly string[];
}

/** Figures of each span by currency; a span without transactions has none. Minor units. */
export async function figuresIn<Row extends FigureRow<Name>, Name extends Counted>(
  context: Context,
  spans: readonly Interval[],
  { of, names, by = [] }: Question<Name>,
): Promise<Row[]> {
  const group = sql.join(['at', 'currency', ...by].map((name) => sql.id(name)));
  const sums = names.map((name) => sql`sum(${sql.id(name)})::bigint as ${sql.id(name)}`);
  const reached = scopeWithin(context, of, 'account.id');
  const { rows } = await sql<Row>`${partsOf(figuresOf(names), spans, reached)}
    select ${group}, ${sql.join(sums)} from part group by ${group}`.execute(connect(context));
  return rows;
}

const day_names = [
  ...(['transaction_count', 'transaction_amount_sum', 'captured_count', 'attempt_count'] as const),
  ...(['declined_attempt_count', 'open_attempt_count', 'refund_sum', 'refund_count'] as const),
] as const;

/** What the days of a dashboard show, in one currency. */
export type DaySum = FigureRow<(typeof day_names)[number]>;

/** The figures of each span over the transactions made in it, of one account or '' for all. */
export const daySumsOf = (context: Context, spans: readonly Interval[], of: string) =>
  figuresIn<DaySum, (typeof day_names)[number]>(context, spans, { of, names: day_names });

const none = Object.fromEntries(day_names.map((name) => [name, 0])) as Omit<
  DaySum,
  'at' | 'currency'
>;

export function figuresOfDay(sum: Omit<DaySum, 'at' | 'currency'> = none) {
  const [attempts, declined] = [sum.attempt_count, sum.declined_attempt_count];
  return {
    captured: { amount: sum.transaction_amount_sum, count: sum.captured_count },
    approval: { approved: attempts - declined - sum.open_attempt_count, declined, attempts },
    refunded: { amount: sum.refund_sum, count: sum.refund_count },
  };
}

/** Rows of a period that are alike; minor units of their currency. */
export interface KindSum {
  currency: string;
  type: string;
  status: string;
  payment_type: string;
  card_brand: string;
  /** Of a declined payment; 0 for all others. */
  response_code: number;
  processor_id: string;
  processor_name: string;
  count: number;
  /** How many of them have something captured. */
  captured_count: number;
  captured: number;
}

/**
 * The sums of a period over the transactions made in it, of one account or '' for all. By processor
 * for a merchant alone: above it there may be ten thousand of them, which no screen shows.
 */
export async function kindSumsOf(
  context: Context,
  period: Interval,
  of: string,
): Promise<KindSum[]> {
  const reached = scopeWithin(context, of, 'account.id');
  const of_merchant =
    of === ''
      ? sql<boolean>`${context.actor.account_type === 'merchant'}::boolean`
      : sql<boolean>`(select account_type = 'merchant' from account where id = ${of})`;
  const { rows } = await sql<KindSum>`${partsOf(kinds, [period], reached)}
    select sums.*, coalesce(p.name, '') as processor_name from (
      select currency, type, status, payment_type, card_brand, response_code,
        case when ${of_merchant} then processor_id else '' end as processor_id,
        max(merchant_id) as merchant_id, sum(transaction_count)::bigint as count,
        sum(captured_count)::bigint as captured_count, sum(amount_captured)::bigint as captured
      from part group by 1, 2, 3, 4, 5, 6, 7) as sums
    left join processor p on p.merchant_id = sums.merchant_id and p.id = sums.processor_id
    `.execute(connect(context));
  return rows;
}

const is_alive = ({ status }: KindSum) => !uncounted_statuses.includes(status);

/** What counts as captured in the totals of a search. */
export const capturing = (sum: KindSum) => is_alive(sum) && incoming_types.includes(sum.type);
const unanswered: readonly string[] = ['pending', 'unknown'];

const add = (sums: readonly KindSum[], of: (sum: KindSum) => number) =>
  sums.reduce((total, sum) => total + of(sum), 0);

export function captured(sums: readonly KindSum[]) {
  const own = sums.filter(capturing);
  return { amount: add(own, (sum) => sum.captured), count: add(own, (sum) => sum.captured_count) };
}

/** Of everything but refunds, as one filter of a search finds it. */
export function approval(sums: readonly KindSum[]) {
  const own = sums.filter(({ type }) => type !== 'refund');
  const counted = (statuses: readonly string[]) =>
    add(own, ({ status, count }) => (statuses.includes(status) ? count : 0));
  const [attempts, declined] = [add(own, (sum) => sum.count), counted(['declined'])];
  return { approved: attempts - declined - counted(unanswered), declined, attempts };
}

export function groupedBy<T>(rows: readonly T[], keyOf: (row: T) => string): [string, T[]][] {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = found.get(key);
    if (group) group.push(row);
    else found.set(key, [row]);
  }
  return [...found];
}

/** Groups with most captured first. */
export function by_captured(
  [a, of_a]: [string, KindSum[]],
  [b, of_b]: [string, KindSum[]],
): number {
  return captured(of_b).amount - captured(of_a).amount || (a < b ? -1 : 1);
}
