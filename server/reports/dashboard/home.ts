// The first screen's figures: the day against the same day a week ago, and the days of a period.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { allowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { news } from '../../../contract/platform/news.ts';
import type { dashboard, HomeRecord } from '../../../contract/reports/dashboard.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import type { Handlers } from '../../http/serve.ts';
import { merchantConfig } from '../../payments/merchant-config.ts';
import { latestBatches } from '../../payments/settlement/reading/search.ts';
import { nextSettlement } from '../../payments/settlement/schedule.ts';
import { monthsBefore, window_months } from '../../payments/transactions/reading/search-where.ts';
import { latestNews } from '../../platform/news.ts';
import { lastDays, type Span, shown, weekBefore } from './days.ts';
import { setUpOf } from './set-up.ts';
import { approval, captured, capturing, type DaySum, groupedBy, refunded, sumsOf } from './sums.ts';
import { topMerchants } from './top-merchants.ts';
import { waitingFor } from './waiting.ts';

const most_batches = 5;
const most_news = 3;
const most_declines = 8;

interface Viewer {
  time_zone: string;
  /** Of a merchant, the currency it takes payments in; '' for partners and admins. */
  currency: string;
}

/** The zone that the caller sees times in (decisions G49). */
async function viewerOf(context: Context): Promise<Viewer> {
  const { account_id, user_id } = context.actor;
  const { rows } = await sql<Viewer>`select coalesce(u.timezone, a.timezone) as time_zone,
      coalesce(m.default_values -> 'merchant' ->> 'currency', case when m.merchant_id is null
        then '' else 'usd' end) as currency
    from account a left join merchant m on m.merchant_id = a.id
    left join user_account u on u.id = ${user_id}
    where a.id = ${account_id}`.execute(connect(context));
  return rows[0] ?? { time_zone: 'UTC', currency: '' };
}

/** What is captured and not settled yet, net of what goes back with it; and what is held. */
async function openSums(context: Context, currency: string) {
  const since = monthsBefore(context.clock.now(), window_months);
  const { rows } = await sql<{ status: string; amount: number; count: number }>`
    select t.status, count(*) as count,
      sum(case when t.status = 'flagged' or t.status = 'flagged_partner' then t.amount
        when t.type in ('refund', 'credit') then -t.amount else t.amount_captured end
      )::bigint as amount
    from transaction t where t.status in ('pending_settlement', 'flagged', 'flagged_partner')
      and t.created_at >= ${since} and t.currency = ${currency}
      and ${scope(context, 't.merchant_id')}
    group by t.status`.execute(connect(context));
  const of = (status: string) => {
    const found = rows.find((row) => row.status === status);
    return { amount: found?.amount ?? 0, count: found?.count ?? 0 };
  };
  const held = context.actor.account_type === 'partner' ? 'flagged_partner' : 'flagged';
  return { awaiting: of('pending_settlement'), held: of(held) };
}

/** When the merchant's next batch closes; null for partners and admins, or without a processor. */
async function closesAt(context: Context): Promise<string | null> {
  const { account_type, account_id } = context.actor;
  if (account_type !== 'merchant') return null;
  const processors = await connect(context)
    .selectFrom('processor')
    .select(['timezone', 'settle_at'])
    .where('merchant_id', '=', account_id)
    .where('status', '=', 'active')
    .execute();
  const now = context.clock.now();
  const times = processors.map((one) => nextSettlement(one, now).getTime());
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString();
}

/** Why payments of the period were declined, most often first. */
async function declinesOf(context: Context, since: Date, until: Date) {
  const { rows } = await sql<{ response_code: number; count: number }>`
    select t.response_code, count(*) as count from transaction t
    where t.status = 'declined' and t.created_at >= ${since} and t.created_at < ${until}
      and ${scope(context, 't.merchant_id')}
    group by t.response_code order by count(*) desc, t.response_code
    limit ${most_declines}`.execute(connect(context));
  return rows;
}

async function batchesOf(context: Context): Promise<HomeRecord['batches']> {
  if (!allowed(may.see_settlements, context.actor).ok) return [];
  return await latestBatches(context, most_batches);
}

async function newsOf(context: Context): Promise<HomeRecord['news']> {
  if (!allowed(news.latest.access, context.actor).ok) return [];
  return (await latestNews(context, { limit: most_news, offset: 0 })).rows;
}

/** The currency with most payments in the period. */
function mainCurrency(sums: readonly DaySum[]): string {
  const counted = groupedBy(sums, ({ currency }) => currency).map(([currency, own]) => ({
    currency,
    count: own.reduce((count, sum) => count + sum.count, 0),
  }));
  return counted.sort((a, b) => b.count - a.count)[0]?.currency ?? 'usd';
}

const methodsOf = (sums: readonly DaySum[]): HomeRecord['methods'] =>
  groupedBy(
    sums.filter(capturing),
    ({ payment_type, card_brand }) => `${payment_type} ${card_brand}`,
  )
    .map(([, own]) => {
      const { payment_type = '', card_brand = '' } = own[0] ?? {};
      return { payment_type, card_brand, ...captured(own) };
    })
    .filter(({ count }) => count > 0);

const processorsOf = (sums: readonly DaySum[]): HomeRecord['processors'] =>
  groupedBy(sums, ({ processor_id }) => processor_id).map(([processor_id, own]) => ({
    processor_id,
    processor_name: own[0]?.processor_name ?? '',
    ...approval(own),
    amount: captured(own).amount,
    returned: own.reduce((count, sum) => count + (sum.status === 'returned' ? sum.count : 0), 0),
  }));

function otherCurrencies(sums: readonly DaySum[], currency: string) {
  return groupedBy(sums, (sum) => sum.currency)
    .filter(([other]) => other !== currency)
    .map(([other, own]) => {
      const { amount, count } = captured(own);
      return { currency: other, captured_amount: amount, captured_count: count };
    });
}

type Sums = Pick<
  HomeRecord,
  | 'currency'
  | 'other_currencies'
  | 'figures'
  | 'by_day'
  | 'methods'
  | 'declines'
  | 'processors'
  | 'merchants'
>;

/** For an account that may not see figures: the rest of its first screen stays. */
const no_sums: Omit<Sums, 'currency'> = {
  other_currencies: [],
  figures: null,
  by_day: [],
  methods: [],
  declines: [],
  processors: [],
  merchants: [],
};

interface Asked {
  viewer: Viewer;
  /** Oldest first; the last one is today. */
  spans: readonly Span[];
  week_ago: Span;
}

function dayOf(span: Span, sums: readonly DaySum[]): HomeRecord['by_day'][number] {
  const [taken, answered, given_back] = [captured(sums), approval(sums), refunded(sums)];
  return {
    ...shown(span),
    captured_amount: taken.amount,
    captured_count: taken.count,
    approved_count: answered.approved,
    attempt_count: answered.attempts,
    refunded_amount: given_back.amount,
    refunded_count: given_back.count,
  };
}

async function sumsOfHome(context: Context, { viewer, spans, week_ago }: Asked): Promise<Sums> {
  const days = spans.length;
  const all = await sumsOf(context, [...spans, week_ago]);
  const in_period = all.filter(({ at }) => at < days);
  const currency = viewer.currency || mainCurrency(in_period);
  const own = all.filter((sum) => sum.currency === currency);
  const period = own.filter(({ at }) => at < days);
  const of = (at: number) => own.filter((sum) => sum.at === at);
  const both = <T>(figure: (sums: readonly DaySum[]) => T) => ({
    today: figure(of(days - 1)),
    week_ago: figure(of(days)),
  });
  const [first, today] = endsOf(spans);
  const [open, closes_at, declines, merchants] = await Promise.all([
    openSums(context, currency),
    closesAt(context),
    declinesOf(context, first.since, today.until),
    topMerchants(context, { since: first.since, until: today.until, currency }),
  ]);
  return {
    currency,
    other_currencies: otherCurrencies(in_period, currency),
    figures: {
      captured: both(captured),
      approval: both(approval),
      refunded: both(refunded),
      awaiting: { ...open.awaiting, closes_at },
      held: open.held,
    },
    by_day: spans.map((span, at) => dayOf(span, of(at))),
    methods: methodsOf(period),
    declines,
    processors: processorsOf(period),
    merchants,
  };
}

function endsOf(spans: readonly Span[]): [first: Span, last: Span] {
  const [first, last] = [spans[0], spans.at(-1)];
  assert(first && last, 'a period has a day');
  return [first, last];
}

/** Whether the account sees figures here; they are totals, so it takes that permission too. */
async function maySeeFigures(context: Context): Promise<boolean> {
  const { account_type, account_id } = context.actor;
  if (account_type !== 'merchant') return true;
  const { permissions } = (await merchantConfig(context, account_id)).documents;
  return permissions.allow_dashboard_stats && permissions.allow_transaction_reporting_totals;
}

/** `GET /dashboard/home`; without its sums where the account may not see figures. */
async function home(
  context: Context,
  _params: unknown,
  { days }: InputOf<(typeof dashboard)['home']>,
): Promise<HomeRecord> {
  const now = context.clock.now();
  const [may_total, viewer] = await Promise.all([maySeeFigures(context), viewerOf(context)]);
  const spans = lastDays(now, viewer.time_zone, days);
  const week_ago = weekBefore(now, viewer.time_zone);
  const without = { ...no_sums, currency: viewer.currency || 'usd' };
  const [sums, batches, waiting, latest, set_up] = await Promise.all([
    may_total ? sumsOfHome(context, { viewer, spans, week_ago }) : without,
    batchesOf(context),
    waitingFor(context, may_total),
    newsOf(context),
    setUpOf(context),
  ]);
  return {
    as_of: now.toISOString(),
    time_zone: viewer.time_zone,
    today: shown(endsOf(spans)[1]),
    week_ago: shown(week_ago),
    ...sums,
    batches,
    waiting,
    news: latest,
    set_up,
  };
}

export const dashboardHandlers: Handlers<typeof dashboard> = { home };
