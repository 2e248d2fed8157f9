// One user as a form: who it is, what it may do, which mails it gets.

import { type ReactNode, useState } from 'react';
import type { AccountType } from '../../../contract/access/access.ts';
import { may } from '../../../contract/access/may.ts';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import { whyNotGranted } from '../../../contract/identity/rights.ts';
import { custom_roles } from '../../../contract/identity/roles.ts';
import type { CallerRecord, UserRecord } from '../../../contract/identity/users.ts';
import { useRecord } from '../../hooks.ts';
import { FormPart } from '../../kit/form-part.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { useTouched } from '../../kit/use-touched.ts';
import { Blocked } from '../own/blocked.tsx';
import { RightsFields } from './rights-fields.tsx';
import { AccessPart, MailPart, PersonPart } from './user-fields.tsx';
import { problemsOf, type UserValues, valuesOf } from './user-values.ts';
import './users.css';

export interface UserFormProps {
  title: string;
  viewer: CallerRecord;
  /** Account of the user. */
  account: { type: AccountType; id: string };
  /** What the form starts from; null makes a new one. */
  user: UserRecord | null;
  begin: UserValues;
  busy: boolean;
  onSubmit: (values: UserValues) => void;
  /** Below the fields: what only a new user has, or what else can be done with this one. */
  children?: ReactNode;
}

/** Why a right cannot be turned in this form; a new user has no right and is nobody yet. */
function reasons({ viewer, user }: UserFormProps, values: UserValues) {
  return (right: UserPermission) => {
    const permissions = { ...values.permissions };
    const saved = user?.permissions[right] === true;
    const holder = {
      id: user?.id ?? '',
      name: values.name || 'The user',
      role: user?.role ?? 'standard',
      custom_role_id: values.custom_role_id,
      // Taking back what is not saved yet takes nothing.
      permissions: { ...permissions, [right]: saved || permissions[right] === true },
    };
    return whyNotGranted(viewer, holder, right);
  };
}

/** What saving does, beside its button. */
function spoken(user: UserRecord | null, values: UserValues): string {
  if (user === null) return 'Nothing is made until it is saved.';
  const ends = (['status', 'role', 'custom_role_id'] as const).some(
    (name) => values[name] !== user[name],
  );
  const name = user.name || user.username;
  return `${name} has unsaved changes.${ends ? ' Saving ends all sessions of the user.' : ''}`;
}

const new_problems = ['username', 'name', 'email', 'phone', 'ip'];

export function UserForm(props: UserFormProps) {
  const { title, viewer, account, user, begin, busy, onSubmit, children } = props;
  const [values, setValues] = useState(begin);
  const touched = useTouched();
  const { data: own_roles } = useRecord(custom_roles.search, {
    input: { limit: 100, offset: 0, account_id: account.id },
  });
  const is_new = user === null;
  const problems = problemsOf(values);
  if (!is_new) problems.username = '';
  const change = (part: Partial<UserValues>) => {
    // A new user with the admin role begins with all that its maker holds.
    const all = is_new && part.role === 'admin' && { permissions: viewer.permissions };
    setValues({ ...values, ...part, ...all });
    touched.touch(Object.keys(part));
  };
  const wrong = Object.values(problems).some(Boolean);
  const submit = () => (wrong ? touched.touch(new_problems) : onSubmit(values));
  const part = { values, problems: touched.of(problems), onChange: change };
  const changed = is_new || JSON.stringify(values) !== JSON.stringify(valuesOf(user));
  return (
    <FormScreen
      title={title}
      action={is_new ? 'Create user' : 'Save user'}
      errors={part.problems}
      changed={changed && spoken(user, values)}
      busy={busy}
      onSubmit={submit}
      onDiscard={() => (is_new ? history.back() : setValues(begin))}
    >
      {is_new && <Blocked access={may.make_users} />}
      <PersonPart {...part} is_new={is_new} />
      <AccessPart
        {...part}
        own_roles={own_roles?.rows ?? []}
        viewer_role={viewer.role}
        is_self={user?.id === viewer.id}
        is_new={is_new}
      />
      <FormPart
        title="Permissions"
        note={values.custom_role_id === '' ? undefined : 'The role of the account decides them.'}
      >
        <RightsFields
          values={values.permissions}
          whyNot={reasons(props, values)}
          onChange={(right, on) => change({ permissions: { ...values.permissions, [right]: on } })}
        />
      </FormPart>
      <MailPart {...part} account_type={account.type} />
      {children}
    </FormScreen>
  );
}
