// A list's search as it is saved, and back; relative days stay relative.
import type { SavedFilter, SavedSearch } from '../../../contract/reports/saved-searches.ts';
import type { ActiveFilter, ListState, NamedField } from './search-state.ts';

function withoutName({ name: _name, ...filter }: ActiveFilter): SavedFilter {
  return filter as SavedFilter;
}

/** Filters by field, as the call takes them; it keeps a card number's mask and digests alone. */
export function savedData(filters: readonly ActiveFilter[]): SavedSearch['data'] {
  return Object.fromEntries(filters.map((filter) => [filter.name, withoutName(filter)]));
}

/** What a saved search puts on the list; a field that the list no longer has is left out. */
export function savedState(
  { data, columns, sort }: Pick<SavedSearch, 'data' | 'columns' | 'sort'>,
  fields: readonly NamedField[],
): Pick<ListState, 'filters' | 'sort' | 'columns'> {
  const known = new Set(fields.map(({ name }) => name));
  const filters = Object.entries(data)
    .filter(([name]) => known.has(name))
    .map(([name, filter]): ActiveFilter => {
      if ('operator' in filter) {
        const { operator, value, digests } = filter;
        return { name, operator, value: String(value), ...(digests && { digests }) };
      }
      return { name, ...filter };
    });
  return { filters, sort, columns };
}

/** A search's list: `/transaction/search` is `transaction`, `/users/{type}/{id}` is `users`. */
export function sectionOf(path: string): string {
  const words = path.split('/').filter((word) => word !== '' && !word.startsWith('{'));
  const named = words.filter((word) => word !== 'search');
  return named
    .join('_')
    .replace(/[^a-z0-9_]/g, '_')
    .slice(0, 50);
}
