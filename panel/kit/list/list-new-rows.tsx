// Rows made a moment ago that the search leaves out: shown all the same, and said so.

import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { SearchList } from '../filter/search-list.ts';
import { IconButton } from '../icon-button.tsx';
import styles from './list.module.css';
import type { RowView } from './list-types.ts';

interface NewRowsProps<Row> {
  noun: string;
  search: SearchList<Row>;
  view: RowView<Row>;
}

export function NewRows<Row>({ noun, search, view }: NewRowsProps<Row>) {
  const { rows, created, state, total_count, stale, loading } = search;
  const found = new Set(rows.map(view.key));
  const missing = created.filter((row) => !found.has(view.key(row)));
  // A search that is being read may find them yet.
  if (missing.length === 0 || stale || loading) return null;
  const whole = total_count <= rows.length && state.page === 1;
  const why = whole ? 'hidden by the filters' : 'hidden by the filters or on another page';
  return (
    <section className={styles.newRows} aria-label={`Just created: ${noun}`}>
      <header>
        <p role="status">
          Just created, {why}: {missing.length} {noun}
          {missing.length === 1 ? '' : 's'}
        </p>
        <IconButton
          label="Hide just created"
          icon={IconX}
          size={14}
          onClick={search.dismissCreated}
        />
      </header>
      <ul>
        {missing.map((row) => {
          const { title, amount, badge, note, time } = view.phone(row);
          return (
            <li key={view.key(row)}>
              <Link to={view.to(row)} data-row-link>
                <b>{title}</b>
                {badge}
                <span>{note}</span>
                {time && <span>{time}</span>}
                {amount && <b>{amount}</b>}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
