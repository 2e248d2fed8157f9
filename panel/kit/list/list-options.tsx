// Above a list: Global Search, quick dates, saved searches, rows per page.
import { NativeSelect } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import basics from '../../style/basics.module.css';
import type { SearchList } from '../filter/search-list.ts';
import { boxOperator, isInBox, per_page_choices } from '../filter/search-state.ts';
import { icon_14 } from '../icon.ts';
import kit from '../kit.module.css';
import { SearchInput } from '../parts/search-input.tsx';
import styles from './list.module.css';
import type { Column } from './list-types.ts';

// Loaded when its button is pressed; the list itself does not need it.
const SavedSearches = lazy(async () => ({
  default: (await import('../filter/saved-searches-dialog.tsx')).SavedSearches,
}));

/** Spec 1 §9. */
const quick_days = [7, 14, 30, 90] as const;

function GlobalSearch<Row>({ search }: { search: SearchList<Row> }) {
  const { global_field, fields, put, remove } = search;
  const filter = search.state.filters.find((one) => isInBox(one, search));
  const active = filter && 'operator' in filter ? filter.value : '';
  const [text, setText] = useState(active);
  useEffect(() => setText(active), [active]);
  const field = fields.find((named) => named.name === global_field)?.field;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = text.trim();
    if (value !== '') put({ name: global_field, operator: boxOperator(field), value });
    else if (active !== '') remove(global_field);
  };
  return (
    <form
      className={`${basics.inputFrame} ${basics.searchBox} ${styles.globalSearch}`}
      data-part="global-search"
      onSubmit={submit}
    >
      <SearchInput
        label={field?.label ?? 'Global Search'}
        value={text}
        onType={setText}
        onBlur={() => text === '' && active !== '' && remove(global_field)}
        maxLength={field?.max_length}
      />
    </form>
  );
}

function QuickDates<Row>({ search }: { search: SearchList<Row> }) {
  const { date_field, put, state } = search;
  const active = state.filters.find((one) => one.name === date_field);
  return (
    <fieldset className={kit.segments} data-part="segments" aria-label="Quick date filters">
      {quick_days.map((days) => {
        const filter = { name: date_field, last_days: days };
        const pressed = JSON.stringify(filter) === JSON.stringify(active);
        return (
          <button key={days} type="button" aria-pressed={pressed} onClick={() => put(filter)}>
            {days} days
          </button>
        );
      })}
    </fieldset>
  );
}

interface ListOptionsProps<Row> {
  search: SearchList<Row>;
  columns: readonly Column<Row>[];
}

function SavedButton<Row>(props: ListOptionsProps<Row>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.savedButton}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconBookmark {...icon_14} />
        Saved searches
      </button>
      {open && (
        <Suspense fallback={null}>
          <SavedSearches {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

export function ListOptions<Row>({ search, columns }: ListOptionsProps<Row>) {
  const direct = search.state.direct_only === true;
  return (
    <div className={styles.options} data-part="list-options">
      {search.global_field !== '' && <GlobalSearch search={search} />}
      {search.date_field !== '' && <QuickDates search={search} />}
      {search.offers_direct && (
        <div className={kit.segments} data-part="segments">
          <button type="button" aria-pressed={direct} onClick={() => search.setDirectOnly(!direct)}>
            Direct only
          </button>
        </div>
      )}
      <div className={styles.choices}>
        {search.fields.length > 0 && <SavedButton search={search} columns={columns} />}
        <NativeSelect
          className={styles.perPage}
          aria-label="Rows per page"
          value={String(search.state.per_page)}
          onChange={(event) => search.setPerPage(Number(event.currentTarget.value))}
          data={per_page_choices.map((count) => ({
            value: String(count),
            label: `${count} per page`,
          }))}
        />
      </div>
    </div>
  );
}
