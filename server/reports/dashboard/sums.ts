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
      coalesce(t.response_body -> 'card' ->> 'card_type',
        t.response_body -> 'terminal' ->> 'card_type', '') as card_brand, t.processor_id,
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
/** A refund that came back gave nothing back. */
const refunding = (sum: DaySum) =>
  is_alive(sum) && sum.type === 'refund' && sum.status !== 'late_return';
const unanswered: readonly string[] = ['pending', 'unknown'];

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

/** Of everything but refunds, as one filter of a search finds it. */
export function approval(sums: readonly DaySum[]) {
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
export function by_captured([a, of_a]: [string, DaySum[]], [b, of_b]: [string, DaySum[]]): number {
  return captured(of_b).amount - captured(of_a).amount || (a < b ? -1 : 1);
}
