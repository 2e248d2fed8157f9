// Two different empties: nothing yet, with the first step; nothing matches, with what to loosen.
import { Button } from '@mantine/core';
import { filterSentence } from '../filter/filter-text.ts';
import { currencyOfFilters } from '../filter/search-currency.ts';
import type { SearchList } from '../filter/search-list.ts';
import { useDisplay } from '../format/display.ts';
import styles from './list.module.css';
import type { EmptyState } from './list-types.ts';
import { formatCount } from './pages.ts';

const wide_days = 90;

interface ListEmptyProps<Row> {
  search: SearchList<Row>;
  /** The noun in the singular: `transaction`. */
  noun: string;
  nothing: EmptyState;
}

/** `batches` of `batch`. */
export function plural(noun: string): string {
  return /(ch|s|x)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

function Loosen<Row>({ search }: { search: SearchList<Row> }) {
  const { fields, state, date_field, put, remove, hidden_by } = search;
  const fixed = search.defaulted || (search.keep_last !== '' && state.filters.length === 1);
  const wide = { name: date_field, last_days: wide_days };
  const already = state.filters.some((filter) => JSON.stringify(filter) === JSON.stringify(wide));
  // First the filters whose removal shows something.
  const hiding = hidden_by.map(({ filter }) => filter);
  const others = state.filters.filter((filter) => !hiding.includes(filter));
  return (
    <p className={styles.emptyActions}>
      {!fixed &&
        [...hiding, ...others].slice(0, 3).map(({ name }) => (
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

/** `Removing “Status is Settled” would show 14.`, of the filter that hides most. */
function Hiding<Row>({ search }: { search: SearchList<Row> }) {
  const display = useDisplay();
  const [most] = search.hidden_by;
  if (most === undefined) {
    const searched = search.state.filters.some(({ name }) => name === search.global_field);
    const whole = search.fields.find(({ name }) => name === search.global_field)?.field;
    if (searched && whole?.is_reference) {
      return <p>Global Search matches complete transaction or order IDs only.</p>;
    }
    return <p>Remove a filter or search more days.</p>;
  }
  const { filter, count, estimated } = most;
  const field = search.fields.find(({ name }) => name === filter.name)?.field;
  const currency = currencyOfFilters(search.state.filters, search.fields);
  return (
    <p role="status">
      Removing “{filterSentence(filter, field, display, currency)}” would show{' '}
      {estimated && 'about '}
      {formatCount(count)}.
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
  return (
    <div className={styles.empty} data-part="list-nothing">
      <h2>No {plural(noun)} match</h2>
      <Hiding search={search} />
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
