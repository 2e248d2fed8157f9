// Rows of a list as a table: a row opens on click, on a modified click in a tab of its own.
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { ListHead } from './list-head.tsx';
import type { Selection } from './list-selection.ts';
import { useStaged } from './list-staged.ts';
import type { Column, RowView } from './list-types.ts';
import { openTab, RowMenu } from './row-menu.tsx';
import type { SearchList } from './search-list.ts';

interface ListTableProps<Row> {
  label: string;
  search: SearchList<Row>;
  columns: readonly Column<Row>[];
  view: RowView<Row>;
  /** Grey bars stand where rows will be. */
  skeleton: boolean;
  selection: Selection<Row>;
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, search, columns, view, skeleton, selection } = props;
  const with_menu = view.actions !== undefined;
  const selects = view.bulk !== undefined;
  const { drawn, left } = useStaged(search.rows, view.key);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, keys must reach that
    <section className="list-table" tabIndex={0} aria-label={label} aria-busy={search.stale}>
      <table>
        <ListHead
          columns={columns}
          sort={search.state.sort}
          onSort={search.setSort}
          with_menu={with_menu}
        >
          {selects && <SelectAll selection={selection} count={search.rows.length} />}
        </ListHead>
        <tbody>
          {skeleton ? (
            <SkeletonRows columns={columns} with_menu={with_menu} selects={selects} />
          ) : (
            drawn.map((row) => (
              <TableRow
                key={view.key(row)}
                row={row}
                columns={columns}
                view={view}
                selection={selects ? selection : null}
              />
            ))
          )}
          {/* The page keeps its length while the rest is on its way. */}
          {left > 0 && (
            <tr>
              <td style={{ height: `calc(var(--row) * ${left})` }} />
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

interface SelectAllProps<Row> {
  selection: Selection<Row>;
  /** Rows that are shown. */
  count: number;
}

function SelectAll<Row>({ selection, count }: SelectAllProps<Row>) {
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

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  view: RowView<Row>;
  /** null where rows cannot be selected. */
  selection: Selection<Row> | null;
}

function isControl(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('a, button, input, [data-select], [role="menu"]') !== null
  );
}

function TableRow<Row>({ row, columns, view, selection }: TableRowProps<Row>) {
  const navigate = useNavigate();
  const to = view.to(row);
  const open = (event: MouseEvent) => {
    // Text that is being marked for copying is no wish to leave.
    if (isControl(event.target) || String(getSelection()) !== '') return;
    if (event.metaKey || event.ctrlKey || event.button === 1) openTab(to);
    else if (event.button === 0) void navigate(to);
  };
  return (
    <tr onClick={open} onAuxClick={open} data-row data-selected={selection?.has(row) || undefined}>
      {selection && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box inside is what keys reach
        <td className="select-column" data-select onClick={pressBox}>
          <input
            type="checkbox"
            data-row-select
            aria-label={`Select ${view.name(row)}`}
            checked={selection.has(row)}
            onChange={() => selection.toggle(row)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} data-numeric={column.numeric || undefined} data-name={column.name}>
          {column.name ? (
            <Link to={to} data-row-link aria-label={`Open ${view.name(row)}`}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {view.actions && (
        <td className="menu-column">
          <RowMenu name={view.name(row)} groups={view.actions(row)} to={to} />
        </td>
      )}
    </tr>
  );
}

/** A press beside the box is meant for it: twelve pixels are easily missed. */
function pressBox({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target === currentTarget) currentTarget.querySelector('input')?.click();
}

const skeleton_rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const bar_widths = [104, 40, 64, 120, 72, 96, 88];

interface SkeletonProps<Row> {
  columns: readonly Column<Row>[];
  with_menu: boolean;
  selects: boolean;
}

function SkeletonRows<Row>({ columns, with_menu, selects }: SkeletonProps<Row>) {
  return skeleton_rows.map((name) => (
    <tr key={name}>
      {selects && <td className="select-column" />}
      {columns.map((column, index) => (
        <td key={column.key} data-numeric={column.numeric || undefined}>
          <span className="skeleton" style={{ width: bar_widths[index % bar_widths.length] }} />
        </td>
      ))}
      {with_menu && <td className="menu-column" />}
    </tr>
  ));
}
