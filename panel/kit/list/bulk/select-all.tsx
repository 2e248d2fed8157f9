// The box that selects all rows of a page, or none of them any more.
import type { Selection } from './list-selection.ts';

interface SelectAllProps<Row> {
  selection: Selection<Row>;
  /** Rows that are shown. */
  count: number;
}

export function SelectAll<Row>({ selection, count }: SelectAllProps<Row>) {
  const selected = selection.rows.length;
  return (
    <input
      type="checkbox"
      aria-label="Select all rows of this page"
      checked={count > 0 && selected === count}
      ref={(box) => {
        if (box) box.indeterminate = selected > 0 && selected < count;
      }}
      onChange={selection.toggleAll}
    />
  );
}
