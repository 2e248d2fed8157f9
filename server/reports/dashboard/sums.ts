// Sums of the transactions of a dashboard's days, and what its figures are made of.
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scopeWithin } from '../../db/scope.ts';
import { lifeless, taking } from '../../payments/transactions/reading/totals.ts';
import { partsByHour } from '../../payments/transactions/reading/totals-hours.ts';
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
  /** Of a declined payment; 0 for all others. */
  response_code: number;
  processor_id: string;
  processor_name: string;
  count: number;
  /** How many of them have something captured. */
  captured_count: number;
  captured: number;
  amount: number;
}

/** The sums of each span over the transactions made in it, of one account or '' for all. */
export async function sumsOf(
  context: Context,
  spans: readonly Span[],
  of: string,
): Promise<DaySum[]> {
  const { rows } = await sql<DaySum>`${partsByHour(spans, scopeWithin(context, of, 'account.id'))}
    select sums.*, coalesce(p.name, '') as processor_name from (
      select at, currency, type, status, payment_type, card_brand, response_code, processor_id,
        max(merchant_id) as merchant_id, sum(transaction_count)::bigint as count,
        sum(captured_count)::bigint as captured_count,
        sum(amount_captured)::bigint as captured, sum(amount)::bigint as amount
      from part group by 1, 2, 3, 4, 5, 6, 7, 8) as sums
    left join processor p on p.merchant_id = sums.merchant_id and p.id = sums.processor_id
    `.execute(connect(context));
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
