// Server data for screens, typed by the contract: search, record, save, remove.
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Endpoint, ListReply, Rows } from '../contract/endpoint.ts';
import type { SearchFields, Sort } from '../contract/search.ts';
import { type ApiError, type CallGiven, call, type DataOf } from './api.ts';
import { business_offset, businessNow } from './business-time.ts';
import type { SearchList } from './kit/search-list.ts';
import {
  type ActiveFilter,
  flatFields,
  type ListState,
  type NamedField,
  readState,
  wireFilters,
  withFilter,
  writeState,
} from './kit/search-state.ts';
import { useStore } from './store.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: { quiet?: boolean };
    mutationMeta: { quiet?: boolean };
  }
}

/** Errors open the error dialog unless the screen shows them itself: then it asks to be quiet. */
export interface Quiet {
  quiet?: boolean;
}

/** What queries are kept under: everything of a path can be marked stale by its first part. */
function keyOf(endpoint: Endpoint, given: CallGiven<Endpoint>): unknown[] {
  return [endpoint.path, given.params ?? {}, given.input ?? {}];
}

/** One record (or a list without paging); undefined until it is there. */
export function useRecord<E extends Endpoint>(
  endpoint: E,
  given: CallGiven<E> = {},
  options: Quiet & { enabled?: boolean; stale_ms?: number } = {},
): UseQueryResult<DataOf<E>, ApiError> {
  return useQuery({
    queryKey: keyOf(endpoint, given as CallGiven<Endpoint>),
    queryFn: ({ signal }) => call<E>(endpoint, given, { signal }),
    enabled: options.enabled ?? true,
    ...(options.stale_ms !== undefined && { staleTime: options.stale_ms }),
    meta: { quiet: options.quiet ?? false },
  });
}

interface SaveOptions<E extends Endpoint> extends Quiet {
  /** Paths whose data is read anew afterwards; the endpoint's own when left out. */
  stales?: readonly Endpoint[];
  onSaved?: (data: DataOf<E>) => void;
}

/** A call that changes something; `mutate({params, input})`. */
export function useSave<E extends Endpoint>(
  endpoint: E,
  options: SaveOptions<E> = {},
): UseMutationResult<DataOf<E>, ApiError, CallGiven<E>> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: CallGiven<E>) => call<E>(endpoint, given),
    meta: { quiet: options.quiet ?? false },
    onSuccess: async (data) => {
      const stales = options.stales ?? [endpoint];
      const paths = new Set(stales.map((one) => one.path));
      const touched = client.invalidateQueries({
        predicate: (query) => paths.has(query.queryKey[0] as string),
      });
      options.onSaved?.(data);
      await touched;
    },
  });
}

/** A removal; the list named in `stales` is read anew. */
export function useRemove<E extends Endpoint>(
  endpoint: E,
  options: SaveOptions<E> = {},
): UseMutationResult<DataOf<E>, ApiError, CallGiven<E>> {
  return useSave(endpoint, options);
}

export interface SearchOptions<E extends Endpoint> {
  params?: CallGiven<E>['params'];
  /** Fields a person may filter by. */
  fields: SearchFields;
  /** Filters while none is chosen; the chips show them. */
  defaults?: (now: Date) => ActiveFilter[];
  /** How the list is sorted until somebody sorts it. */
  default_sort?: Sort;
  /** Field of the Global Search box. */
  global_field?: string;
  /** Field of the quick dates. */
  date_field?: string;
  /** The sentence that refuses to remove the last filter. */
  keep_last?: string;
}

/** A row of the list an endpoint answers. */
export type RowOf<E extends Endpoint> = DataOf<E> extends Rows<infer Row> ? Row : never;

type ListEndpoint = Endpoint & { reply: ListReply };

/** A searched list whose state stands in the address: Back and a copied link bring it again. */
export function useSearch<E extends ListEndpoint>(
  endpoint: E,
  options: SearchOptions<E>,
): SearchList<RowOf<E>> {
  const fields = useMemo(() => flatFields(options.fields), [options.fields]);
  const { given, go } = useListState(fields);
  // A clock moved in the sandbox changes what `today` is.
  useStore(business_offset);
  const defaulted = given.filters.length === 0;
  const state: ListState = {
    ...given,
    filters: defaulted ? (options.defaults?.(businessNow()) ?? []) : given.filters,
    sort: given.sort ?? options.default_sort ?? null,
  };
  const input = wireFilters(state.filters, fields);
  const query = useQuery({
    ...listQuery(endpoint, options, state, input),
    placeholderData: keepPreviousData,
  });
  const page = query.data as Rows<RowOf<E>> | undefined;
  useStepBack(page, query.isPlaceholderData, state, go);
  const empty = page !== undefined && page.total_count === 0 && defaulted;
  return {
    fields,
    state,
    input,
    rows: page?.rows ?? [],
    total_count: page?.total_count ?? 0,
    count_estimated: page?.count_estimated ?? false,
    loading: query.isPending,
    stale: query.isPlaceholderData,
    failed: query.isError,
    as_of: query.dataUpdatedAt === 0 ? null : new Date(query.dataUpdatedAt),
    global_field: options.global_field ?? '',
    date_field: options.date_field ?? '',
    defaulted,
    nothing_yet: useNothingYet(endpoint, options, empty),
    keep_last: options.keep_last ?? '',
    put: (filter) => go({ filters: withFilter(beside(filter, state, options), filter) }),
    remove: (name) => go({ filters: state.filters.filter((filter) => filter.name !== name) }),
    clear: () => go({ filters: [] }),
    setSort: (sort) => go({ sort }),
    setPage: (next) => go({ page: next }),
    setPerPage: (per_page) => go({ per_page }),
    refresh: () => void query.refetch(),
  };
}

/** The list's state in the address; what must not stand there, a card number, in memory alone. */
function useListState(fields: readonly NamedField[]) {
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

/** Filters that stay beside a new one: Global Search and the date filter exclude each other. */
function beside<E extends Endpoint>(
  filter: ActiveFilter,
  state: ListState,
  { global_field, date_field }: SearchOptions<E>,
): ActiveFilter[] {
  const other =
    filter.name === global_field ? date_field : filter.name === date_field ? global_field : '';
  return state.filters.filter((one) => one.name !== other);
}

/** Asks without filters whether there is anything at all, once the list's own found nothing. */
function useNothingYet<E extends ListEndpoint>(
  endpoint: E,
  options: SearchOptions<E>,
  asks: boolean,
): boolean {
  const state: ListState = { filters: [], page: 1, per_page: 1, sort: null };
  const query = useQuery({
    ...listQuery(endpoint, options, state, {}),
    enabled: asks,
    meta: { quiet: true },
  });
  return asks && (query.data as Rows<unknown> | undefined)?.total_count === 0;
}

function listQuery<E extends ListEndpoint>(
  endpoint: E,
  options: SearchOptions<E>,
  state: ListState,
  input: Record<string, unknown>,
) {
  const body = {
    ...input,
    limit: state.per_page,
    offset: (state.page - 1) * state.per_page,
    ...(state.sort && { sort: state.sort }),
  } as CallGiven<E>['input'];
  const given = { input: body, ...(options.params && { params: options.params }) } as CallGiven<E>;
  return {
    queryKey: keyOf(endpoint, given as CallGiven<Endpoint>),
    queryFn: ({ signal }: { signal: AbortSignal }) => call<E>(endpoint, given, { signal }),
  };
}

/** A page that has become empty steps back one (spec 1 §4), so that nobody sits behind the end. */
function useStepBack(
  page: Rows<unknown> | undefined,
  waiting: boolean,
  state: ListState,
  go: (next: Partial<ListState>) => void,
): void {
  const empty = page !== undefined && !waiting && page.rows.length === 0 && state.page > 1;
  const last = Math.max(1, Math.ceil((page?.total_count ?? 0) / state.per_page));
  const target = Math.min(state.page - 1, last);
  useEffect(() => {
    if (empty) go({ page: target });
  });
}
