// Which filter of a search that found nothing hides how many rows: what its removal would show.
import { useQueries } from '@tanstack/react-query';
import type { ActiveFilter } from './search-state.ts';

export interface HiddenBy {
  filter: ActiveFilter;
  count: number;
  estimated: boolean;
}

/** Asked for so many filters at most, each a search of one row. */
export const max_candidates = 4;

/** A search as a query: its key, how long it is kept unused, and how its count is read. */
export interface CountQuery {
  queryKey: readonly unknown[];
  gcTime?: number;
  queryFn: (request: { signal: AbortSignal }) => Promise<unknown>;
}

interface Counted {
  total_count: number;
  count_estimated?: boolean;
}

/** The filters whose removal would show something, the most first. */
export function hidingMost(found: readonly HiddenBy[]): HiddenBy[] {
  return found.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}

/** Asks once `asks`; `without` makes the search that lacks one filter. */
export function useHiddenBy(
  filters: readonly ActiveFilter[],
  asks: boolean,
  without: (filter: ActiveFilter) => CountQuery,
): HiddenBy[] {
  const asked = asks ? filters.slice(0, max_candidates) : [];
  const answers = useQueries({
    queries: asked.map((filter) => ({ ...without(filter), meta: { quiet: true }, retry: false })),
  });
  const found = asked.flatMap((filter, at) => {
    const data = answers[at]?.data as Counted | undefined;
    if (data === undefined) return [];
    const { total_count: count, count_estimated: estimated = false } = data;
    return [{ filter, count, estimated }];
  });
  return hidingMost(found);
}
