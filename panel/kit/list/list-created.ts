// Rows just made: their list shows them even where its search would leave them out.
import { session } from '../../session/session.ts';
import { makeStore } from '../../store.ts';

interface Created {
  list: string;
  row: unknown;
  /** Milliseconds since 1970. */
  at: number;
}

const shown_for_ms = 600_000;
const max_rows = 5;

/** The newest first; of this tab and this session alone. */
export const created_rows = makeStore<readonly Created[]>([]);

session.subscribe(() => {
  if (session.get() === null) created_rows.set([]);
});

/** The parameters that distinguish the list of one account from that of another. */
export function listKey(path: string, params: unknown = {}): string {
  return `${path} ${JSON.stringify(params)}`;
}

/** Notes a row as the call that made it answered it. */
export function rememberCreated(list: string, row: unknown, at = Date.now()): void {
  const fresh = created_rows.get().filter((one) => at - one.at < shown_for_ms);
  created_rows.set([{ list, row, at }, ...fresh].slice(0, max_rows));
}

/** Rows of this list that were made within the last ten minutes. */
export function createdIn(list: string, all: readonly Created[], now = Date.now()): unknown[] {
  return all
    .filter((one) => one.list === list && now - one.at < shown_for_ms)
    .map(({ row }) => row);
}

export function dismissCreated(list: string): void {
  created_rows.set(created_rows.get().filter((one) => one.list !== list));
}
