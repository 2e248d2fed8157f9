// The whole period of an answer as one filter of a list.
import type { HomeRecord } from '../../contract/reports/dashboard.ts';
import type { ActiveFilter } from '../kit/filter/search-state.ts';
import { within } from '../payments/transactions-with.ts';

/** Payments belong to the day they were made on, as in the figures. */
export function periodOf({ by_day, today }: HomeRecord): ActiveFilter {
  const start_at = by_day[0]?.start_at ?? today.start_at;
  return within('created_at', { start_at, end_at: today.end_at });
}
