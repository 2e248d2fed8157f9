// What a list screen needs to know of its search; panel/hooks.ts makes it.
import type { Sort } from '../../../contract/search/search.ts';
import type { HiddenBy } from './hidden-by.ts';
import type { ActiveFilter, ListState, NamedField } from './search-state.ts';

export interface SearchList<Row> {
  /** The list's name among saved searches: `transaction`. */
  section: string;
  /** Fields a filter may be put on, in the order they are offered. */
  fields: readonly NamedField[];
  state: ListState;
  /** Currency of amounts whose filters name none; '' where the rows may have several. */
  currency: string;
  /** Filters as a search body takes them: for totals and reports of the same search. */
  input: Record<string, unknown>;
  rows: readonly Row[];
  /** What page 1 would be by now where its newest rows are shown; null where they are not. */
  newest: readonly Row[] | null;
  /** Made a moment ago, whether the search finds them or not. */
  created: readonly Row[];
  total_count: number;
  count_estimated: boolean;
  /** Nothing to show yet. */
  loading: boolean;
  /** The rows shown are of an earlier state. */
  stale: boolean;
  failed: boolean;
  /** When the rows were read. */
  as_of: Date | null;
  /** Field of the box above the list; it takes the date filter's place (visual 5.1). */
  global_field: string;
  /** Field the quick dates filter. */
  date_field: string;
  /** The address has no filter: the list's default filters apply. */
  defaulted: boolean;
  /** Without any filter nothing would be found either. */
  nothing_yet: boolean;
  /** Of a search that found nothing: what removing a filter would show, the most first. */
  hidden_by: readonly HiddenBy[];
  /** Why the last filter cannot be removed; empty where it can. */
  keep_last: string;
  /** Offers to look at accounts directly below alone. */
  offers_direct: boolean;
  put(filter: ActiveFilter): void;
  /** Puts a whole search in place of this one. */
  apply(search: Pick<ListState, 'filters' | 'sort' | 'columns'>): void;
  remove(name: string): void;
  clear(): void;
  /** Changes the sort and returns to page 1. */
  setSort(sort: Sort | null): void;
  setPage(page: number): void;
  setPerPage(per_page: number): void;
  setDirectOnly(direct_only: boolean): void;
  dismissCreated(): void;
  refresh(): void;
}
