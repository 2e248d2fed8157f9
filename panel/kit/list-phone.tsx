// Rows of a list on a phone: two lines each, the whole row is the link.
import { Link } from 'react-router';
import type { RowView } from './list-types.ts';
import type { SearchList } from './search-list.ts';

interface ListPhoneProps<Row> {
  label: string;
  search: SearchList<Row>;
  view: RowView<Row>;
  skeleton: boolean;
}

const skeleton_rows = ['a', 'b', 'c', 'd', 'e', 'f'];

export function ListPhone<Row>({ label, search, view, skeleton }: ListPhoneProps<Row>) {
  if (skeleton) {
    return (
      <ul className="list-phone" aria-label={label} aria-busy="true">
        {skeleton_rows.map((name) => (
          <li key={name} className="phone-skeleton" aria-hidden="true">
            <span className="skeleton" style={{ width: 160 }} />
            <span className="skeleton" style={{ width: 220 }} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className="list-phone" aria-label={label} aria-busy={search.stale}>
      {search.rows.map((row) => {
        const { title, amount, badge, note, time } = view.phone(row);
        return (
          <li key={view.key(row)}>
            <Link to={view.to(row)} data-row-link>
              <span className="phone-first">
                <b>{title}</b>
                <b>{amount}</b>
              </span>
              <span className="phone-second">
                {badge}
                <span>{note}</span>
                {time && <span className="phone-time">{time}</span>}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
