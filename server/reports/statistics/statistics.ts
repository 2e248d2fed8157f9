// `GET /dashboard/stats/…`: points over time in the caller's zone and scope (gateway-api 17). Sums
// of payments are totals of searches: they take the switch of those as well.
import { type RawBuilder, sql } from 'kysely';
import { shown_states } from '../../../contract/payments/settlement.ts';
import {
  type Interval,
  intervals,
  type statistics,
  type TransactionSeries,
  transaction_series,
} from '../../../contract/reports/statistics.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import type { Handlers } from '../../http/serve.ts';
import { checkTotals } from '../../payments/transactions/reading/totals/totals.ts';
import {
  type Counted,
  counted_names,
} from '../../payments/transactions/reading/totals/totals-hours.ts';
import { lastDays, lastWeeks, type Span } from '../dashboard/days.ts';
import { mainCurrency, processorsOf } from '../dashboard/figures.ts';
import { type FigureRow, figuresIn, kindSumsOf } from '../dashboard/sums.ts';
import { checkStatistics, viewerOf } from '../dashboard/viewer.ts';
import { partnerStatistics } from './partner.ts';

/** The spans of a question, and the currency of the caller's own account, '' for none. */
async function asked(context: Context, interval: Interval) {
  await checkStatistics(context);
  const { time_zone, currency } = await viewerOf(context);
  const last = interval === 'week' ? lastWeeks : lastDays;
  return { spans: last(context.clock.now(), time_zone, intervals[interval]), currency };
}

const timeOf = ({ since }: Span) => Math.floor(since.getTime() / 1_000);

function pointsOf<T>(spans: readonly Span[], y: (at: number) => T): { x: number; y: T }[] {
  return spans.map((span, at) => ({ x: timeOf(span), y: y(at) }));
}

type SeriesRow = FigureRow<Counted> & { response_code: number };

/** The rows of all response codes as one; undefined where there are none. */
function addedUp(rows: readonly SeriesRow[]): SeriesRow | undefined {
  const [first, ...more] = rows;
  if (first === undefined) return undefined;
  const sum = { ...first };
  for (const row of more) for (const name of counted_names) sum[name] += row[name];
  return sum;
}

const average = (total: number, count: number) => (count === 0 ? 0 : Math.round(total / count));

function yOf(row: SeriesRow | undefined, name: TransactionSeries): number {
  if (row === undefined) return 0;
  switch (name) {
    case 'avg_authorized_ticket':
      return average(row.authorized_sum, row.authorized_count);
    case 'avg_refund_ticket':
      return average(row.refund_sum, row.refund_count);
    case 'avg_tip':
      return average(row.tip_sum, row.tip_count);
    case 'avg_discount_amount':
      return average(row.discount_amount_sum, row.discount_amount_count);
    default:
      return row[name];
  }
}

const transaction: Handlers<typeof statistics>['transaction'] = async (context, _, input) => {
  await checkTotals(context);
  const { spans, currency: own } = await asked(context, input.interval);
  const asked_for = { of: '', names: counted_names, by: ['response_code'] };
  const all = await figuresIn<SeriesRow, Counted>(context, spans, asked_for);
  const currency =
    own || mainCurrency(all.map((row) => ({ ...row, count: row.transaction_count })));
  const rows = all.filter((row) => row.currency === currency);
  const of = (at: number) => rows.filter((row) => row.at === at);
  const sums = spans.map((_span, at) => addedUp(of(at)));
  const named = transaction_series.map(
    (name) => [name, pointsOf(spans, (at) => yOf(sums[at], name))] as const,
  );
  const codesAt = (at: number) =>
    of(at)
      .filter(({ response_code }) => response_code > 0)
      .map(({ response_code, transaction_count }) => [response_code, transaction_count] as const);
  return {
    ...(Object.fromEntries(named) as Record<TransactionSeries, { x: number; y: number }[]>),
    response_codes: pointsOf(spans, (at) => Object.fromEntries(codesAt(at))),
  };
};

const processor: Handlers<typeof statistics>['processor'] = async (context, _, input) => {
  await checkTotals(context);
  const { spans, currency: own } = await asked(context, input.interval);
  const [first, last] = [spans[0], spans.at(-1)] as [Span, Span];
  const sums = await kindSumsOf(context, { since: first.since, until: last.until }, '');
  const currency = own || mainCurrency(sums);
  const rows = processorsOf(sums.filter((sum) => sum.currency === currency));
  return { rows, total_count: rows.length };
};

/** The spans that are asked for, numbered from 0, as a table. */
function askedSpans(spans: readonly Span[]): RawBuilder<unknown> {
  const since = spans.map((span) => span.since.toISOString());
  const until = spans.map((span) => span.until.toISOString());
  return sql`unnest(${since}::timestamptz[], ${until}::timestamptz[])
    with ordinality as asked (since, until, number)`;
}

interface BatchRow {
  at: number;
  currency: string;
  count: number;
  captured: number;
  refunded: number;
}

const settlement: Handlers<typeof statistics>['settlement'] = async (context, _, input) => {
  const { spans, currency: own } = await asked(context, input.interval);
  const { rows } =
    await sql<BatchRow>`select (asked.number - 1)::int as at, b.currency, count(*) as count,
      sum(b.amount_captured)::bigint as captured, sum(b.amount_credit)::bigint as refunded
    from ${askedSpans(spans)} join settlement_batch b
      on b.batch_date >= asked.since and b.batch_date < asked.until
      and b.state = any(${shown_states}) and ${scope(context, 'b.merchant_id')}
    group by 1, 2`.execute(connect(context));
  const currency = own || mainCurrency(rows);
  const rowAt = (at: number) => rows.find((row) => row.at === at && row.currency === currency);
  return {
    captured: pointsOf(spans, (at) => rowAt(at)?.captured ?? 0),
    refunded: pointsOf(spans, (at) => rowAt(at)?.refunded ?? 0),
  };
};

const recurring: Handlers<typeof statistics>['recurring'] = async (context, _, input) => {
  await asked(context, input.interval);
  const { rows } = await sql<{ customer_count: number }>`select count(*) as customer_count
    from customer c where ${scope(context, 'c.merchant_id')}`.execute(connect(context));
  return { customer_count: rows[0]?.customer_count ?? 0, subscription_count: 0 };
};

const none = { count: 0, amount: 0 };

export const statisticsHandlers: Handlers<typeof statistics> = {
  transaction,
  processor,
  settlement,
  recurring,
  // Invoices and carts do not exist yet: nothing of them is outstanding, failed, paid or ordered.
  invoice: async (context, _, input) => {
    await asked(context, input.interval);
    return {
      outstanding: { total: none, next_30_days: none, past_due: none },
      failed: { total: none, last_30_days: none, past_due: none },
      paid: { total: none, last_30_days: none },
    };
  },
  cart: async (context, _, input) => {
    const { spans } = await asked(context, input.interval);
    const nothing = pointsOf(spans, () => 0);
    return { product_order_count: nothing, cart_amount_sum: nothing };
  },
  partner: partnerStatistics,
};
