// The dashboard of an area: what its first screen shows, in one answer (spec 3 §1, §7).
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { endpoint, record } from '../endpoint.ts';
import { moment } from '../fields.ts';
import { batch_record } from '../payments/settlement.ts';
import { news_item_record } from '../platform/news.ts';

/** A returned payment is waiting work for so many days. */
export const returned_days = 14;

export const periods = [7, 14, 30, 90] as const;

/**
 * Payments belong to the day they were made on, in the caller's zone; sums are in minor units of
 * the currency beside them and equal the totals of a search over the same moments (spec 2 §3).
 */
const sum = z.object({ amount: z.int(), count: z.int() });
/** Refunds are no attempts; what has no answer yet is neither approved nor declined. */
const rate = z.object({ approved: z.int(), declined: z.int(), attempts: z.int() });
const twice = <S extends z.ZodType>(one: S) => z.object({ today: one, week_ago: one });
/** First and last moment, both inclusive. */
const span = z.object({ day: z.string(), start_at: moment, end_at: moment });

const figures = z.object({
  captured: twice(sum),
  approval: twice(rate),
  refunded: twice(sum),
  /** Net of refunds that settle with it. */
  awaiting: sum.extend({ closes_at: moment.nullable() }),
  held: sum,
});
export type Figures = z.output<typeof figures>;

const day_record = span.extend({
  captured_amount: z.int(),
  captured_count: z.int(),
  approved_count: z.int(),
  declined_count: z.int(),
  attempt_count: z.int(),
  refunded_amount: z.int(),
  refunded_count: z.int(),
});
export type DayRecord = z.output<typeof day_record>;

export const processor_figures = rate.extend({
  processor_id: z.string(),
  processor_name: z.string(),
  amount: z.int(),
  returned: z.int(),
});

export const action_item_kinds = [
  'flagged',
  'flagged_partner',
  'unresolved',
  'returned',
  'failed_batch',
  'settlement_exception',
  'parked_event',
  'expiring_key',
  'expiring_certificate',
  'unread_news',
] as const;
const action_item = z.object({
  kind: z.enum(action_item_kinds),
  count: z.int(),
  /** Null where the account's figures are off. */
  amount: z.int().nullable(),
  currency: z.string(),
  oldest_at: moment.nullable(),
  name: z.string(),
});
export type ActionItem = z.output<typeof action_item>;

/** Figures of a day and a period, in the caller's zone. */
const account_figures = z.object({
  as_of: moment,
  time_zone: z.string(),
  currency: z.string(),
  other_currencies: z.array(
    z.object({ currency: z.string(), captured_amount: z.int(), captured_count: z.int() }),
  ),
  today: span,
  week_ago: span,
  /** Null where the account's figures or totals are off; the lists of sums are empty then. */
  figures: figures.nullable(),
  by_day: z.array(day_record),
  methods: z.array(sum.extend({ payment_type: z.string(), card_brand: z.string() })),
  declines: z.array(z.object({ response_code: z.int(), count: z.int() })),
  processors: z.array(processor_figures),
  merchants: z.array(sum.extend({ merchant_id: z.string(), merchant_name: z.string() })),
});
export type AccountFigures = z.output<typeof account_figures>;

export const home_record = account_figures.extend({
  /** Null for a caller without the right to see settlements. */
  batches: z.array(batch_record).nullable(),
  waiting: z.array(action_item),
  news: z.array(news_item_record),
  set_up: z.array(z.object({ step: z.string(), done: z.boolean() })).nullable(),
});
export type HomeRecord = z.output<typeof home_record>;

const period = z.object({
  days: z.coerce
    .number()
    .pipe(z.literal([...periods]))
    .default(14),
});

export const dashboard = {
  home: endpoint({
    method: 'GET',
    path: '/dashboard/home',
    access: signedIn(undefined, { scope: 'view_transactions' }),
    input: period,
    reply: record(home_record),
    rate_class: 'search',
    summary: 'Figures of the day and of a period, and the tasks of the caller.',
  }),
  account: endpoint({
    method: 'GET',
    path: '/dashboard/account/{accountId}',
    access: signedIn(['admin', 'partner'], { scope: 'view_transactions' }),
    input: period,
    reply: record(account_figures),
    rate_class: 'search',
    summary: 'Figures of a merchant, or of all merchants below a partner.',
  }),
};
