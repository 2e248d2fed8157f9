// Users as a list, in each area and below a partner or merchant (spec 1 §2, §6).

import type { AccountType } from '../../../contract/access/access.ts';
import { user_fields, users } from '../../../contract/identity/user-endpoints.ts';
import type { CallerRecord, UserRecord } from '../../../contract/identity/users.ts';
import { useSearch } from '../../hooks.ts';
import type { SearchList } from '../../kit/filter/search-list.ts';
import { keepLast } from '../../kit/filter/search-state.ts';
import { Moment } from '../../kit/format/moment.tsx';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { momentColumn } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowView } from '../../kit/list/list-types.ts';
import basics from '../../style/basics.module.css';
import { newUserPath, type UsersOf, userPath } from '../paths.ts';
import { account_labels, role_labels, userBadge, userText } from './labels.ts';
import { UserActionDialogs, useUserActions } from './user-action-dialogs.tsx';
import { mayLogIn, type UserActionName, userActions } from './user-actions.ts';

type Row = UserRecord;

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    label: 'Name',
    name: true,
    sortable: true,
    cell: (user) => user.name || user.username,
  },
  { key: 'username', label: 'Username', sortable: true, cell: (user) => user.username },
  { key: 'role', label: 'Role', sortable: true, cell: (user) => role_labels[user.role] },
  {
    key: 'status',
    label: 'Status',
    sortable: true,
    cell: (user) => <StatusBadge badge={userBadge(user)} />,
  },
  momentColumn('updated_at', 'Last change', { sortable: true }),
];
const account_column: Column<Row> = {
  key: 'account_type',
  label: 'Account type',
  sortable: true,
  cell: (user) => account_labels[user.account_type],
};

function loginColumn(
  viewer: CallerRecord,
  run: (action: UserActionName, user: Row) => void,
): Column<Row> {
  return {
    key: 'log_in',
    label: 'Log in as',
    cell: (user) =>
      mayLogIn(user, viewer) && (
        <button type="button" className={basics.quietButton} onClick={() => run('log_in', user)}>
          Request Login
        </button>
      ),
  };
}

interface PeopleListProps {
  title: string;
  area: AccountType;
  viewer: CallerRecord;
  search: SearchList<Row>;
  account: UsersOf['account'];
}

function PeopleList({ title, area, viewer, search, account }: PeopleListProps) {
  const actions = useUserActions(area);
  const { run } = actions;
  const below = account !== null && account.id !== viewer.account_type_id;
  const view: RowView<Row> = {
    key: (user) => user.id,
    name: userText,
    to: (user) => userPath(area, user.id),
    actions: (user) => userActions(user, viewer, run),
    phone: (user) => ({
      title: user.name || user.username,
      badge: <StatusBadge badge={userBadge(user)} />,
      note: `${user.username} · ${role_labels[user.role]}`,
      time: <Moment at={user.updated_at} />,
    }),
  };
  const shown = [
    ...columns.slice(0, 2),
    ...(account === null ? [account_column] : []),
    ...columns.slice(2),
    ...(below ? [loginColumn(viewer, run)] : []),
  ];
  return (
    <>
      <ListScreen
        title={title}
        noun="user"
        {...{ search, view, columns: shown }}
        nothing={{
          title: 'No users yet',
          text: 'Create a user for each person who logs in.',
          create: newUserPath(area, account),
        }}
      />
      <UserActionDialogs actions={actions} viewer={viewer} />
    </>
  );
}

type PeopleProps = Omit<PeopleListProps, 'search'>;

function Everyone(props: PeopleProps) {
  return (
    <PeopleList
      {...props}
      search={useSearch(users.find, { fields: user_fields, global_field: 'name' })}
    />
  );
}

/** A partner's search keeps one filter at least, and begins with one (spec 3 §2, G52). */
const last_filter = {
  defaults: () => [{ name: 'status', operator: '=' as const, value: 'active' }],
  keep_last: keepLast('User'),
};

function OfAccount({ of, ...props }: PeopleProps & { of: NonNullable<UsersOf['account']> }) {
  const { area } = props;
  const search = useSearch(users.findOf, {
    params: { accountType: of.type, id: of.id },
    fields: account_fields,
    global_field: 'name',
    // Below one merchant the search is narrow enough.
    ...(area === 'partner' && of.type === 'partner' && last_filter),
  });
  return <PeopleList {...props} search={search} />;
}

/** Within one account every user is of one type. */
const { account_type: _, ...account_fields } = user_fields;

/** The users of one account, or, for administrators, of everyone. */
export function People(props: PeopleProps) {
  const { account } = props;
  return account === null ? <Everyone {...props} /> : <OfAccount {...props} of={account} />;
}
