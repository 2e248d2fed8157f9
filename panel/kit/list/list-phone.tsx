// Rows of a list on a phone: two lines each, the whole row is the link; a press picks it instead.
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { SearchList } from '../filter/search-list.ts';
import type { Selection } from './bulk/list-selection.ts';
import { SelectAll } from './bulk/select-all.tsx';
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
    <div className="phone-head">
      {picking && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside
        <label>
          <SelectAll selection={selection} count={search.rows.length} />
          All of this page
        </label>
      )}
      <button
        type="button"
        className="quiet-button"
        onClick={picking ? end : () => setChosen(true)}
      >
        {picking ? 'Done' : 'Select'}
      </button>
    </div>
  );
  return (
    <>
      {head}
      <ul className="list-phone" aria-label={label} aria-busy={skeleton || search.stale}>
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
    </>
  );
}

function SkeletonRow() {
  return (
    <li className="phone-skeleton" aria-hidden="true">
      <span className="skeleton" style={{ width: 160 }} />
      <span className="skeleton" style={{ width: 220 }} />
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
        <label className="phone-row">
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
      <Link to={view.to(row)} className="phone-row" data-row-link>
        <PhoneLines row={row} view={view} />
      </Link>
      {actions && <RowMenu name={view.name(row)} groupsOf={() => actions(row)} to={view.to(row)} />}
    </li>
  );
}

function PhoneLines<Row>({ row, view }: Pick<PhoneRowProps<Row>, 'row' | 'view'>): ReactNode {
  const { title, amount, badge, note, time } = view.phone(row);
  return (
    <span className="phone-lines">
      <span className="phone-first">
        <b>{title}</b>
        <b>{amount}</b>
      </span>
      <span className="phone-second">
        {badge}
        <span>{note}</span>
        {time && <span className="phone-time">{time}</span>}
      </span>
    </span>
  );
}
