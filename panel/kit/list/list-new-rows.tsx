// Rows made a moment ago that the search leaves out: shown all the same, and said so.
import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { SearchList } from '../filter/search-list.ts';
import { icon_14 } from '../icon.ts';
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
  const why = whole ? 'hidden by the filters' : 'left out by the filters or on another page';
  return (
    <section className="new-rows" aria-label={`Just created: ${noun}`}>
      <header>
        <p role="status">
          Just created, {why}: {missing.length} {noun}
          {missing.length === 1 ? '' : 's'}
        </p>
        <button
          type="button"
          className="icon-button"
          aria-label="Hide just created"
          onClick={search.dismissCreated}
        >
          <IconX {...icon_14} />
        </button>
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
