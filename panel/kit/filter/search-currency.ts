// The currency in which the amounts of a search are shown and typed, and its filter.
import { currencyOfSearch } from '../../../contract/search/search-amounts.ts';
import type { ActiveFilter, NamedField } from './search-state.ts';

/** The currency of a search's amounts: that of its currency filter; '' for none. */
export function currencyOfFilters(
  filters: readonly ActiveFilter[],
  fields: readonly NamedField[],
): string {
  return currencyOfSearch(
    filters.map((filter) => ({
      ...filter,
      field: fields.find(({ name }) => name === filter.name)?.field,
    })),
  );
}

/**
 * The currency that an amount is typed in: the filter's, and without one the list's own, which
 * then becomes a filter beside the amount (`withCurrency`).
 */
export function currencyToType({ state, fields, currency }: SearchedAmounts): string {
  const code = currencyField(fields);
  const is_open = code !== undefined && !state.filters.some(({ name }) => name === code.name);
  return is_open ? currency : currencyOfFilters(state.filters, fields);
}

interface SearchedAmounts {
  state: { filters: readonly ActiveFilter[] };
  fields: readonly NamedField[];
  /** The list's own currency; '' for none. */
  currency: string;
}

const currencyField = (fields: readonly NamedField[]) =>
  fields.find(({ field }) => field.of_currency);

/** The filters, with the list's own currency beside an amount that was typed in it. */
export function withCurrency(
  filters: ActiveFilter[],
  put: ActiveFilter,
  search: SearchedAmounts,
): ActiveFilter[] {
  const { fields } = search;
  const code = currencyField(fields);
  const is_amount = fields.find(({ name }) => name === put.name)?.field.kind === 'money';
  const value = currencyToType(search);
  if (!is_amount || code === undefined || value === '') return filters;
  if (filters.some(({ name }) => name === code.name)) return filters;
  return [...filters, { name: code.name, operator: '=', value }];
}
