// From a figure to the list of the rows behind it, its filters set.
import type { AccountType } from '../../contract/access/access.ts';
import { writeState } from '../kit/filter/search-address.ts';
import { type ActiveFilter, default_per_page } from '../kit/filter/search-state.ts';
import { list_paths } from '../payments/paths.ts';

export interface Span {
  start_at: string;
  end_at: string;
}

export const is = (name: string, value: string): ActiveFilter => ({ name, operator: '=', value });
export const within = (name: string, { start_at, end_at }: Span): ActiveFilter => ({
  name,
  start_at,
  end_at,
});

/** A list with these filters. */
export function listWith(path: string, filters: ActiveFilter[]): string {
  const state = { filters, page: 1, per_page: default_per_page, sort: null };
  return `${path}?${writeState(state)}`;
}

export function transactionsWith(area: AccountType, ...filters: ActiveFilter[]): string {
  return listWith(list_paths[area], filters);
}
