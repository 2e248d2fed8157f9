// A list that is wholly in the browser, as ListScreen takes it: filtered, sorted and paged here.
import { useEffect, useMemo } from 'react';
import type { SearchField, SearchFields } from '../../../contract/search/search.ts';
import { businessNow } from '../../business-time.ts';
import { hidingMost } from '../../kit/filter/hidden-by.ts';
import type { SearchList } from '../../kit/filter/search-list.ts';
import { flatFields, type ListState, withFilter } from '../../kit/filter/search-state.ts';
import { useListState } from '../../kit/list/list-state.ts';
import { passes } from './client-filter.ts';

interface LocalListOptions<Row> {
  /** The list's name among saved searches. */
  section: string;
  /** All rows; undefined until they are there. */
  rows: readonly Row[] | undefined;
  failed: boolean;
  /** Milliseconds since 1970. */
  read_at: number;
  refresh: () => void;
  fields: SearchFields;
  /** Field of the box above the list. */
  global_field: string;
  /** What a row says of a field: what it is filtered and sorted by. */
  textOf: (row: Row, name: string) => string;
}

function chosen<Row>(options: LocalListOptions<Row>, { filters, sort }: ListState): Row[] {
  const { rows = [], fields, textOf } = options;
  const now = businessNow();
  const kindOf = (name: string) => (fields[name] as SearchField | undefined)?.kind ?? 'text';
  const found = rows.filter((row) =>
    filters.every((one) => passes(one, kindOf(one.name), textOf(row, one.name), now)),
  );
  if (sort === null) return found;
  const way = sort.direction === 'asc' ? 1 : -1;
  const by = (row: Row) => textOf(row, sort.field);
  return found.sort((a, b) => way * by(a).localeCompare(by(b), 'en', { numeric: true }));
}

/** What the removal of each filter would show. */
function hiding<Row>(options: LocalListOptions<Row>, wanted: ListState) {
  const counts = wanted.filters.map((filter) => {
    const filters = wanted.filters.filter((one) => one !== filter);
    return { filter, count: chosen(options, { ...wanted, filters }).length, estimated: false };
  });
  return hidingMost(counts);
}

/** A page that has become empty gives way to the last one that has rows (spec 1 §4). */
function pageIn(count: number, { page, per_page }: ListState): number {
  return Math.min(page, Math.max(1, Math.ceil(count / per_page)));
}

export function useLocalList<Row>(options: LocalListOptions<Row>): SearchList<Row> {
  const fields = useMemo(() => flatFields(options.fields), [options.fields]);
  const { requested: wanted, go } = useListState(fields);
  const found = chosen(options, wanted);
  const page = pageIn(found.length, wanted);
  const state = { ...wanted, page };
  const first = (page - 1) * state.per_page;
  const { filters } = state;
  const behind_end = options.rows !== undefined && page !== wanted.page;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page behind the end
  useEffect(() => {
    if (behind_end) go({ page }, { replace: true });
  }, [behind_end, page]);
  return {
    section: options.section,
    fields,
    state,
    // No field of it is an amount.
    currency: '',
    input: {},
    rows: found.slice(first, first + state.per_page),
    created: [],
    newest: null,
    total_count: found.length,
    count_estimated: false,
    loading: options.rows === undefined && !options.failed,
    stale: false,
    failed: options.failed,
    as_of: options.read_at === 0 ? null : new Date(options.read_at),
    global_field: options.global_field,
    date_field: '',
    defaulted: filters.length === 0,
    nothing_yet: options.rows?.length === 0,
    hidden_by: found.length > 0 ? [] : hiding(options, wanted),
    keep_last: '',
    offers_direct: false,
    put: (filter) => go((now) => ({ filters: withFilter(now.filters, filter) })),
    apply: (saved) => go({ columns: [], ...saved }),
    remove: (name) =>
      go((now) => ({ filters: now.filters.filter((filter) => filter.name !== name) })),
    clear: () => go({ filters: [] }),
    setSort: (sort) => go({ sort }),
    setPage: (next) => go({ page: next }),
    setPerPage: (per_page) => go({ per_page }),
    setDirectOnly: () => undefined,
    dismissCreated: () => undefined,
    refresh: options.refresh,
  };
}
