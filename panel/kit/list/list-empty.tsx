// Two different empties: nothing yet, with the first step; nothing matches, with what to loosen.
import { Button } from '@mantine/core';
import type { SearchList } from '../filter/search-list.ts';
import styles from './list.module.css';
import type { NothingYet } from './list-types.ts';

const wide_days = 90;

interface ListEmptyProps<Row> {
  search: SearchList<Row>;
  /** The noun in the singular: `transaction`. */
  noun: string;
  nothing: NothingYet;
}

function Loosen<Row>({ search }: { search: SearchList<Row> }) {
  const { fields, state, date_field, put, remove } = search;
  const fixed = search.defaulted || (search.keep_last !== '' && state.filters.length === 1);
  const wide = { name: date_field, last_days: wide_days };
  const already = state.filters.some((filter) => JSON.stringify(filter) === JSON.stringify(wide));
  return (
    <p className={styles.emptyActions}>
      {!fixed &&
        state.filters.slice(0, 3).map(({ name }) => (
          <Button key={name} variant="default" onClick={() => remove(name)}>
            Remove {fields.find((named) => named.name === name)?.field.label ?? name}
          </Button>
        ))}
      {date_field !== '' && !already && (
        <Button variant="default" onClick={() => put(wide)}>
          Search {wide_days} days
        </Button>
      )}
    </p>
  );
}

export function ListEmpty<Row>({ search, noun, nothing }: ListEmptyProps<Row>) {
  if (search.nothing_yet) {
    return (
      <div className={styles.empty}>
        <h2>{nothing.title}</h2>
        <p>{nothing.text}</p>
        {nothing.action && <p className={styles.emptyActions}>{nothing.action}</p>}
      </div>
    );
  }
  const count = search.state.filters.length;
  const filters = count === 1 ? 'this filter' : `these ${count} filters`;
  return (
    <div className={styles.empty}>
      <h2>
        No {noun} matches {count === 0 ? 'this search' : filters}
      </h2>
      <p>Remove a filter or search more days.</p>
      <Loosen search={search} />
    </div>
  );
}

export function ListFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.empty}>
      <h2>The list could not be loaded</h2>
      <p>The error message shows the reason and the Error ID.</p>
      <p className={styles.emptyActions}>
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      </p>
    </div>
  );
}
