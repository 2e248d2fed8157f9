// Polls for rows newer than those a list shows; it never changes what is shown.
import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../api.ts';
import type { ListState } from '../filter/search-state.ts';

/** Slow, because it repeats as long as the list is open. */
const look_every_ms = 60_000;

/** Whether the first row shown is the newest one, so that new rows would precede it. */
export function showsNewest(
  { page, sort }: Pick<ListState, 'page' | 'sort'>,
  date_field = '',
): boolean {
  const by_time = sort?.field === 'created_at' || (sort !== null && sort.field === date_field);
  return page === 1 && by_time && sort.direction === 'desc';
}

interface Shown<Row> {
  /** The rows of page 1 as they were read, and when. */
  rows: readonly Row[] | undefined;
  read_at: number;
  key: readonly unknown[];
  look: (request: { signal: AbortSignal }) => Promise<{ rows: readonly Row[] }>;
  /** The screen shows page 1, newest first. */
  newest: boolean;
}

/** What page 1 would be by now; before the first read what it is. Null while not polling. */
export function useNewest<Row>(shown: Shown<Row>): readonly Row[] | null {
  const { rows, read_at, key, look, newest } = shown;
  const query = useQuery<{ rows: readonly Row[] }, ApiError>({
    // Bound to the read of the list that its rows are compared with.
    queryKey: ['newest', ...key, read_at],
    queryFn: look,
    enabled: newest && rows !== undefined,
    ...(rows && { initialData: { rows }, initialDataUpdatedAt: read_at }),
    staleTime: look_every_ms,
    gcTime: 0,
    refetchInterval: look_every_ms,
    refetchOnWindowFocus: true,
    retry: false,
    meta: { quiet: true },
  });
  return newest ? (query.data?.rows ?? []) : null;
}

/**
 * `3 new`, of rows that precede all shown ones by now; `10+ new` where not one of the shown is
 * among them any more; '' for none.
 */
export function newerText<Row>(
  newest: readonly Row[] | null,
  shown: readonly Row[],
  keyOf: (row: Row) => string,
): string {
  if (newest === null || newest.length === 0) return '';
  const known = new Set(shown.map(keyOf));
  const at = newest.findIndex((row) => known.has(keyOf(row)));
  if (at === 0) return '';
  if (at > 0) return `${at} new`;
  return shown.length === 0 ? `${newest.length} new` : `${newest.length}+ new`;
}
