// The filters of a search as chips, `+ Filter`, and what the search found.

import { Tooltip } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import basics from '../../style/basics.module.css';
import { useDisplay } from '../format/display.ts';
import { formatSeconds, zoneName } from '../format/moments.ts';
import { icon_14 } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import { formatCount } from '../list/pages.ts';
import styles from './filter.module.css';
import { FilterPopover } from './filter-popover.tsx';
import { filterText } from './filter-text.ts';
import { currencyOfFilters } from './search-currency.ts';
import type { SearchList } from './search-list.ts';
import { type ActiveFilter, isInBox } from './search-state.ts';

interface ChipProps<Row> {
  search: SearchList<Row>;
  filter: ActiveFilter;
}

function Chip<Row>({ search, filter }: ChipProps<Row>) {
  const field = search.fields.find((named) => named.name === filter.name)?.field;
  const currency = currencyOfFilters(search.state.filters, search.fields);
  const { label, operator, value, title } = filterText(filter, field, useDisplay(), currency);
  const is_last = search.keep_last !== '' && search.state.filters.length === 1;
  const cross = (
    <button
      type="button"
      aria-label={`Remove filter ${label}`}
      data-required={is_last || undefined}
      onClick={() => search.remove(filter.name)}
    >
      <IconX {...icon_14} />
    </button>
  );
  return (
    <li className={styles.chip} data-part="filter-chip">
      <span>{label}</span>
      <span>{operator}</span>
      <span className={styles.chipValue} title={title}>
        {value}
      </span>
      {is_last ? <Tooltip label={search.keep_last}>{cross}</Tooltip> : cross}
    </li>
  );
}

interface FilterChipsProps<Row> {
  search: SearchList<Row>;
  /** `3 new`, or ''. */
  newer: string;
  /** Rows are not shown yet: the count keeps its place unseen, since rows may move it. */
  waiting: boolean;
}

export function FilterChips<Row>({ search, newer, waiting }: FilterChipsProps<Row>) {
  const { filters } = search.state;
  const global = filters.some((filter) => isInBox(filter, search));
  const shown = filters.filter((filter) => !isInBox(filter, search));
  return (
    <div className={styles.bar}>
      <div className={styles.line}>
        {search.fields.length > 0 && <FilterPopover search={search} />}
        <ul className={styles.chips} aria-label="Filters">
          {shown.map((filter) => (
            <Chip key={filter.name} search={search} filter={filter} />
          ))}
        </ul>
        {!search.defaulted && (
          <button type="button" className={basics.quietButton} onClick={search.clear}>
            Clear
          </button>
        )}
        {global && search.date_field !== '' && (
          <span className={styles.listStamp} data-part="list-stamp">
            Global Search ignores the date filter.
          </span>
        )}
      </div>
      <Stamp search={search} newer={newer} waiting={waiting} />
    </div>
  );
}

/** Invisible text before the first read: reserves the line. */
const unread = new Date(0);

function Stamp<Row>({ search, newer, waiting }: FilterChipsProps<Row>) {
  const display = useDisplay();
  const again = useRef<HTMLButtonElement>(null);
  const { total_count, count_estimated, newest, refresh } = search;
  const as_of = search.as_of ?? unread;
  const count = `${count_estimated ? 'about ' : ''}${formatCount(total_count)}`;
  const load = () => {
    again.current?.focus();
    refresh();
  };
  return (
    <span
      className={`${styles.listStamp} ${styles.listCount}`}
      data-part="list-stamp"
      data-unread={search.as_of === null || waiting || undefined}
    >
      {newest !== null && (
        <span role="status" className={styles.newer}>
          {newer !== '' && (
            <button type="button" className={basics.quietButton} onClick={load}>
              {newer}
            </button>
          )}
        </span>
      )}
      <span role="status">
        {count} {total_count === 1 ? 'result' : 'results'}
      </span>
      <span>
        as of {formatSeconds(as_of, display)}{' '}
        <span data-part="zone">{zoneName(as_of, display)}</span>
      </span>
      <IconButton label="Refresh" icon={IconRefresh} size={14} ref={again} onClick={refresh} />
    </span>
  );
}
