// Which rows of a list are selected: of those that are shown, no others.
import { useState } from 'react';

export interface Selection<Row> {
  rows: readonly Row[];
  has(row: Row): boolean;
  toggle(row: Row): void;
  /** All that are shown, or none where all are already. */
  toggleAll(): void;
  clear(): void;
}

export function useSelection<Row>(
  shown: readonly Row[],
  keyOf: (row: Row) => string,
): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const rows = shown.filter((row) => keys.has(keyOf(row)));
  return {
    rows,
    has: (row) => keys.has(keyOf(row)),
    toggle: (row) => {
      const next = new Set(rows.map(keyOf));
      if (!next.delete(keyOf(row))) next.add(keyOf(row));
      setKeys(next);
    },
    toggleAll: () => setKeys(new Set(rows.length === shown.length ? [] : shown.map(keyOf))),
    clear: () => setKeys(new Set()),
  };
}
