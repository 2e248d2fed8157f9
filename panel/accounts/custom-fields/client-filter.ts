// How a list that is wholly in the browser is filtered (spec 1 §5, spec 2 §5).
import { periodOf } from '../../../contract/search/periods.ts';
import type { SearchField } from '../../../contract/search/search.ts';
import { type ActiveFilter, daysOf } from '../../kit/filter/search-state.ts';

/** The first and the last day a filter on a date means, `YYYY-MM-DD`, both counted in. */
function daysIn(filter: Exclude<ActiveFilter, { operator: unknown }>, now: Date) {
  if ('last_days' in filter) return daysOf(filter.name, filter.last_days, now);
  if ('start_at' in filter) {
    return { start_date: filter.start_at.slice(0, 10), end_date: filter.end_at.slice(0, 10) };
  }
  if (!('duration' in filter)) return filter;
  const [from, until] = periodOf(filter.duration, now);
  const day = (moment: Date) => moment.toISOString().slice(0, 10);
  return { start_date: day(from), end_date: day(new Date(until.getTime() - 1)) };
}

/**
 * Whether what a row shows passes a filter: a text when it holds what is sought, in any case; a
 * choice when it is that one; a moment when its day lies in the range.
 */
export function passes(
  filter: ActiveFilter,
  kind: SearchField['kind'],
  shown: string,
  now: Date,
): boolean {
  if ('operator' in filter) {
    const sought = filter.value.toLowerCase();
    const text = shown.toLowerCase();
    const found = kind === 'choice' ? text === sought : text.includes(sought);
    return filter.operator === '!=' ? !found : found;
  }
  const { start_date, end_date } = daysIn(filter, now);
  const day = shown.slice(0, 10);
  return start_date <= day && day <= end_date;
}
