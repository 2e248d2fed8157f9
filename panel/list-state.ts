// Where a list's state is kept: in the address, and what must not stand there in memory alone.
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readState, writeState } from './kit/search-address.ts';
import type { ActiveFilter, ListState, NamedField } from './kit/search-state.ts';

/** The state of the list on this page, and how to change it; any change goes back to page 1. */
export function useListState(fields: readonly NamedField[]) {
  const [search, setSearch] = useSearchParams();
  const [hidden, setHidden] = useState<ActiveFilter[]>([]);
  const read = readState(search, fields);
  const given = { ...read, filters: [...read.filters, ...hidden] };
  const isSecret = ({ name }: ActiveFilter) =>
    fields.some((named) => named.name === name && named.field.kind === 'secret');
  const go = (next: Partial<ListState>) => {
    const state = { ...given, page: 1, ...next };
    setHidden(state.filters.filter(isSecret));
    const shown = state.filters.filter((filter) => !isSecret(filter));
    setSearch(writeState({ ...state, filters: shown }), { preventScrollReset: true });
  };
  return { given, go };
}
