// Where a list's state is kept: in the address, or in memory for what an address must not hold.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readState, writeState } from '../filter/search-address.ts';
import type { ActiveFilter, ListState, NamedField } from '../filter/search-state.ts';

/** What to change of a list's state, or a function of the current state; null: nothing. */
type Change = Partial<ListState> | ((now: ListState) => Partial<ListState> | null);
/** `replace`: in the place of the address as it is, which Back then passes over. */
export type ChangeList = (change: Change, options?: { replace: boolean }) => void;

/**
 * The state of the list on this page, and how to change it; any change returns to page 1.
 * A change begins with the address as it is: a screen drawn late shows an earlier one.
 */
export function useListState(fields: readonly NamedField[]) {
  const [search, setSearch] = useSearchParams();
  const [hidden, setHidden] = useState<ActiveFilter[]>([]);
  const stateIn = (address: URLSearchParams): ListState => {
    const read = readState(address, fields);
    return { ...read, filters: [...read.filters, ...hidden] };
  };
  const isSecret = ({ name }: ActiveFilter) =>
    fields.some((named) => named.name === name && named.field.kind === 'secret');
  const go: ChangeList = (change, { replace = false } = { replace: false }) => {
    const now = stateIn(new URLSearchParams(window.location.search));
    const next = typeof change === 'function' ? change(now) : change;
    if (next === null) return;
    const state = { ...now, page: 1, ...next };
    const secret = state.filters.filter(isSecret);
    // Another empty array would draw the screen again, and again what an effect of it changes.
    setHidden((was) => (was.length + secret.length === 0 ? was : secret));
    const shown = state.filters.filter((filter) => !isSecret(filter));
    setSearch(writeState({ ...state, filters: shown }), { preventScrollReset: true, replace });
  };
  const requested = stateIn(search);
  const page = search.get('page');
  // An address that names no page there can be shows the first, and then says so.
  const misnamed = page !== null && page !== String(requested.page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address that misnames it
  useEffect(() => {
    if (misnamed) go({ page: requested.page }, { replace: true });
  }, [misnamed, requested.page]);
  return { requested, go };
}
