// The whole period of an answer as one filter of a list.
import type { HomeRecord } from '../../contract/reports/dashboard.ts';
import type { ActiveFilter } from '../kit/filter/search-state.ts';
import { within } from './links.ts';

export function periodOf({ by_day, today }: HomeRecord, field = 'created_at'): ActiveFilter {
  const start_at = by_day[0]?.start_at ?? today.start_at;
  return within(field, { start_at, end_at: today.end_at });
}
