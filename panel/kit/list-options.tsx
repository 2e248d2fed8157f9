// Above a list: Global Search, quick dates, rows per page.
import { NativeSelect } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useState } from 'react';
import { businessNow } from '../business-time.ts';
import { icon_16 } from './icon.ts';
import type { SearchList } from './search-list.ts';
import { lastDays, per_page_choices } from './search-state.ts';

/** Spec 1 §9. */
const quick_days = [7, 14, 30, 90] as const;

function GlobalSearch<Row>({ search }: { search: SearchList<Row> }) {
  const { global_field, fields, put, remove } = search;
  const filter = search.state.filters.find((one) => one.name === global_field);
  const active = filter && 'operator' in filter ? filter.value : '';
  const [text, setText] = useState(active);
  useEffect(() => setText(active), [active]);
  const field = fields.find((named) => named.name === global_field)?.field;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = text.trim();
    if (value !== '') put({ name: global_field, operator: '=', value });
    else if (active !== '') remove(global_field);
  };
  return (
    <form className="global-search" onSubmit={submit}>
      <IconSearch {...icon_16} />
      <input
        type="search"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => text === '' && active !== '' && remove(global_field)}
        placeholder={field?.label ?? 'Global Search'}
        aria-label={field?.label ?? 'Global Search'}
        maxLength={field?.max_length}
        autoComplete="off"
        spellCheck={false}
      />
    </form>
  );
}

function QuickDates<Row>({ search }: { search: SearchList<Row> }) {
  const { date_field, put, state } = search;
  const active = state.filters.find((one) => one.name === date_field);
  return (
    <fieldset className="segments" aria-label="Quick date filters">
      {quick_days.map((days) => {
        const filter = lastDays(date_field, days, businessNow());
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

export function ListOptions<Row>({ search }: { search: SearchList<Row> }) {
  return (
    <div className="list-options">
      {search.global_field !== '' && <GlobalSearch search={search} />}
      {search.date_field !== '' && <QuickDates search={search} />}
      <NativeSelect
        className="per-page"
        aria-label="Rows per page"
        value={String(search.state.per_page)}
        onChange={(event) => search.setPerPage(Number(event.currentTarget.value))}
        data={per_page_choices.map((count) => ({
          value: String(count),
          label: `${count} per page`,
        }))}
      />
    </div>
  );
}
