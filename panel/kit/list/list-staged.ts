// A long page of rows in two steps: what a window shows is painted first, the rest right after.
import { startTransition, useEffect, useRef, useState } from 'react';

/** At least a row's height plus the space above the first row. */
const [row_px, above_px] = [36, 240];

/** As many as the window shows. */
function firstRows(): number {
  return Math.ceil(Math.max(0, window.innerHeight - above_px) / row_px);
}

/**
 * The rows to draw now, and how many are still to come. Rows of which some were shown already are
 * drawn at once, so that the scroll position in them is kept.
 */
export function useStaged<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): { drawn: readonly Row[]; left: number } {
  const [whole, setWhole] = useState<readonly Row[]>(rows);
  const known = useRef<ReadonlySet<string>>(new Set());
  const first_rows = firstRows();
  const staged =
    rows !== whole &&
    rows.length > first_rows &&
    !rows.some((row) => known.current.has(keyOf(row)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new way to name rows is no new row
  useEffect(() => {
    const remember = () => {
      known.current = new Set(rows.map(keyOf));
      startTransition(() => setWhole(rows));
    };
    // After the first step was painted, not before.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(remember);
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [rows]);
  const drawn = staged ? rows.slice(0, first_rows) : rows;
  return { drawn, left: rows.length - drawn.length };
}
