// One role of the account: made or changed; its users have its rights from the save on.

import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { may } from '../../../contract/access/may.ts';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import { requiredMessage } from '../../../contract/field-messages.ts';
import { whyNotGranted } from '../../../contract/identity/rights.ts';
import { custom_roles, type RoleRecord } from '../../../contract/identity/roles.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { TextField } from '../../kit/fields.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { PageTitle } from '../../kit/page-title.tsx';
import { toast } from '../../notices.ts';
import { Blocked } from '../own/blocked.tsx';
import { rolesPath } from '../paths.ts';
import { RightsFields } from './rights-fields.tsx';
import { spokenHolders } from './roles-list.tsx';
import { users_stales } from './use-asks.ts';
import { useViewer, WithRight } from './users-screens.tsx';
import './users.css';

const stales = [custom_roles.search, custom_roles.get, ...users_stales];

export function RoleScreen({ area }: { area: AccountType }) {
  const { roleID = '' } = useParams();
  const viewer = useViewer();
  const is_new = roleID === '';
  const { data, isError } = useRecord(
    custom_roles.get,
    { params: { id: roleID } },
    { enabled: !is_new },
  );
  if (!viewer) return null;
  if (!is_new && !data) return <div className="page">{isError && <PageTitle title="Role" />}</div>;
  const role = data ?? null;
  return (
    <WithRight title="Role">
      <RoleForm key={role?.updated_at ?? ''} area={area} viewer={viewer} role={role} />
    </WithRight>
  );
}

interface Values {
  name: string;
  description: string;
  permissions: Readonly<Partial<Record<UserPermission, boolean>>>;
}

const empty: Values = { name: '', description: '', permissions: {} };

/** Why a right cannot be turned: nobody gives more than they hold, taking is free. */
function reasonsFor(viewer: CallerRecord, role: RoleRecord | null, values: Values) {
  return (right: UserPermission) => {
    const has = role?.permissions[right] === true || values.permissions[right] === true;
    const holder = { id: '', name: values.name, role: 'standard', custom_role_id: '' };
    return whyNotGranted(viewer, { ...holder, permissions: { [right]: has } }, right);
  };
}

function spoken(role: RoleRecord | null): string {
  if (role === null) return 'Nothing is made until it is saved.';
  if (role.users_count === 0) return `${role.name} is held by nobody yet.`;
  return `Saving changes the rights of ${spokenHolders(role.users_count)} at once.`;
}

interface FormProps {
  area: AccountType;
  viewer: CallerRecord;
  role: RoleRecord | null;
}

function RoleForm({ area, viewer, role }: FormProps) {
  const navigate = useNavigate();
  const begin: Values = role ?? empty;
  const [values, setValues] = useState(begin);
  const [tried, setTried] = useState(false);
  const leave = () => void navigate(rolesPath(area));
  const onSaved = () => {
    toast(role === null ? 'Role created' : 'Role saved');
    leave();
  };
  const create = useSave(custom_roles.create, { stales, onSaved });
  const update = useSave(custom_roles.update, { stales, onSaved });
  const fault = values.name.trim() === '' ? requiredMessage('Name') : '';
  const submit = () => {
    const { name, description, permissions } = values;
    const input = { name, description, permissions };
    if (fault !== '') setTried(true);
    else if (role === null) create.mutate({ input });
    else update.mutate({ params: { id: role.id }, input });
  };
  const changed = role === null || JSON.stringify(values) !== JSON.stringify(begin);
  const text = (name: 'name' | 'description', label: string, maxLength: number) => (
    <div data-span="6">
      <TextField
        name={name}
        label={label}
        hint={name === 'description' ? 'optional' : undefined}
        value={values[name]}
        onChange={(value) => setValues({ ...values, [name]: value })}
        error={name === 'name' && tried ? fault : ''}
        extra={{ input: { maxLength, autoComplete: 'off' } }}
      />
    </div>
  );
  return (
    <FormScreen
      title={role?.name ?? 'New role'}
      action={role === null ? 'Create role' : 'Save role'}
      errors={tried ? { name: fault } : {}}
      changed={changed && spoken(role)}
      busy={create.isPending || update.isPending}
      onSubmit={submit}
      onDiscard={() => (role === null ? leave() : setValues(begin))}
    >
      <Blocked access={may.make_users} />
      <FormPart title="Role">
        <div className="form-grid">
          {text('name', 'Name', 50)}
          {text('description', 'Description', 255)}
        </div>
      </FormPart>
      <FormPart title="Permissions" note="Users of the role have these, and no others.">
        <RightsFields
          values={values.permissions}
          whyNot={reasonsFor(viewer, role, values)}
          onChange={(right, on) =>
            setValues({ ...values, permissions: { ...values.permissions, [right]: on } })
          }
        />
      </FormPart>
    </FormScreen>
  );
}
