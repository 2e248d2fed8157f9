// What the figures of dashboards and statistics count: one definition for the sums, the searches
// that list the rows behind a figure, and the words for both.
import { type PaymentType, type Status, statuses, type TransactionType } from './states.ts';

/** Which transactions count; a member left out takes any. */
export interface Counted {
  readonly label: string;
  readonly types?: readonly TransactionType[];
  readonly statuses: readonly Status[];
  readonly payment_types?: readonly PaymentType[];
  /** What its amount is the sum of. */
  readonly adds: 'amount' | 'amount_captured';
  /** The moment that decides to which day a transaction belongs. */
  readonly dated_by: 'created_at' | 'updated_at';
}

const undecided: readonly Status[] = ['pending', 'unknown'];
const decided = statuses.filter((status) => !undecided.includes(status));

/** Somebody had to approve it: a bank or its network. Cash is approved by nobody. */
const attempted = {
  types: ['sale', 'authorize'],
  payment_types: ['card', 'ach'],
  adds: 'amount',
  dated_by: 'created_at',
} as const;

export const counted = {
  captured: {
    label: 'Captured payments',
    types: ['sale', 'authorize', 'capture'],
    // What came back after settlement was captured all the same, as in the totals of a search.
    statuses: ['pending_settlement', 'settled', 'partially_refunded', 'refunded', 'late_return'],
    adds: 'amount_captured',
    dated_by: 'created_at',
  },
  attempts: { label: 'Payment attempts', ...attempted, statuses: decided },
  approved: {
    label: 'Approved attempts',
    ...attempted,
    statuses: decided.filter((status) => status !== 'declined'),
  },
  declined: { label: 'Declined attempts', ...attempted, statuses: ['declined'] },
  refunded: {
    label: 'Refunds',
    types: ['refund'],
    statuses: ['pending_settlement', 'settled'],
    adds: 'amount',
    dated_by: 'created_at',
  },
  returned: {
    label: 'ACH returns',
    statuses: ['returned', 'late_return'],
    payment_types: ['ach'],
    adds: 'amount',
    // A return is the last move of a payment: it is of the day on which it came.
    dated_by: 'updated_at',
  },
  awaiting: {
    label: 'Awaiting settlement',
    types: ['sale', 'authorize', 'capture'],
    statuses: ['pending_settlement'],
    adds: 'amount_captured',
    dated_by: 'created_at',
  },
} as const satisfies Record<string, Counted>;

export type CountedName = keyof typeof counted;
export const counted_names = Object.keys(counted) as CountedName[];
/** Figures of a day; what awaits settlement is a figure of the moment. */
export const daily_names = [
  'captured',
  'attempts',
  'approved',
  'declined',
  'refunded',
  'returned',
] as const satisfies readonly CountedName[];
export type DailyName = (typeof daily_names)[number];
export const counted_labels = Object.fromEntries(
  counted_names.map((name) => [name, counted[name].label]),
) as Record<CountedName, string>;

/** Moments from `start_at` to before `end_at`, RFC 3339. */
export interface Span {
  readonly start_at: string;
  readonly end_at: string;
}

/** A search as it is sent, or written into the address of a list: filters by name. */
export type RowsSearch = Record<string, Record<string, string | number>>;

/**
 * The search that finds exactly the transactions of a figure: those counted so, within the span,
 * in one currency, and whatever else the figure is cut by.
 */
export function rowsBehind(
  name: CountedName,
  { start_at, end_at }: Span,
  currency: string,
  cut: { payment_type?: string; processor_id?: string; response_code?: number } = {},
): RowsSearch {
  const filters = Object.entries({ counted_as: name, currency_iso_code: currency, ...cut })
    .filter(([, value]) => value !== '')
    .map(([field, value]) => [field, { operator: '=', value }] as const);
  // Both bounds of a date filter are included, and moments are kept to the millisecond.
  const last = new Date(Date.parse(end_at) - 1).toISOString();
  return {
    ...Object.fromEntries(filters),
    [counted[name].dated_by]: { start_date: start_at, end_date: last },
    // A search without a creation date looks four months back alone.
    ...(counted[name].dated_by === 'updated_at' && {
      created_at: { start_date: '2000-01-01T00:00:00.000Z', end_date: last },
    }),
  };
}
