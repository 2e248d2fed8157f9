// Sums of the transactions of a dashboard's days, in one pass over them.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { lifeless, taking } from '../../payments/transactions/reading/totals.ts';
import type { Span } from './days.ts';

/** Rows of one day that are alike; minor units of their currency. */
export interface DaySum {
  /** Place of the span in the list that was asked. */
  at: number;
  currency: string;
  type: string;
  status: string;
  payment_type: string;
  card_brand: string;
  processor_id: string;
  processor_name: string;
  count: number;
  /** How many of them have something captured. */
  captured_count: number;
  captured: number;
  amount: number;
}

/** The sums of each span over the caller's transactions made in it. */
export async function sumsOf(context: Context, spans: readonly Span[]): Promise<DaySum[]> {
  const since = spans.map((span) => span.since.toISOString());
  const until = spans.map((span) => span.until.toISOString());
  const { rows } = await sql<DaySum>`
    select (asked.at - 1)::int as at, t.currency, t.type, t.status, t.payment_type,
      coalesce(t.response_body -> 'card' ->> 'card_type', '') as card_brand, t.processor_id,
      max(t.processor_name) as processor_name, count(*) as count,
      count(*) filter (where t.amount_captured > 0) as captured_count,
      sum(t.amount_captured)::bigint as captured, sum(t.amount)::bigint as amount
    from unnest(${since}::timestamptz[], ${until}::timestamptz[])
      with ordinality as asked (since, until, at)
    join transaction t on t.created_at >= asked.since and t.created_at < asked.until
      and ${scope(context, 't.merchant_id')}
    group by 1, 2, 3, 4, 5, 6, 7`.execute(connect(context));
  return rows;
}

const is_alive = ({ status }: DaySum) => !lifeless.includes(status);

/** What counts as captured in the totals of a search. */
export const capturing = (sum: DaySum) => is_alive(sum) && taking.includes(sum.type);
const refunding = (sum: DaySum) => is_alive(sum) && sum.type === 'refund';
/** Payments that a processor was asked about and has answered. */
const attempting = ({ type, status }: DaySum) =>
  (type === 'sale' || type === 'authorize') && status !== 'pending' && status !== 'unknown';

const add = (sums: readonly DaySum[], of: (sum: DaySum) => number) =>
  sums.reduce((total, sum) => total + of(sum), 0);

export function captured(sums: readonly DaySum[]) {
  const own = sums.filter(capturing);
  return { amount: add(own, (sum) => sum.captured), count: add(own, (sum) => sum.captured_count) };
}

export function refunded(sums: readonly DaySum[]) {
  const own = sums.filter(refunding);
  return { amount: add(own, (sum) => sum.amount), count: add(own, (sum) => sum.count) };
}

export function approval(sums: readonly DaySum[]) {
  const own = sums.filter(attempting);
  const declined = own.filter(({ status }) => status === 'declined');
  const attempts = add(own, (sum) => sum.count);
  return { approved: attempts - add(declined, (sum) => sum.count), attempts };
}

/** Sums by a key, those with most captured first. */
export function groupedBy(
  sums: readonly DaySum[],
  keyOf: (sum: DaySum) => string,
): [string, DaySum[]][] {
  const found = new Map<string, DaySum[]>();
  for (const sum of sums) {
    const key = keyOf(sum);
    const group = found.get(key);
    if (group) group.push(sum);
    else found.set(key, [sum]);
  }
  return [...found].sort(
    ([a, of_a], [b, of_b]) => captured(of_b).amount - captured(of_a).amount || (a < b ? -1 : 1),
  );
}
