// Rights as rows, users as columns: arrow keys move, Space switches, a lock says that it cannot.
import { IconCheck, IconChevronDown, IconChevronRight, IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type {
  RightsGroup,
  UserPermission,
} from '../../../contract/accounts/documents/user-permissions.ts';
import { whyNotGranted } from '../../../contract/identity/rights.ts';
import type { CallerRecord, UserRecord } from '../../../contract/identity/users.ts';
import { icon_14 } from '../../kit/icon.ts';
import basics from '../../style/basics.module.css';
import { type Draft, isChanged, isOn, type Shown } from './rights-draft.ts';
import styles from './users.module.css';

export interface Cell {
  user: UserRecord;
  right: UserPermission;
}

interface RightsTableProps {
  viewer: CallerRecord;
  shown: Shown;
  draft: Draft;
  current: Cell | null;
  onCurrent: (cell: Cell) => void;
  onTurn: (cell: Cell) => void;
}

const moves: Readonly<Record<string, [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Puts the focus on the next cell; at an edge it stays where it is. */
function moveFocus(table: HTMLElement | null, event: KeyboardEvent): void {
  const move = moves[event.key];
  const at = (event.target as HTMLElement).closest<HTMLElement>('[data-row-at]')?.dataset;
  if (!move || !at) return;
  event.preventDefault();
  const row = Number(at.rowAt) + move[0];
  const column = Number(at.columnAt) + move[1];
  table
    ?.querySelector<HTMLElement>(`[data-row-at="${row}"][data-column-at="${column}"] input`)
    ?.focus();
}

function UserHeads({ users }: { users: readonly UserRecord[] }) {
  return (
    <tr>
      <th scope="col">Permission</th>
      {users.map((user) => (
        <th
          key={user.id}
          scope="col"
          className={styles.rightUser}
          data-off={user.status === 'disabled'}
        >
          <span title={user.username}>{user.name || user.username}</span>
          <small>{user.status === 'disabled' ? 'disabled' : user.role}</small>
        </th>
      ))}
    </tr>
  );
}

interface CellProps {
  cell: Cell;
  at: { row: number; column: number };
  table: Omit<RightsTableProps, 'shown'>;
  reachable: boolean;
}

function RightCell({ cell, at, table, reachable }: CellProps) {
  const { user, right } = cell;
  const { viewer, draft, onCurrent, onTurn } = table;
  const locked = whyNotGranted(viewer, user, right) !== '';
  const on = isOn(draft, user, right);
  const change = isChanged(draft, user, right) ? (on ? 'gain' : 'loss') : undefined;
  return (
    <td data-row-at={at.row} data-column-at={at.column} data-changed={change}>
      <label className={styles.rightCell}>
        <input
          type="checkbox"
          className={basics.hiddenText}
          checked={on}
          aria-disabled={locked}
          aria-label={`${right}, ${user.name || user.username}`}
          tabIndex={reachable ? 0 : -1}
          onFocus={() => onCurrent(cell)}
          onChange={() => !locked && onTurn(cell)}
        />
        <span
          className={styles.rightBox}
          data-on={on || undefined}
          data-locked={locked || undefined}
        >
          {locked && !on ? <IconLock {...icon_14} /> : on && <IconCheck {...icon_14} />}
        </span>
      </label>
    </td>
  );
}

/** `9 of 12 on`, over all users shown. */
function onCount(draft: Draft, users: readonly UserRecord[], rights: RightsGroup['rights']) {
  const cells = rights.flatMap(({ name }) => users.map((user) => isOn(draft, user, name)));
  return `${cells.filter(Boolean).length} of ${cells.length} on`;
}

interface GroupHeadProps {
  title: string;
  count: string;
  columns: number;
  folded: boolean;
  onFold: () => void;
}

function GroupHead({ title, count, columns, folded, onFold }: GroupHeadProps) {
  return (
    <tr className={styles.rightGroup}>
      <th colSpan={columns} scope="rowgroup">
        <button
          type="button"
          className={styles.rightTitle}
          aria-expanded={!folded}
          onClick={onFold}
        >
          {folded ? <IconChevronRight {...icon_14} /> : <IconChevronDown {...icon_14} />}
          {title}
          <small>{count}</small>
        </button>
      </th>
    </tr>
  );
}

export function RightsTable({ shown, ...table }: RightsTableProps) {
  const element = useRef<HTMLTableElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const { users } = shown;
  const groups = shown.groups.map(({ title, rights }) => ({
    title,
    count: onCount(table.draft, users, rights),
    rights: folded.has(title) ? [] : rights,
  }));
  const fold = (title: string) => {
    const others = [...folded].filter((one) => one !== title);
    setFolded(new Set(folded.has(title) ? others : [...others, title]));
  };
  const { current } = table;
  const rows = groups.flatMap(({ rights }) => rights);
  const row_of = new Map(rows.map(({ name }, index) => [name, index]));
  const stands =
    users.some(({ id }) => id === current?.user.id) && row_of.has(current?.right as never);
  const isReachable = (row: number, column: number, { user, right }: Cell) =>
    stands ? current?.user.id === user.id && current.right === right : row === 0 && column === 0;
  return (
    <table
      ref={element}
      aria-label="Permissions"
      onKeyDown={(event) => moveFocus(element.current, event)}
    >
      <thead>
        <UserHeads users={users} />
      </thead>
      {groups.map((group) => (
        <tbody key={group.title}>
          <GroupHead
            {...group}
            columns={users.length + 1}
            folded={folded.has(group.title)}
            onFold={() => fold(group.title)}
          />
          {group.rights.map(({ name, label }) => {
            const row = row_of.get(name) as number;
            return (
              <tr key={name} title={name}>
                <th scope="row">
                  <span>{label}</span>
                  <small className={basics.mono}>{name}</small>
                </th>
                {users.map((user, column) => (
                  <RightCell
                    key={user.id}
                    cell={{ user, right: name }}
                    at={{ row, column }}
                    table={table}
                    reachable={isReachable(row, column, { user, right: name })}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      ))}
    </table>
  );
}
