// The rows of the list that was shown last: a record's page leads to the ones beside it.
import { makeStore, useStore } from '../../store.ts';

/** Where each row leads, in the order shown. */
export const shown_rows = makeStore<readonly string[]>([]);

interface Neighbors {
  /** Undefined at the ends of the page of rows, and for a record of no list. */
  previous: string | undefined;
  next: string | undefined;
}

export function neighborsOf(rows: readonly string[], path: string): Neighbors {
  const at = rows.indexOf(path);
  if (at < 0) return { previous: undefined, next: undefined };
  return { previous: rows[at - 1], next: rows[at + 1] };
}

export const useNeighbors = (path: string): Neighbors => neighborsOf(useStore(shown_rows), path);
