// Rows of a list as a table: a row opens on click, on a modified click in a tab of its own.
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { ListHead } from './list-head.tsx';
import type { Column, RowView } from './list-types.ts';
import { RowMenu } from './row-menu.tsx';
import type { SearchList } from './search-list.ts';

interface ListTableProps<Row> {
  label: string;
  search: SearchList<Row>;
  columns: readonly Column<Row>[];
  view: RowView<Row>;
  /** Grey bars stand where rows will be. */
  skeleton: boolean;
}

export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, search, columns, view, skeleton } = props;
  const with_menu = view.actions !== undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, keys must reach that
    <section className="list-table" tabIndex={0} aria-label={label} aria-busy={search.stale}>
      <table>
        <ListHead
          columns={columns}
          sort={search.state.sort}
          onSort={search.setSort}
          with_menu={with_menu}
        />
        <tbody>
          {skeleton ? (
            <SkeletonRows columns={columns} with_menu={with_menu} />
          ) : (
            search.rows.map((row) => (
              <TableRow key={view.key(row)} row={row} columns={columns} view={view} />
            ))
          )}
        </tbody>
      </table>
    </section>
  );
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  view: RowView<Row>;
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, [role="menu"]') !== null;
}

function TableRow<Row>({ row, columns, view }: TableRowProps<Row>) {
  const navigate = useNavigate();
  const to = view.to(row);
  const open = (event: MouseEvent) => {
    // Text that is being marked for copying is no wish to leave.
    if (isControl(event.target) || String(getSelection()) !== '') return;
    if (event.metaKey || event.ctrlKey || event.button === 1) window.open(to, '_blank', 'noopener');
    else if (event.button === 0) void navigate(to);
  };
  return (
    <tr onClick={open} onAuxClick={open} data-row>
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
          <RowMenu
            name={view.name(row)}
            groups={view.actions(row)}
            onOpen={() => void navigate(to)}
          />
        </td>
      )}
    </tr>
  );
}

const skeleton_rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const bar_widths = [104, 40, 64, 120, 72, 96, 88];

interface SkeletonProps<Row> {
  columns: readonly Column<Row>[];
  with_menu: boolean;
}

function SkeletonRows<Row>({ columns, with_menu }: SkeletonProps<Row>) {
  return skeleton_rows.map((name) => (
    <tr key={name}>
      {columns.map((column, index) => (
        <td key={column.key} data-numeric={column.numeric || undefined}>
          <span className="skeleton" style={{ width: bar_widths[index % bar_widths.length] }} />
        </td>
      ))}
      {with_menu && <td className="menu-column" />}
    </tr>
  ));
}
