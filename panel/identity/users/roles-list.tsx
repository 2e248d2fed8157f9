// The roles an account defines for its users: what each may do, and how many hold it.

import { IconEye } from '@tabler/icons-react';
import type { AccountType } from '../../../contract/access/access.ts';
import { subjectOf, whyNotAllowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { shown_rights } from '../../../contract/accounts/documents/user-permissions.ts';
import { custom_roles, type RoleRecord } from '../../../contract/identity/roles.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useSearch } from '../../hooks.ts';
import { useRemoval } from '../../kit/dialog/use-removal.tsx';
import { Moment } from '../../kit/format/moment.tsx';
import { momentColumn } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowView } from '../../kit/list/list-types.ts';
import { rolesPath } from '../paths.ts';
import { useViewAs } from '../view-as/use-view-as.ts';

const shown_names = shown_rights.flatMap(({ rights }) => rights.map(({ name }) => name));

function rightsOf({ permissions }: RoleRecord): string {
  const count = shown_names.filter((name) => permissions[name]).length;
  return `${count} of ${shown_names.length}`;
}

/** `3 users`. */
export function holdersText(count: number): string {
  return count === 1 ? '1 user' : `${count} users`;
}

/** Why a role stays, or null. */
export function whyNotDeleted({ users_count }: RoleRecord): string | null {
  if (users_count === 0) return null;
  return `Assigned to ${holdersText(users_count)}. Assign them another role first.`;
}

const columns: readonly Column<RoleRecord>[] = [
  { key: 'name', label: 'Name', name: true, cell: ({ name }) => name },
  { key: 'description', label: 'Description', cell: ({ description }) => description },
  { key: 'permissions', label: 'Permissions', numeric: true, cell: rightsOf },
  { key: 'users_count', label: 'Users', numeric: true, cell: ({ users_count }) => users_count },
  momentColumn('updated_at', 'Last change'),
];

interface RolesProps {
  title: string;
  area: AccountType;
  viewer: CallerRecord;
}

export function Roles({ title, area, viewer }: RolesProps) {
  const search = useSearch(custom_roles.search, { fields: {} });
  const removal = useRemoval<RoleRecord>({
    endpoint: custom_roles.remove,
    stales: [custom_roles.search],
    noun: 'role',
    whyNot: whyNotDeleted,
    effect: ({ name }) => `${name} is not assigned to any user. This cannot be undone.`,
  });
  const viewAs = useViewAs();
  const path = rolesPath(area);
  const closed = whyNotAllowed(may.view_as, subjectOf(viewer)) || null;
  const view: RowView<RoleRecord> = {
    key: ({ id }) => id,
    name: ({ name }) => name,
    to: ({ id }) => `${path}/update/${id}`,
    actions: (role) => [
      [{ label: 'View as', icon: IconEye, reason: closed, run: () => viewAs('role', role.id) }],
      [removal.action(role)],
    ],
    phone: (role) => ({
      title: role.name,
      note: `${rightsOf(role)} permissions · ${holdersText(role.users_count)}`,
      time: <Moment at={role.updated_at} />,
    }),
  };
  const nothing = {
    title: 'No roles yet',
    text: 'A role is a set of permissions that several users share.',
    create: `${path}/create`,
  };
  return (
    <>
      <ListScreen {...{ title, noun: 'role', search, columns, view, nothing }} />
      {removal.dialog}
    </>
  );
}
