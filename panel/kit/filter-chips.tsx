// The filters of a search as chips, `+ Filter`, and what the search found.
import { Tooltip } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useDisplay } from './display.ts';
import { FilterPopover } from './filter-popover.tsx';
import { filterWords } from './filter-text.ts';
import { icon_14 } from './icon.ts';
import { formatSeconds, zoneName } from './moments.ts';
import { formatCount } from './pages.ts';
import type { SearchList } from './search-list.ts';
import type { ActiveFilter } from './search-state.ts';

interface ChipProps<Row> {
  search: SearchList<Row>;
  filter: ActiveFilter;
}

function Chip<Row>({ search, filter }: ChipProps<Row>) {
  const field = search.fields.find((named) => named.name === filter.name)?.field;
  const { label, operator, value, title } = filterWords(filter, field, useDisplay());
  const kept = search.keep_last !== '' && search.state.filters.length === 1;
  const cross = (
    <button
      type="button"
      aria-label={`Remove filter ${label}`}
      data-kept={kept || undefined}
      onClick={() => search.remove(filter.name)}
    >
      <IconX {...icon_14} />
    </button>
  );
  return (
    <li className="filter-chip">
      <span>{label}</span>
      <span>{operator}</span>
      <span className="chip-value" title={title}>
        {value}
      </span>
      {kept ? <Tooltip label={search.keep_last}>{cross}</Tooltip> : cross}
    </li>
  );
}

export function FilterChips<Row>({ search }: { search: SearchList<Row> }) {
  const { filters } = search.state;
  const global = filters.some((filter) => filter.name === search.global_field);
  const shown = filters.filter((filter) => filter.name !== search.global_field);
  return (
    <div className="filter-bar">
      {search.fields.length > 0 && <FilterPopover search={search} />}
      <ul className="filter-chips" aria-label="Filters">
        {shown.map((filter) => (
          <Chip key={filter.name} search={search} filter={filter} />
        ))}
      </ul>
      {!search.defaulted && (
        <button type="button" className="quiet-button" onClick={search.clear}>
          Clear
        </button>
      )}
      {global && search.date_field !== '' && (
        <span className="list-stamp">Global Search leaves the date filter aside.</span>
      )}
      <Stamp search={search} />
    </div>
  );
}

function Stamp<Row>({ search }: { search: SearchList<Row> }) {
  const display = useDisplay();
  const { as_of, total_count, count_estimated, refresh } = search;
  if (as_of === null) return null;
  const count = `${count_estimated ? 'about ' : ''}${formatCount(total_count)}`;
  const time = `${formatSeconds(as_of, display)} ${zoneName(as_of, display)}`;
  return (
    <span className="list-stamp list-count">
      <span role="status">
        {count} {total_count === 1 ? 'result' : 'results'}
      </span>
      <span>as of {time}</span>
      <button type="button" className="icon-button" aria-label="Load again" onClick={refresh}>
        <IconRefresh {...icon_14} />
      </button>
    </span>
  );
}
