// The list of transactions with filters set: from a figure to the rows behind it.
import type { AccountType } from '../../contract/access/access.ts';
import { writeState } from '../kit/filter/search-address.ts';
import { type ActiveFilter, default_per_page } from '../kit/filter/search-state.ts';
import { list_paths } from './paths.ts';

export const is = (name: string, value: string): ActiveFilter => ({ name, operator: '=', value });
export const isNot = (name: string, value: string): ActiveFilter => ({
  ...{ name, operator: '!=', value },
});

/** A payment belongs to the day it was made on: both moments are inclusive. */
export const madeWithin = (span: { start_at: string; end_at: string }): ActiveFilter => ({
  name: 'created_at',
  start_at: span.start_at,
  end_at: span.end_at,
});

/** Sums are of one currency. */
export const inCurrency = (currency: string): ActiveFilter => is('currency_iso_code', currency);

/** A list at this path: everything's, or that of one merchant below the reader. */
export function listWith(path: string, ...filters: ActiveFilter[]): string {
  return `${path}?${writeState({ filters, page: 1, per_page: default_per_page, sort: null })}`;
}

export function transactionsWith(area: AccountType, ...filters: ActiveFilter[]): string {
  return listWith(list_paths[area], ...filters);
}
