// The first screen of an area in one answer: figures, what waits, the latest of each room.
import { allowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { news } from '../../../contract/platform/news.ts';
import type { dashboard, HomeRecord } from '../../../contract/reports/dashboard.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/serve.ts';
import { latestBatches } from '../../payments/settlement/reading/search.ts';
import { latestNews } from '../../platform/news.ts';
import { actionItemsOf } from './action-items.ts';
import { lastDays, type Span, shown, weekBefore } from './days.ts';
import { noSums, sumsOfHome } from './figures.ts';
import { setUpOf } from './set-up.ts';
import { currencyOf, maySeeFigures, viewerOf } from './viewer.ts';

const max_batches = 5;
const max_news = 3;

async function batchesOf(context: Context): Promise<HomeRecord['batches']> {
  const sees = allowed(may.see_settlements, context.actor).ok;
  return sees ? await latestBatches(context, max_batches) : null;
}

async function newsOf(context: Context): Promise<HomeRecord['news']> {
  if (!allowed(news.latest.access, context.actor).ok) return [];
  return (await latestNews(context, { limit: max_news, offset: 0 })).rows;
}

/** The days that figures are of, and how an answer names them. */
function daysOf(now: Date, time_zone: string, days: number) {
  const spans = lastDays(now, time_zone, days);
  const week_ago = weekBefore(now, time_zone);
  const today = shown(spans.at(-1) as Span);
  const named = { as_of: now.toISOString(), time_zone, today, week_ago: shown(week_ago) };
  return { spans, week_ago, named };
}

/** `GET /dashboard/home`; without its sums where the account's figures or totals are off. */
async function home(
  context: Context,
  _params: unknown,
  { days }: InputOf<(typeof dashboard)['home']>,
): Promise<HomeRecord> {
  const now = context.clock.now();
  const [viewer, with_sums] = await Promise.all([viewerOf(context), maySeeFigures(context)]);
  const { time_zone, currency } = viewer;
  const { spans, week_ago, named } = daysOf(now, time_zone, days);
  const [sums, batches, waiting, latest, set_up] = await Promise.all([
    with_sums ? sumsOfHome(context, { spans, week_ago, currency, of: '' }) : noSums(currency),
    batchesOf(context),
    actionItemsOf(context, with_sums),
    newsOf(context),
    setUpOf(context),
  ]);
  return {
    ...sums,
    ...named,
    batches,
    waiting,
    news: latest,
    set_up,
  };
}

/** `GET /dashboard/account/…`: the same figures of one account below the caller. */
const account: Handlers<typeof dashboard>['account'] = async (context, { accountId }, { days }) => {
  const now = context.clock.now();
  const currency = await currencyOf(context, accountId);
  const { time_zone } = await viewerOf(context);
  const { spans, week_ago, named } = daysOf(now, time_zone, days);
  const sums = await sumsOfHome(context, { spans, week_ago, currency, of: accountId });
  return { ...sums, ...named };
};

export const dashboardHandlers: Handlers<typeof dashboard> = { home, account };
