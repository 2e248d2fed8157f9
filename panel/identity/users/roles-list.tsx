// The roles an account defines for its users: what each may do, and how many hold it.
import { IconEye, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { subjectOf, whyNotAllowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { shown_rights } from '../../../contract/accounts/documents/user-permissions.ts';
import { custom_roles, type RoleRecord } from '../../../contract/identity/roles.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useSearch } from '../../hooks.ts';
import { RemoveDialog } from '../../kit/dialog/remove-dialog.tsx';
import { Moment } from '../../kit/format/moment.tsx';
import { icon_16 } from '../../kit/icon.ts';
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
  return `Held by ${holdersText(users_count)}: give them another role first.`;
}

const columns: readonly Column<RoleRecord>[] = [
  { key: 'name', label: 'Name', name: true, cell: ({ name }) => name },
  { key: 'description', label: 'Description', cell: ({ description }) => description },
  { key: 'permissions', label: 'Permissions', numeric: true, cell: rightsOf },
  { key: 'users_count', label: 'Users', numeric: true, cell: ({ users_count }) => users_count },
  { key: 'updated_at', label: 'Last change', cell: (role) => <Moment at={role.updated_at} /> },
];

interface RolesProps {
  title: string;
  area: AccountType;
  viewer: CallerRecord;
}

export function Roles({ title, area, viewer }: RolesProps) {
  const search = useSearch(custom_roles.search, { fields: {} });
  const [leaving, setLeaving] = useState<RoleRecord | null>(null);
  const viewAs = useViewAs();
  const path = rolesPath(area);
  const closed = whyNotAllowed(may.view_as, subjectOf(viewer)) || null;
  const view: RowView<RoleRecord> = {
    key: ({ id }) => id,
    name: ({ name }) => name,
    to: ({ id }) => `${path}/update/${id}`,
    actions: (role) => [
      [{ label: 'View as', icon: IconEye, reason: closed, run: () => viewAs('role', role.id) }],
      [
        {
          label: 'Delete',
          icon: IconTrash,
          destructive: true,
          reason: whyNotDeleted(role),
          run: () => setLeaving(role),
        },
      ],
    ],
    phone: (role) => ({
      title: role.name,
      note: `${rightsOf(role)} permissions · ${holdersText(role.users_count)}`,
      time: <Moment at={role.updated_at} />,
    }),
  };
  const create = (
    <Link to={`${path}/create`} className="plain-button" data-primary>
      <IconPlus {...icon_16} />
      New role
    </Link>
  );
  const nothing = {
    title: 'No roles yet',
    text: 'A role is a set of permissions that users share: change it once for all of them.',
    action: create,
  };
  return (
    <>
      <ListScreen {...{ title, noun: 'role', search, columns, view, actions: create, nothing }} />
      {leaving && (
        <RemoveDialog
          endpoint={custom_roles.remove}
          id={leaving.id}
          stales={[custom_roles.search]}
          noun="role"
          done="Role deleted"
          onClose={() => setLeaving(null)}
        >
          <b>{leaving.name}</b> is held by nobody. This cannot be taken back.
        </RemoveDialog>
      )}
    </>
  );
}
