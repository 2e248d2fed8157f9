// The head of a table: names of columns, and the sort of those that have one.
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Sort } from '../../../contract/search/search.ts';
import basics from '../../style/basics.module.css';
import { icon_14 } from '../icon.ts';
import type { Column } from './list-types.ts';
import styles from './table.module.css';

interface ListHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
  with_menu: boolean;
  /** The box that selects all rows, where rows can be selected. */
  children?: ReactNode;
}

/** Newest or largest first, then the other way round, then as it began. */
function nextSort(key: string, sort: Sort | null): Sort | null {
  if (sort?.field !== key) return { field: key, direction: 'desc' };
  return sort.direction === 'desc' ? { field: key, direction: 'asc' } : null;
}

const aria = { asc: 'ascending', desc: 'descending' } as const;

export function ListHead<Row>(props: ListHeadProps<Row>) {
  const { columns, sort, onSort, with_menu, children } = props;
  return (
    <thead>
      <tr>
        {children && (
          <th scope="col" className={styles.selectColumn}>
            {children}
          </th>
        )}
        {/* Not known yet: room for them, without a name that would have to change. */}
        {columns.length === 0 && <td />}
        {columns.map((column) => {
          const sorted = sort?.field === column.key ? sort.direction : undefined;
          const Arrow = sorted === 'asc' ? IconArrowUp : IconArrowDown;
          return (
            <th
              key={column.key}
              scope="col"
              data-numeric={column.numeric || undefined}
              aria-sort={sorted && aria[sorted]}
            >
              {column.sortable ? (
                <button type="button" onClick={() => onSort(nextSort(column.key, sort))}>
                  {column.label}
                  <Arrow {...icon_14} />
                </button>
              ) : (
                column.label
              )}
            </th>
          );
        })}
        {with_menu && (
          <th scope="col" className={styles.menuColumn} data-part="menu-column">
            <span className={basics.hiddenText}>Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
