// One role of the account: made or changed; its users have its rights from the save on.

import { useNavigate, useParams } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import { whyNotGranted } from '../../../contract/identity/rights.ts';
import { custom_roles, type RoleRecord } from '../../../contract/identity/roles.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useRecord } from '../../hooks.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormPart } from '../../kit/form/form-part.tsx';
import { editTexts, FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm, useValues } from '../../kit/form/use-form.ts';
import { RecordMissing } from '../../kit/page/not-shown.tsx';
import { FormGrid } from '../../kit/page/page-parts.tsx';
import { toast } from '../../notices.ts';
import { rolesPath } from '../paths.ts';
import { RightsFields } from './rights-fields.tsx';
import { holdersText } from './roles-list.tsx';
import { users_stales } from './use-immediate-actions.ts';
import { useViewer, WithRight } from './users-screens.tsx';

const stales = [custom_roles.search, custom_roles.get, ...users_stales];

export function RoleScreen({ area }: { area: AccountType }) {
  const { roleID = '' } = useParams();
  const viewer = useViewer();
  const is_new = roleID === '';
  const { data, error, refetch } = useRecord(
    custom_roles.get,
    { params: { id: roleID } },
    { enabled: !is_new },
  );
  if (!viewer) return null;
  if (!is_new && !data) return <RecordMissing noun="Role" of={{ error, refetch }} />;
  const role = data ?? null;
  return (
    <WithRight title="Role">
      <RoleForm key={roleID} area={area} viewer={viewer} role={role} />
    </WithRight>
  );
}

interface Values {
  name: string;
  description: string;
  permissions: Readonly<Partial<Record<UserPermission, boolean>>>;
}

const empty: Values = { name: '', description: '', permissions: {} };

/** Why a right cannot be changed: nobody gives more than they hold, taking is free. */
function reasonsFor(viewer: CallerRecord, role: RoleRecord | null, values: Values) {
  return (right: UserPermission) => {
    const has = role?.permissions[right] === true || values.permissions[right] === true;
    const holder = { id: '', name: values.name, role: 'standard', custom_role_id: '' };
    return whyNotGranted(viewer, { ...holder, permissions: { [right]: has } }, right);
  };
}

function roleSummary(role: RoleRecord | null): string {
  if (role === null) return 'Not created until you save.';
  if (role.users_count === 0) return `${role.name} is not assigned to any user yet.`;
  return `Saving immediately changes the permissions of ${holdersText(role.users_count)}.`;
}

interface FormProps {
  area: AccountType;
  viewer: CallerRecord;
  role: RoleRecord | null;
}

function RoleForm({ area, viewer, role }: FormProps) {
  const navigate = useNavigate();
  const leave = () => void navigate(rolesPath(area));
  const { name, description, permissions } = role ?? empty;
  const form = useForm(role ? custom_roles.update : custom_roles.create, {
    initial: { name, description, permissions } as Values,
    of: role,
    required: ['name'],
    ...(role && { params: { id: role.id } }),
    stales,
    tell: () => toast(role === null ? 'Role created' : 'Role saved'),
    onSaved: leave,
  });
  const values = useValues(form);
  return (
    <FormScreen
      form={form}
      {...editTexts('role', role?.name)}
      note={roleSummary(role)}
      {...(role === null && { onLeave: leave })}
    >
      <FormPart title="Role">
        <FormGrid>
          <TextField name="name" span={6} />
          <TextField name="description" span={6} />
        </FormGrid>
      </FormPart>
      <FormPart
        title="Permissions"
        note="Users with this role have exactly these permissions."
        wide
      >
        <RightsFields whyNot={reasonsFor(viewer, role, values)} />
      </FormPart>
    </FormScreen>
  );
}
