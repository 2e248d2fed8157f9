// The way back from behind the end of a list.
import { useEffect } from 'react';
import type { Rows } from '../../../contract/endpoint.ts';
import type { ListState } from '../filter/search-state.ts';
import type { ChangeList } from './list-state.ts';

/** A page that has become empty steps back one (spec 1 §4), so that nobody sits behind the end. */
export function useStepBack(
  page: Rows<unknown> | undefined,
  waiting: boolean,
  state: ListState,
  go: ChangeList,
): void {
  const empty = page !== undefined && !waiting && page.rows.length === 0 && state.page > 1;
  const last = Math.max(1, Math.ceil((page?.total_count ?? 0) / state.per_page));
  const target = Math.min(state.page - 1, last);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is empty
  useEffect(() => {
    // In the place of the page that has nothing: Back must not lead to it again.
    if (empty) go({ page: target }, { replace: true });
  }, [empty, target]);
}
