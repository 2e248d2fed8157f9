// A whole list: title, search options, filters, table or phone rows, pager, empties, keys.
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import basics from '../../style/basics.module.css';
import { useDelayed } from '../delayed.ts';
import { FilterChips } from '../filter/filter-chips.tsx';
import type { SearchList } from '../filter/search-list.ts';
import { icon_16 } from '../icon.ts';
import { useKeys } from '../keys/keys.ts';
import pageStyles from '../page/page.module.css';
import { PageTitle } from '../page/page-title.tsx';
import { useMedia } from '../use-media.ts';
import { BulkBar } from './bulk/list-bulk.tsx';
import { type Selection, useSelection } from './bulk/list-selection.ts';
import styles from './list.module.css';
import { ListEmpty, ListFailed } from './list-empty.tsx';
import { NewRows } from './list-new-rows.tsx';
import { ListOptions } from './list-options.tsx';
import { ListPhone } from './list-phone.tsx';
import { ListTable } from './list-table.tsx';
import type { Column, EmptyState, RowView } from './list-types.ts';
import { shown_rows } from './neighbors.ts';
import { newerText } from './newest.ts';
import { Pager } from './pager.tsx';

interface ListScreenProps<Row> {
  title: string;
  /** The noun in the singular: `transaction`. */
  noun: string;
  search: SearchList<Row>;
  columns: readonly Column<Row>[];
  view: RowView<Row>;
  /** At the right of the title in place of the link to a new one; the primary one last. */
  actions?: ReactNode;
  /** Shown above the table; absent while it is null. */
  totals?: ReactNode;
  nothing: EmptyState;
}

export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, noun, search, columns, view, actions, totals, nothing } = props;
  const frame = useRef<HTMLDivElement>(null);
  const selection = useSelection(search.rows, view.key);
  const skeleton = useDelayed(search.loading);
  const waiting = search.loading || skeleton;
  const wanted = search.state.columns?.join(',') ?? '';
  const shown = useMemo(() => shownColumns(columns, wanted.split(',')), [columns, wanted]);
  useRowKeys(frame);
  useEffect(() => {
    shown_rows.set(search.rows.map(view.to));
  }, [search.rows, view]);
  const create = nothing.create && (
    <Link to={nothing.create} className={basics.plainButton} data-primary>
      <IconPlus {...icon_16} />
      New {noun}
    </Link>
  );
  return (
    <div className={`${pageStyles.page} ${styles.page}`} data-part="list-page" ref={frame}>
      <PageTitle title={title} actions={actions ?? create} />
      <ListOptions search={search} columns={columns} />
      <FilterChips
        search={search}
        newer={newerText(search.newest, search.rows, view.key)}
        waiting={waiting}
      />
      <NewRows noun={noun} search={search} view={view} />
      <div className={styles.frame} data-part="list-frame">
        {totals}
        <ListRows
          {...{ title, noun, search, view, selection, skeleton, waiting }}
          columns={shown}
          nothing={{ action: create, ...nothing }}
        />
      </div>
      {view.bulk && <BulkBar noun={noun} view={view} selection={selection} />}
      {!waiting && search.rows.length > 0 && selection.rows.length === 0 && (
        <Pager search={search} selects={view.bulk !== undefined} />
      )}
    </div>
  );
}

/** The columns a search names, in its order; one of them always has the link to the row. */
function shownColumns<Row>(
  columns: readonly Column<Row>[],
  wanted: readonly string[],
): readonly Column<Row>[] {
  const chosen = wanted.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  if (chosen.length === 0) return columns;
  if (chosen.some(({ name }) => name)) return chosen;
  return chosen.map((column, index) => (index === 0 ? { ...column, name: true } : column));
}

interface RowsProps<Row> extends Omit<ListScreenProps<Row>, 'actions' | 'totals'> {
  selection: Selection<Row>;
  /** Grey bars are shown in place of rows. */
  skeleton: boolean;
  /** Rows are not shown yet, with bars in their place or without. */
  waiting: boolean;
}

function ListRows<Row>(props: RowsProps<Row>) {
  const { title, noun, search, columns, view, nothing, selection, skeleton, waiting } = props;
  const phone = useMedia('phone');
  if (!waiting && search.failed && search.rows.length === 0) {
    return <ListFailed onRetry={search.refresh} />;
  }
  if (!waiting && search.rows.length === 0) {
    return <ListEmpty search={search} noun={noun} nothing={nothing} />;
  }
  const rows = { label: title, search, view, skeleton, selection };
  return phone ? <ListPhone {...rows} /> : <ListTable {...rows} columns={columns} />;
}

/** J and K walk the rows by their links, so that Enter opens; `.` opens the menu of the row. */
function useRowKeys(frame: { current: HTMLElement | null }): void {
  const links = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const current = () => {
    const row = document.activeElement?.closest('[data-row], li');
    return links().findIndex((link) => row?.contains(link));
  };
  const move = (by: number) => {
    const all = links();
    const at = current();
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : at + by;
    all[Math.max(0, Math.min(next, all.length - 1))]?.focus();
  };
  const openMenu = () => {
    const row = links()[Math.max(0, current())]?.closest('[data-row]');
    row?.querySelector<HTMLElement>('[data-row-menu]')?.click();
  };
  const select = () => {
    const row = links()[Math.max(0, current())]?.closest('[data-row]');
    row?.querySelector<HTMLElement>('[data-row-select]')?.click();
  };
  useKeys([
    { key: 'j', label: 'next row', run: () => move(1) },
    { key: 'k', label: 'previous row', run: () => move(-1) },
    { key: '.', label: 'row actions', run: openMenu },
    { key: 'x', label: 'select the row', run: select },
  ]);
}
