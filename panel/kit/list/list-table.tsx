// Rows of a list as a table: a row opens on click, on a modified click in a tab of its own.
import { type MouseEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { SearchList } from '../filter/search-list.ts';
import { openTab } from '../new-tab.ts';
import { Skeleton } from '../page/page-parts.tsx';
import { watchEdge } from '../watch-edge.ts';
import type { Selection } from './bulk/list-selection.ts';
import { SelectAll } from './bulk/select-all.tsx';
import { ListHead } from './list-head.tsx';
import { useStaged } from './list-staged.ts';
import type { Column, RowView } from './list-types.ts';
import { RowMenu } from './row-menu.tsx';
import styles from './table.module.css';

interface ListTableProps<Row> {
  label: string;
  search: SearchList<Row>;
  columns: readonly Column<Row>[];
  view: RowView<Row>;
  /** Grey bars are shown in place of rows. */
  skeleton: boolean;
  selection: Selection<Row>;
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, search, columns, view, skeleton, selection } = props;
  const with_menu = view.actions !== undefined;
  const selects = view.bulk !== undefined;
  const { drawn, left } = useStaged(search.rows, view.key);
  const onRow = useRowPress(drawn, view);
  const onToggle = useLatest(selection.toggle);
  return (
    <section
      className={styles.table}
      data-part="list-table"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, keys must reach that
      tabIndex={0}
      aria-label={label}
      aria-busy={search.stale}
      ref={watchEdge}
    >
      <table>
        <ListHead
          columns={columns}
          sort={search.state.sort}
          onSort={search.setSort}
          with_menu={with_menu}
        >
          {selects && <SelectAll selection={selection} count={search.rows.length} />}
        </ListHead>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the link in each row */}
        <tbody onClick={onRow} onAuxClick={onRow}>
          {skeleton ? (
            <SkeletonRows columns={columns} with_menu={with_menu} selects={selects} />
          ) : (
            // Rows may be here before it is known which columns they have.
            columns.length > 0 &&
            drawn.map((row) => (
              <TableRow
                key={view.key(row)}
                row={row}
                columns={columns}
                view={view}
                selected={selects ? selection.has(row) : null}
                onToggle={onToggle}
              />
            ))
          )}
          {/* Keeps the height of the page until the remaining rows are drawn. */}
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

function isControl(target: Element): boolean {
  return target.closest('a, button, input, [data-select], [role="menu"]') !== null;
}

/** One listener for all rows: a press on the name, or beside it, opens the row it is in. */
function useRowPress<Row>(rows: readonly Row[], view: RowView<Row>) {
  const navigate = useNavigate();
  return (event: MouseEvent) => {
    const target = event.target as Element;
    const row = rows[target.closest<HTMLTableRowElement>('tr[data-row]')?.sectionRowIndex ?? -1];
    if (row === undefined) return;
    const to = view.to(row);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey;
    if (target.closest('[data-row-link]')) {
      // Any other press on a link is answered by the page (`new-tab.ts`), or is the browser's.
      if (!plain || event.shiftKey || event.altKey) return;
      event.preventDefault();
      return void navigate(to);
    }
    // Selecting text for copying must not open the row.
    if (isControl(target) || String(getSelection()) !== '') return;
    if (plain) void navigate(to);
    else if (event.button !== 2) openTab(to);
  };
}

/** The same function for every render, which does what the last one was given. */
function useLatest<T>(run: (argument: T) => void): (argument: T) => void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  return useCallback((argument: T) => latest.current(argument), []);
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  view: RowView<Row>;
  /** null where rows cannot be selected. */
  selected: boolean | null;
  onToggle: (row: Row) => void;
}

/** Renders only when its own props change: a list may have a hundred of them. */
const TableRow = memo(Cells) as typeof Cells;

function Cells<Row>({ row, columns, view, selected, onToggle }: TableRowProps<Row>): ReactNode {
  const name = view.name(row);
  const { actions } = view;
  return (
    <tr data-row data-selected={selected || undefined}>
      {selected !== null && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the box inside is what keys reach
        <td className={styles.selectColumn} data-select onClick={pressBox}>
          <input
            type="checkbox"
            data-row-select
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={() => onToggle(row)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} data-numeric={column.numeric || undefined} data-name={column.name}>
          {column.name ? (
            <a href={view.to(row)} data-row-link aria-label={`Open ${name}`}>
              {column.cell(row)}
            </a>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
      {actions && (
        <td className={styles.menuColumn} data-part="menu-column">
          <RowMenu name={name} groupsOf={() => actions(row)} to={view.to(row)} />
        </td>
      )}
    </tr>
  );
}

/** A press beside the checkbox counts as well: twelve pixels are easily missed. */
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
      {selects && <td className={styles.selectColumn} />}
      {columns.length === 0 && (
        // As wide as the table, so that the menu's column does not move later.
        <td style={{ width: '100%' }}>
          <Skeleton style={{ width: '60%' }} />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.key} data-numeric={column.numeric || undefined}>
          <Skeleton style={{ width: bar_widths[index % bar_widths.length] }} />
        </td>
      ))}
      {with_menu && <td className={styles.menuColumn} data-part="menu-column" />}
    </tr>
  ));
}
