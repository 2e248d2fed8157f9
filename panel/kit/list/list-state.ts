// Where a list's state is kept: in the address, or in memory for what an address must not hold.
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readState, writeState } from '../filter/search-address.ts';
import type { ActiveFilter, ListState, NamedField } from '../filter/search-state.ts';

/** What to change of a list's state, or a function of the current state; null: nothing. */
type Change = Partial<ListState> | ((now: ListState) => Partial<ListState> | null);
export type ChangeList = (change: Change) => void;

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
  const go: ChangeList = (change) => {
    const now = stateIn(new URLSearchParams(window.location.search));
    const next = typeof change === 'function' ? change(now) : change;
    if (next === null) return;
    const state = { ...now, page: 1, ...next };
    setHidden(state.filters.filter(isSecret));
    const shown = state.filters.filter((filter) => !isSecret(filter));
    setSearch(writeState({ ...state, filters: shown }), { preventScrollReset: true });
  };
  return { given: stateIn(search), go };
}
