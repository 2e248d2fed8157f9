// The first screen after sign-in: the day, the period, charts and what waits, in one call.
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { known_timezone } from '../accounts/profile.ts';
import { endpoint, record } from '../endpoint.ts';
import { blankable, currency, moment, nullable_moment } from '../fields.ts';
import { daily_names } from '../payments/transactions/counted.ts';
import { news_item_record } from '../platform/news.ts';

/** Periods of a dashboard, today included. */
export const home_periods = ['today', '7_days', '14_days', '30_days', '90_days'] as const;
export type HomePeriod = (typeof home_periods)[number];
export const default_period: HomePeriod = '14_days';

/** Days of the period in the viewer's zone. */
export const period_days: Readonly<Record<HomePeriod, number>> = {
  today: 1,
  '7_days': 7,
  '14_days': 14,
  '30_days': 30,
  '90_days': 90,
};

const home_input = z.object({
  period: z.preprocess((v) => v || undefined, z.enum(home_periods).default(default_period)),
  /** The user's own zone where it is left out, else that of the account, else UTC. */
  time_zone: blankable(known_timezone),
  /** The one with most transactions of the period where it is left out. */
  currency: blankable(currency),
});

/** Filters by name, as `POST /transaction/search` and the address of a list take them. */
const rows_search = z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number()])));

/** Number of transactions, and their sum in minor units of the answer's currency. */
const measure = z.object({ count: z.int(), amount: z.int() });
export type Measure = z.infer<typeof measure>;

/** With the search that finds exactly these transactions. */
const linked_measure = measure.extend({ search: rows_search });

const span = { start_at: moment, end_at: moment };

const compared = z.object({ now: linked_measure, before: linked_measure });

const every = <S extends z.ZodType>(schema: S) =>
  z.object(
    Object.fromEntries(daily_names.map((name) => [name, schema])) as Record<
      (typeof daily_names)[number],
      S
    >,
  );

/** Approval rate is `approved.count` of `attempts.count`. */
const rated = { captured: linked_measure, attempts: linked_measure, approved: linked_measure };

const figures = z.object({
  /** Today so far, and the same day a week ago up to the same time of day. */
  day: z.object({ ...span, before: z.object(span), counted: every(compared) }),
  /** The whole period, and as many days before it. */
  total: z.object({ ...span, before: z.object(span), counted: every(compared) }),
  /** By day of the viewer's zone, by hour where the period is today; the last one is not over. */
  step: z.enum(['hour', 'day']),
  /** `rowsBehind` gives the search of a point's figure. */
  series: z.array(z.object({ ...span, counted: every(measure) })),
  ways: z.array(z.object({ payment_type: z.string(), ...rated })),
  /** Most frequent first; `label` is the standard text of the code, `text` says what to do. */
  declines: z.array(
    linked_measure.extend({ response_code: z.int(), label: z.string(), text: z.string() }),
  ),
  /** Of a merchant alone. */
  processors: z.array(z.object({ processor_id: z.string(), name: z.string(), ...rated })),
  /** Captured and not settled yet, whenever it was taken. */
  awaiting_settlement: linked_measure,
});
export type HomeFigures = z.infer<typeof figures>;

/** What waits for the caller: the room that registers it names it, the panel has words for it. */
const waiting_entry = z.object({
  name: z.string(),
  count: z.int(),
  /** Minor units by currency, the largest first; empty where it is not about money. */
  amounts: z.array(z.object({ currency: z.string(), amount: z.int() })),
  oldest_at: nullable_moment,
  /** When the first of it falls due: a key expires, a batch is tried again. */
  next_at: nullable_moment,
  /** What finds the rows in the list that it belongs to. */
  search: rows_search,
});
export type WaitingEntry = z.infer<typeof waiting_entry>;

export const setup_steps = [
  'processor',
  'merchant',
  'payment',
  'api_key',
  'second_user',
  'two_factor',
] as const;
export type SetupStep = (typeof setup_steps)[number];

export const home_record = z.object({
  time_zone: z.string(),
  now: moment,
  period: z.enum(home_periods),
  currency: z.string(),
  /** Currencies of the period, the one with most transactions first. */
  currencies: z.array(z.string()),
  /** Null where the caller may not see them; `figures_missing` says why. */
  figures: figures.nullable(),
  figures_missing: z.string(),
  waiting: z.array(waiting_entry),
  /** Whether the account has ever had a transaction. */
  has_transactions: z.boolean(),
  /** Steps of this kind of account, in order. */
  setup: z.array(z.object({ name: z.enum(setup_steps), done: z.boolean() })),
  news: z.array(news_item_record.extend({ unread: z.boolean() })),
});
export type HomeRecord = z.output<typeof home_record>;

export const home = {
  get: endpoint({
    method: 'GET',
    path: '/dashboard/home',
    access: signedIn(undefined, { scope: 'view_transactions' }),
    input: home_input,
    reply: record(home_record),
    cost: 'search',
    summary: 'The dashboard of the calling account: figures, charts, what waits, news.',
  }),
};
