// One user as a form: who it is, what it may do, which mails it gets.
import type { ReactNode } from 'react';
import type { AccountType } from '../../../contract/access/access.ts';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import { merchants } from '../../../contract/accounts/merchants.ts';
import { partners } from '../../../contract/accounts/partners.ts';
import { whyNotGranted } from '../../../contract/identity/rights.ts';
import { custom_roles } from '../../../contract/identity/roles.ts';
import type { CallerRecord, UserRecord } from '../../../contract/identity/users.ts';
import { useRecord } from '../../hooks.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { FormScreen } from '../../kit/form/form-screen.tsx';
import { type Form, useValues } from '../../kit/form/use-form.ts';
import { RightsFields } from './rights-fields.tsx';
import { AccessPart, MailPart, PersonPart } from './user-fields.tsx';
import type { UserValues } from './user-values.ts';

interface UserFormProps {
  form: Form<UserValues>;
  title: string;
  viewer: CallerRecord;
  /** Account of the user. */
  account: { type: AccountType; id: string };
  /** Null makes a new one. */
  user: UserRecord | null;
  /** Below the fields: what only a new user has, or what else can be done with this one. */
  children?: ReactNode;
}

/** Time zone of the account of a user; '' while it is not known. */
function useZoneOf({ type, id }: UserFormProps['account'], viewer: CallerRecord): string {
  const is_own = id === viewer.account_type_id;
  const params = { id };
  const partner = useRecord(partners.get, { params }, { enabled: !is_own && type === 'partner' });
  const merchant = useRecord(
    merchants.get,
    { params },
    { enabled: !is_own && type === 'merchant' },
  );
  return is_own ? viewer.account_timezone : ((partner.data ?? merchant.data)?.timezone ?? '');
}

/** Why a right cannot be changed in this form; a new user has no right and is nobody yet. */
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
function userSummary(user: UserRecord | null, values: UserValues): string {
  if (user === null) return 'Not created until you save.';
  const ends = (['status', 'role', 'custom_role_id'] as const).some(
    (name) => values[name] !== user[name],
  );
  const name = user.name || user.username;
  return `${name} has unsaved changes.${ends ? ' Saving logs the user out everywhere.' : ''}`;
}

export function UserForm(props: UserFormProps) {
  const { form, title, viewer, account, user, children } = props;
  const values = useValues(form);
  const { data: own_roles } = useRecord(custom_roles.search, {
    input: { limit: 100, offset: 0, account_id: account.id },
  });
  const is_new = user === null;
  return (
    <FormScreen
      form={form}
      title={title}
      action={is_new ? 'Create user' : 'Save user'}
      note={userSummary(user, values)}
      {...(is_new && { onLeave: () => history.back() })}
    >
      <PersonPart is_new={is_new} zone={useZoneOf(account, viewer)} />
      <AccessPart
        own_roles={own_roles?.rows ?? []}
        viewer={viewer}
        is_self={user?.id === viewer.id}
        is_new={is_new}
      />
      <FormPart
        title="Permissions"
        note={values.custom_role_id === '' ? undefined : 'The custom role sets these permissions.'}
        wide
      >
        <RightsFields whyNot={reasons(props, values)} />
      </FormPart>
      <MailPart account_type={account.type} />
      {children}
    </FormScreen>
  );
}
