// How many rows came since a list was read, as its line of results says it.

/**
 * `3 new`, of rows that stand before all shown ones by now; `10+ new` where not one of the shown is
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
