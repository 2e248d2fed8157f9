// Rows of a list on a phone: two lines each and facts; the whole row is a link, or selects.
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import basics from '../../style/basics.module.css';
import type { SearchList } from '../filter/search-list.ts';
import { Skeleton } from '../page/page-parts.tsx';
import type { Selection } from './bulk/list-selection.ts';
import { SelectAll } from './bulk/select-all.tsx';
import styles from './list-phone.module.css';
import type { RowView } from './list-types.ts';
import { RowMenu } from './row-menu.tsx';

interface ListPhoneProps<Row> {
  label: string;
  search: SearchList<Row>;
  view: RowView<Row>;
  skeleton: boolean;
  selection: Selection<Row>;
}

const skeleton_rows = ['a', 'b', 'c', 'd', 'e', 'f'];

export function ListPhone<Row>(props: ListPhoneProps<Row>) {
  const { label, search, view, skeleton, selection } = props;
  const [chosen, setChosen] = useState(false);
  const picking = view.bulk !== undefined && (chosen || selection.rows.length > 0);
  const end = () => {
    selection.clear();
    setChosen(false);
  };
  const head = view.bulk && (
    <div className={styles.head}>
      {picking && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside
        <label>
          <SelectAll selection={selection} count={search.rows.length} />
          All on this page
        </label>
      )}
      <button
        type="button"
        className={basics.quietButton}
        onClick={picking ? end : () => setChosen(true)}
      >
        {picking ? 'Done' : 'Select'}
      </button>
    </div>
  );
  return (
    <>
      {picking && head}
      <ul className={styles.listPhone} aria-label={label} aria-busy={skeleton || search.stale}>
        {skeleton
          ? skeleton_rows.map((name) => <SkeletonRow key={name} />)
          : search.rows.map((row) => (
              <PhoneRow
                key={view.key(row)}
                row={row}
                view={view}
                selection={picking ? selection : null}
              />
            ))}
      </ul>
      {/* Below the rows until somebody selects: the first of them stands near the top. */}
      {!picking && !skeleton && search.rows.length > 0 && head}
    </>
  );
}

function SkeletonRow() {
  return (
    <li className={styles.skeleton} aria-hidden="true">
      <Skeleton style={{ width: 160 }} />
      <Skeleton style={{ width: 220 }} />
    </li>
  );
}

interface PhoneRowProps<Row> {
  row: Row;
  view: RowView<Row>;
  /** null while a press opens the row. */
  selection: Selection<Row> | null;
}

function PhoneRow<Row>({ row, view, selection }: PhoneRowProps<Row>): ReactNode {
  const { actions } = view;
  if (selection) {
    const selected = selection.has(row);
    return (
      <li data-row data-selected={selected || undefined}>
        <label className={styles.row}>
          <input
            type="checkbox"
            data-row-select
            aria-label={`Select ${view.name(row)}`}
            checked={selected}
            onChange={() => selection.toggle(row)}
          />
          <PhoneLines row={row} view={view} />
        </label>
      </li>
    );
  }
  return (
    <li data-row>
      <Link to={view.to(row)} className={styles.row} data-row-link>
        <PhoneLines row={row} view={view} />
      </Link>
      {actions && <RowMenu name={view.name(row)} groupsOf={() => actions(row)} to={view.to(row)} />}
    </li>
  );
}

function PhoneLines<Row>({ row, view }: Pick<PhoneRowProps<Row>, 'row' | 'view'>): ReactNode {
  const { title, amount, badge, note, time, facts = [] } = view.phone(row);
  return (
    <span className={styles.lines}>
      <span className={styles.first}>
        <b>{title}</b>
        <b>{amount}</b>
      </span>
      {(badge || note || time) && (
        <span className={styles.second}>
          {badge}
          <span>{note}</span>
          {time && <span className={styles.time}>{time}</span>}
        </span>
      )}
      {facts.length > 0 && (
        <span className={styles.facts}>
          {facts.map(({ label, value }) => (
            <span key={label}>
              <span className={styles.label}>{label}</span>{' '}
              <span className={styles.value}>{value}</span>
            </span>
          ))}
        </span>
      )}
    </span>
  );
}
