// Statistics of payments as points over time, for clients that draw them (gateway-api 17).
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { may } from '../access/may.ts';
import { endpoint, list, record } from '../endpoint.ts';
import { processor_figures } from './dashboard.ts';

/** How many points there are of each length, the last one unfinished. */
export const intervals = { day: 30, week: 13 } as const;
export type Interval = keyof typeof intervals;

/** `x` is the unix time at which the day or week of the caller's zone begins. */
const points = z.array(z.object({ x: z.int(), y: z.int() }));

/** Sums and averages are minor units of one currency: the account's own, or its most common one. */
export const transaction_series = [
  ...['transaction_amount_sum', 'transaction_count', 'sale_count', 'refund_count'],
  ...['authorize_count', 'avg_authorized_ticket', 'avg_refund_ticket', 'shipping_count'],
  ...['refund_sum', 'verification_count', 'void_count', 'capture_count', 'credit_count'],
  ...['service_fee_sum', 'surcharge_sum', 'tip_sum', 'tip_count', 'avg_tip'],
  ...['discount_amount_sum', 'discount_amount_count', 'avg_discount_amount'],
  ...['tax_amount_sum', 'national_tax_amount_sum'],
  ...['billing_country_count', 'billing_state_count', 'billing_city_count'],
  ...['shipping_country_count', 'shipping_state_count', 'shipping_city_count'],
] as const;
export type TransactionSeries = (typeof transaction_series)[number];

const series = Object.fromEntries(transaction_series.map((name) => [name, points])) as Record<
  TransactionSeries,
  typeof points
>;

const amount_of = z.object({ count: z.int(), amount: z.int() });

const partner_statistics = z.object({
  /** Answered and not declined; a sale that was voided is counted as a void, too. */
  sale_count: z.int(),
  authorize_count: z.int(),
  credit_count: z.int(),
  void_count: z.int(),
  /** Declined by the issuer, and by the gateway or the processor. */
  decline_count: z.int(),
  error_count: z.int(),
  /** Captured, in minor units of the currency beside it. */
  amount_sum: z.int(),
  total_count: z.int(),
  /** The one with most transactions; currencies are never added. */
  currency: z.string(),
  by_currency: z.array(z.object({ currency: z.string(), amount_sum: z.int() })),
});
export type PartnerStatistics = z.output<typeof partner_statistics>;

/** Which payments partner statistics are of. */
export const statistics_types = ['transaction', 'card', 'ach', 'cash'] as const;

const input = z.object({
  interval: z.preprocess((v) => v || undefined, z.enum(['day', 'week']).default('day')),
});
const stats = { method: 'GET', input, rate_class: 'search' } as const;

export const statistics = {
  transaction: endpoint({
    ...stats,
    path: '/dashboard/stats/transaction',
    access: may.see_statistics,
    reply: record(
      z.object({
        ...series,
        response_codes: z.array(z.object({ x: z.int(), y: z.record(z.string(), z.int()) })),
      }),
    ),
    summary: "Counts and sums of the caller's transactions over time.",
  }),
  processor: endpoint({
    ...stats,
    path: '/dashboard/stats/processor',
    access: may.see_statistics,
    reply: list(processor_figures),
    summary: 'Approvals and captured amounts of each processor.',
  }),
  settlement: endpoint({
    ...stats,
    path: '/dashboard/stats/settlement',
    access: may.see_settlements,
    reply: record(z.object({ captured: points, refunded: points })),
    summary: 'Amounts of settled batches over time.',
  }),
  recurring: endpoint({
    ...stats,
    path: '/dashboard/stats/recurring',
    access: may.see_statistics,
    reply: record(z.object({ customer_count: z.int(), subscription_count: z.int() })),
    summary: 'How many customers are saved, and how many subscriptions they have.',
  }),
  invoice: endpoint({
    ...stats,
    path: '/dashboard/stats/invoice',
    access: may.see_statistics,
    reply: record(
      z.object({
        outstanding: z.object({ total: amount_of, next_30_days: amount_of, past_due: amount_of }),
        failed: z.object({ total: amount_of, last_30_days: amount_of, past_due: amount_of }),
        paid: z.object({ total: amount_of, last_30_days: amount_of }),
      }),
    ),
    summary: 'Invoices by status.',
  }),
  cart: endpoint({
    ...stats,
    path: '/dashboard/stats/cart',
    access: may.see_statistics,
    reply: record(z.object({ product_order_count: points, cart_amount_sum: points })),
    summary: 'Orders of hosted carts over time.',
  }),
  partner: endpoint({
    method: 'GET',
    path: '/admin/stats/partner/{partnerId}/{type}/{startTime}/{endTime}',
    access: signedIn(['admin'], { scope: 'view_transactions' }),
    reply: record(partner_statistics),
    rate_class: 'search',
    summary: 'Transactions of all merchants below a partner between two moments, both inclusive.',
  }),
};
