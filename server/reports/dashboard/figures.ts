// Everything of the first screen that is a sum: left out where the account's totals are off.
import { sql } from 'kysely';
import type { DayRecord, HomeRecord } from '../../../contract/reports/dashboard.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { merchantsWithin } from '../../db/scope.ts';
import { settlesByItself } from '../../payments/settlement/plan.ts';
import { nextSettlement } from '../../payments/settlement/schedule.ts';
import { monthsBefore, window_months } from '../../payments/transactions/reading/search-where.ts';
import { type Span, shown } from './days.ts';
import {
  approval,
  by_captured,
  captured,
  capturing,
  type DaySum,
  daySumsOf,
  figuresOfDay,
  groupedBy,
  type KindSum,
  kindSumsOf,
} from './sums.ts';
import { topMerchants } from './top-merchants.ts';

const max_declines = 8;

type SumMember =
  | 'currency'
  | 'other_currencies'
  | 'figures'
  | 'by_day'
  | 'methods'
  | 'declines'
  | 'processors'
  | 'merchants';
export type HomeSums = Pick<HomeRecord, SumMember>;

/** The answer without a sum in it. */
export function noSums(currency: string): HomeSums {
  const none = { other_currencies: [], by_day: [], methods: [], declines: [] };
  return { ...none, currency, figures: null, processors: [], merchants: [] };
}

/** What is captured and not settled yet, net of what goes back with it; and what is held. */
async function openSums(context: Context, currency: string, of_account: string) {
  const since = monthsBefore(context.clock.now(), window_months);
  const { rows } = await sql<{ status: string; amount: number; count: number }>`
    select t.status, count(*) as count,
      sum(case when t.status = 'flagged' or t.status = 'flagged_partner' then t.amount
        when t.type in ('refund', 'credit') then -t.amount else t.amount_captured end
      )::bigint as amount
    from transaction t where t.status in ('pending_settlement', 'flagged', 'flagged_partner')
      and t.status <> 'settled' and t.created_at >= ${since} and t.currency = ${currency}
      and t.merchant_id in (${merchantsWithin(context, of_account)})
    group by t.status`.execute(connect(context));
  const of = (status: string) => {
    const found = rows.find((row) => row.status === status);
    return { amount: found?.amount ?? 0, count: found?.count ?? 0 };
  };
  const held = context.actor.account_type === 'partner' ? 'flagged_partner' : 'flagged';
  return { awaiting: of('pending_settlement'), held: of(held) };
}

/** When the merchant's next batch closes by itself; null where none does, or for other accounts. */
async function closesAt(context: Context, merchant_id: string): Promise<string | null> {
  const processors = await connect(context)
    .selectFrom('processor')
    .select(['type', 'status', 'features', 'timezone', 'settle_at'])
    .where('merchant_id', '=', merchant_id)
    .where('status', '=', 'active')
    .execute();
  const now = context.clock.now();
  const times = processors
    .filter((one) => settlesByItself(context, one))
    .map((one) => nextSettlement(one, now).getTime());
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

/** Why payments of the period were declined, most often first; declined refunds are none. */
const declinesOf = (sums: readonly KindSum[]): HomeRecord['declines'] =>
  groupedBy(
    sums.filter(({ status, type }) => status === 'declined' && type !== 'refund'),
    ({ response_code }) => String(response_code),
  )
    .map(([code, own]) => ({
      response_code: Number(code),
      count: own.reduce((all, { count }) => all + count, 0),
    }))
    .sort((a, b) => b.count - a.count || a.response_code - b.response_code)
    .slice(0, max_declines);

/** The currency with most of what is counted. */
export function mainCurrency(sums: readonly { currency: string; count: number }[]): string {
  const counted = groupedBy(sums, ({ currency }) => currency).map(([currency, own]) => ({
    currency,
    count: own.reduce((count, sum) => count + sum.count, 0),
  }));
  return counted.sort((a, b) => b.count - a.count)[0]?.currency ?? 'usd';
}

const methodsOf = (sums: readonly KindSum[]): HomeRecord['methods'] =>
  groupedBy(
    sums.filter(capturing),
    ({ payment_type, card_brand }) => `${payment_type} ${card_brand}`,
  )
    .sort(by_captured)
    .map(([, own]) => {
      const { payment_type = '', card_brand = '' } = own[0] ?? {};
      return { payment_type, card_brand, ...captured(own) };
    })
    .filter(({ count }) => count > 0);

export const processorsOf = (sums: readonly KindSum[]): HomeRecord['processors'] =>
  groupedBy(
    sums.filter(({ processor_id }) => processor_id !== ''),
    ({ processor_id }) => processor_id,
  )
    .sort(by_captured)
    .map(([processor_id, own]) => ({
      processor_id,
      processor_name: own[0]?.processor_name ?? '',
      ...approval(own),
      amount: captured(own).amount,
      returned: own.reduce((count, sum) => count + (sum.status === 'returned' ? sum.count : 0), 0),
    }));

function otherCurrencies(sums: readonly DaySum[], currency: string): HomeSums['other_currencies'] {
  const others = groupedBy(sums, (sum) => sum.currency).filter(([other]) => other !== currency);
  const found = others.map(([other, own]) => ({
    currency: other,
    captured_amount: own.reduce((all, sum) => all + sum.transaction_amount_sum, 0),
    captured_count: own.reduce((all, sum) => all + sum.captured_count, 0),
  }));
  return found.sort(
    (a, b) => b.captured_amount - a.captured_amount || (a.currency < b.currency ? -1 : 1),
  );
}

function dayOf(span: Span, sum: DaySum | undefined): DayRecord {
  const { captured: captures, approval: answered, refunded } = figuresOfDay(sum);
  return {
    ...shown(span),
    captured_amount: captures.amount,
    captured_count: captures.count,
    approved_count: answered.approved,
    declined_count: answered.declined,
    attempt_count: answered.attempts,
    refunded_amount: refunded.amount,
    refunded_count: refunded.count,
  };
}

interface Days {
  /** Oldest first; the last one is today. */
  spans: readonly Span[];
  week_ago: Span;
  /** Of a merchant, its own; '' for whichever has most payments. */
  currency: string;
  /** Of one account and those below it; '' is everything in the caller's scope. */
  of: string;
}

export async function sumsOfHome(
  context: Context,
  { spans, week_ago, currency: own_currency, of: account }: Days,
): Promise<HomeSums> {
  const days = spans.length;
  const [first, today] = [spans[0], spans.at(-1)] as [Span, Span];
  const whole = { since: first.since, until: today.until };
  const [all, kinds, merchants, closes_at] = await Promise.all([
    daySumsOf(context, [...spans, week_ago], account),
    kindSumsOf(context, whole, account),
    topMerchants(context, whole, account),
    closesAt(context, account || context.actor.account_id),
  ]);
  const in_period = all.filter(({ at }) => at < days);
  const currency =
    own_currency ||
    mainCurrency(in_period.map((sum) => ({ ...sum, count: sum.transaction_count })));
  const open = await openSums(context, currency, account);
  const own = new Map(all.filter((sum) => sum.currency === currency).map((sum) => [sum.at, sum]));
  const [now, then] = [figuresOfDay(own.get(days - 1)), figuresOfDay(own.get(days))];
  const own_kinds = kinds.filter((sum) => sum.currency === currency);
  return {
    currency,
    figures: {
      captured: { today: now.captured, week_ago: then.captured },
      approval: { today: now.approval, week_ago: then.approval },
      refunded: { today: now.refunded, week_ago: then.refunded },
      awaiting: { ...open.awaiting, closes_at },
      held: open.held,
    },
    declines: declinesOf(own_kinds),
    merchants: merchants
      .filter((one) => one.currency === currency)
      .map(({ currency: _, ...one }) => one),
    other_currencies: otherCurrencies(in_period, currency),
    by_day: spans.map((span, at) => dayOf(span, own.get(at))),
    methods: methodsOf(own_kinds),
    processors: processorsOf(own_kinds),
  };
}
