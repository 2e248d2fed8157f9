// Server data for screens, typed by the contract: search, record, save, remove.
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Endpoint, ListReply, Rows } from '../contract/endpoint.ts';
import type { SearchFields, Sort } from '../contract/search/search.ts';
import { holdsSecretFilter } from '../contract/search/secret-filters.ts';
import { type ApiError, type CallRequest, call, type DataOf } from './api.ts';
import { business_offset, businessNow } from './business-time.ts';
import { useHiddenBy } from './kit/filter/hidden-by.ts';
import { sectionOf } from './kit/filter/saved-searches.ts';
import { filterChanges } from './kit/filter/search-filters.ts';
import type { SearchList } from './kit/filter/search-list.ts';
import {
  type ActiveFilter,
  flatFields,
  type ListState,
  wireFilters,
} from './kit/filter/search-state.ts';
import {
  created_rows,
  createdIn,
  dismissCreated,
  listKey,
  rememberCreated,
} from './kit/list/list-created.ts';
import { type ChangeList, useListState } from './kit/list/list-state.ts';
import { showsNewest, useNewest } from './kit/list/newest.ts';
import { useStepBack } from './kit/list/step-back.ts';
import { useStore } from './store.ts';
import { useStanding } from './use-standing.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: { quiet?: boolean };
    mutationMeta: { quiet?: QuietErrors; fallback?: string };
  }
}

/** Errors open the error dialog unless the screen shows them itself: then it asks to be quiet. */
export interface ErrorOptions {
  quiet?: boolean;
}

/**
 * What a query is kept under, and for how long once no screen shows it: everything of a path can
 * be marked stale by its first part, and a key with a card's whole number goes with its screen.
 */
function placeOf(endpoint: Endpoint, { params = {}, input = {} }: CallRequest<Endpoint>) {
  const queryKey: unknown[] = [endpoint.path, params, input];
  return { queryKey, ...(holdsSecretFilter(input as object) && { gcTime: 0 }) };
}

/** `keeps_former`: the former answer stays while one for other input is on its way. */
type RecordOptions = ErrorOptions &
  Partial<Record<'enabled' | 'background' | 'keeps_former', boolean>> & { stale_ms?: number };

/** One record (or a list without paging); undefined until it is there. */
export function useRecord<E extends Endpoint>(
  endpoint: E,
  request: CallRequest<E> = {},
  options: RecordOptions = {},
): UseQueryResult<DataOf<E>, ApiError> {
  return useQuery({
    ...placeOf(endpoint, request as CallRequest<Endpoint>),
    queryFn: ({ signal }) => call<E>(endpoint, request, { signal, background: options.background }),
    enabled: options.enabled ?? true,
    ...(options.stale_ms !== undefined && { staleTime: options.stale_ms }),
    ...(options.keeps_former && { placeholderData: keepPreviousData }),
    meta: { quiet: options.quiet ?? false },
  });
}

/** A form shows some refusals itself, and some not. */
type QuietErrors = boolean | ((error: ApiError) => boolean);

interface SaveOptions<E extends Endpoint> {
  quiet?: QuietErrors;
  /** What the error dialog says where the answer has no words of its own. */
  fallback?: string;
  /** Paths whose data is read anew afterwards; the endpoint's own when left out. */
  stales?: readonly Endpoint[];
  /** The list its answer is a new row of: it shows there even if the search leaves it out. */
  creates_in?: { list: ListEndpoint; params?: Record<string, string> };
  /** Says that it is done, whatever is on the page by then: the toast. */
  tell?: (data: DataOf<E>) => void;
  /**
   * What its screen does next: closes its dialog, goes to what is new. Not called once the screen
   * was left: it would close another dialog, or take somebody away from another page.
   */
  onSaved?: (data: DataOf<E>) => void;
}

/** A call that changes something; `mutate({params, input})`. */
export function useSave<E extends Endpoint>(
  endpoint: E,
  options: SaveOptions<E> = {},
): UseMutationResult<DataOf<E>, ApiError, CallRequest<E>> {
  const client = useQueryClient();
  const standing = useStanding();
  return useMutation({
    mutationFn: (request: CallRequest<E>) => call<E>(endpoint, request),
    meta: { quiet: options.quiet ?? false, fallback: options.fallback ?? '' },
    onSuccess: async (data) => {
      const stales = options.stales ?? [endpoint];
      const paths = new Set(stales.map((one) => one.path));
      const touched = client.invalidateQueries({
        predicate: (query) => paths.has(query.queryKey[0] as string),
      });
      if (options.creates_in) {
        const { list, params } = options.creates_in;
        rememberCreated(listKey(list.path, params), data);
      }
      // First: what is told may be a dialog, which opens where this one was.
      if (standing.current) options.onSaved?.(data);
      options.tell?.(data);
      await touched;
    },
  });
}

export interface SearchOptions<E extends Endpoint> {
  params?: CallRequest<E>['params'];
  /** Fields a person may filter by. */
  fields: SearchFields;
  /** Filters while none is chosen; the chips show them. */
  defaults?: (now: Date) => ActiveFilter[];
  /** How the list is sorted until somebody sorts it. */
  default_sort?: Sort;
  /** Members of the body that are no filters: `{ detailed: true }`. */
  beside?: Record<string, unknown>;
  /** What its filters and whatever is computed over them name beside: the merchant below whom. */
  named?: Record<string, string>;
  /** Field of the Global Search box. */
  global_field?: string;
  /** Field of the quick dates. */
  date_field?: string;
  /** More fields that name one row or its days: like those two, each stands alone. */
  stands_alone?: readonly string[];
  /** The sentence that refuses to remove the last filter. */
  keep_last?: string;
  /** Its name among saved searches where its path does not say it. */
  section?: string;
  /** Offers to look at accounts directly below alone (partners and admins). */
  offers_direct?: boolean;
  /** Currency that amounts are in where no filter names one. */
  currency?: string;
}

/** A row of the list an endpoint answers. */
export type RowOf<E extends Endpoint> = DataOf<E> extends Rows<infer Row> ? Row : never;

type ListEndpoint = Endpoint & { reply: ListReply };

/** The changes of a list that depend on nothing else. */
function moves(go: ChangeList) {
  return {
    clear: () => go({ filters: [] }),
    setSort: (sort: ListState['sort']) => go({ sort }),
    setPage: (page: number) => go({ page }),
    setPerPage: (per_page: number) => go({ per_page }),
    setDirectOnly: (direct_only: boolean) => go({ direct_only }),
  };
}

/** A searched list whose state stands in the address: Back and a copied link bring it again. */
export function useSearch<E extends ListEndpoint>(
  endpoint: E,
  options: SearchOptions<E>,
): SearchList<RowOf<E>> {
  const { currency = '' } = options;
  const fields = useMemo(() => flatFields(options.fields), [options.fields]);
  const { requested, go } = useListState(fields);
  // A clock moved in the sandbox changes what `today` is.
  useStore(business_offset);
  const defaulted = requested.filters.length === 0;
  const filtersOf = ({ filters }: ListState) =>
    filters.length === 0 ? (options.defaults?.(businessNow()) ?? []) : filters;
  const sort = requested.sort ?? options.default_sort ?? null;
  const state: ListState = { ...requested, filters: filtersOf(requested), sort };
  const input = {
    ...options.named,
    ...wireFilters(state.filters, fields, businessNow()),
    ...(state.direct_only && options.offers_direct && { directOnly: true }),
  };
  const rows_query = listQuery(endpoint, options, state, input);
  const query = useQuery({ ...rows_query, placeholderData: keepPreviousData });
  const page = query.data as Rows<RowOf<E>> | undefined;
  const newest = useNewest<RowOf<E>>({
    rows: query.isPlaceholderData ? undefined : page?.rows,
    read_at: query.dataUpdatedAt,
    key: rows_query.queryKey,
    look: (query_context) => rows_query.queryFn(query_context, true) as Promise<Rows<RowOf<E>>>,
    newest: showsNewest(state, options.date_field),
  });
  useStepBack(page, query.isPlaceholderData, state, go);
  const nothing = page?.total_count === 0 && !query.isPlaceholderData;
  const { keep_last = '', offers_direct = false } = options;
  const is_last_required = keep_last !== '' && state.filters.length === 1;
  const may_hide = nothing && !defaulted && !is_last_required;
  const hidden_by = useHiddenBy(state.filters, may_hide, (filter) => {
    const left = state.filters.filter((one) => one !== filter);
    const filters = filtersOf({ ...requested, filters: left });
    const rest = { ...options.named, ...wireFilters(filters, fields, businessNow()) };
    return listQuery(endpoint, options, { ...state, page: 1, per_page: 1 }, rest);
  });
  const key = listKey(endpoint.path, options.params);
  return {
    section: options.section ?? sectionOf(endpoint.path),
    fields,
    state,
    currency,
    input,
    rows: page?.rows ?? [],
    newest,
    created: useCreated(endpoint, key),
    total_count: page?.total_count ?? 0,
    count_estimated: page?.count_estimated ?? false,
    loading: query.isPending,
    stale: query.isPlaceholderData,
    failed: query.isError,
    as_of: query.dataUpdatedAt === 0 ? null : new Date(query.dataUpdatedAt),
    global_field: options.global_field ?? '',
    date_field: options.date_field ?? '',
    defaulted,
    nothing_yet: useNothingYet(endpoint, options, nothing && defaulted),
    hidden_by,
    keep_last,
    offers_direct,
    apply: (saved) => go({ columns: [], ...saved }),
    ...filterChanges(options, fields, filtersOf, go),
    ...moves(go),
    dismissCreated: () => dismissCreated(key),
    refresh: () => void query.refetch(),
  };
}

/** Rows of this list made a moment ago; what the list's own schema does not know is dropped. */
function useCreated<E extends ListEndpoint>(endpoint: E, key: string): RowOf<E>[] {
  const all = useStore(created_rows);
  return useMemo(
    () =>
      createdIn(key, all).flatMap((row) => {
        const read = endpoint.reply.schema.safeParse(row);
        return read.success ? [read.data as RowOf<E>] : [];
      }),
    [all, key, endpoint],
  );
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
    ...options.beside,
    limit: state.per_page,
    offset: (state.page - 1) * state.per_page,
    ...(state.sort && { sort: state.sort }),
  } as CallRequest<E>['input'];
  const request = {
    input: body,
    ...(options.params && { params: options.params }),
  } as CallRequest<E>;
  return {
    ...placeOf(endpoint, request as CallRequest<Endpoint>),
    queryFn: ({ signal }: { signal: AbortSignal }, background = false) =>
      call<E>(endpoint, request, { signal, background }),
  };
}
