// How one filter of a list is put in or taken out, and which others then stay.
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { SearchOptions } from '../../hooks.ts';
import { toast } from '../../notices.ts';
import type { ChangeList } from '../list/list-state.ts';
import { withCurrency } from './search-currency.ts';
import { type ActiveFilter, type ListState, type NamedField, withFilter } from './search-state.ts';

/** The two changes of a list's filters; `filtersOf` are a state's own or the list's defaults. */
export function filterChanges<E extends Endpoint>(
  options: SearchOptions<E>,
  fields: readonly NamedField[],
  filtersOf: (state: ListState) => readonly ActiveFilter[],
  go: ChangeList,
) {
  const { currency = '', keep_last = '' } = options;
  return {
    put: (filter: ActiveFilter) =>
      go((now) => {
        const filters = filtersOf(now);
        const together = withFilter(beside(filter, filters, options), filter);
        const typed = { state: { filters }, fields, currency };
        return { filters: withCurrency(together, filter, typed) };
      }),
    remove: (name: string) =>
      go((now) => {
        const left = filtersOf(now).filter((one) => one.name !== name);
        if (keep_last === '' || left.length > 0) return { filters: left };
        toast(keep_last, 'warning');
        return null;
      }),
  };
}

/** Filters that stay beside a new one: an id found outside the days is found all the same. */
function beside<E extends Endpoint>(
  filter: ActiveFilter,
  filters: readonly ActiveFilter[],
  { global_field, date_field, stands_alone = [] }: SearchOptions<E>,
): readonly ActiveFilter[] {
  const alone = [global_field, date_field, ...stands_alone];
  const counts = (one: ActiveFilter) =>
    alone.includes(one.name) && !('operator' in one && one.operator !== '=');
  return counts(filter) ? filters.filter((one) => !counts(one)) : filters;
}
