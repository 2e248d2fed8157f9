// The parts of a user's form: the person, what the user may do, the mails.
import { type AccountType, roles } from '../../../contract/access/access.ts';
import { user_statuses } from '../../../contract/identity/users.ts';
import { SelectField, SwitchField, TextField, TimezoneField } from '../../kit/form/fields.tsx';
import { useFormAround, useValue } from '../../kit/form/form-context.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { defaultZone } from '../../kit/format/timezones.ts';
import { FormGrid } from '../../kit/page/page-parts.tsx';
import { role_labels, status_labels } from './labels.ts';
import { notification_choices, type UserValues } from './user-values.ts';
import styles from './users.module.css';

export function PersonPart({ is_new, zone }: { is_new: boolean; zone: string }) {
  return (
    <FormPart title="Person">
      <FormGrid>
        <TextField
          name="username"
          span={6}
          hint={is_new ? 'cannot be changed later' : ''}
          disabled={!is_new}
        />
        <TextField name="name" span={6} />
        <TextField name="email" span={6} />
        <TextField name="phone" span={6} />
        <TimezoneField name="timezone" span={6} none={defaultZone(zone)} />
        <SelectField name="dateformat" span={6} />
      </FormGrid>
    </FormPart>
  );
}

interface AccessProps {
  /** Roles that the account defines. */
  own_roles: readonly { id: string; name: string }[];
  viewer: { role: string; permissions: UserValues['permissions'] };
  /** Somebody else has to change one's own access. */
  is_self: boolean;
  is_new: boolean;
}

export function AccessPart({ own_roles, viewer, is_self, is_new }: AccessProps) {
  const form = useFormAround();
  const role = useValue<UserValues['role']>('role');
  const allowed = roles.filter((one) => one !== 'admin' || viewer.role === 'admin');
  const offered = allowed.includes(role) ? allowed : roles;
  // A new user with the admin role begins with all that its maker holds.
  const give = (chosen: string) =>
    is_new && chosen === 'admin' && form.put('permissions', viewer.permissions);
  return (
    <FormPart
      title="Access"
      note={is_self ? 'You cannot change your own access. Ask another user.' : undefined}
    >
      <FormGrid>
        <SelectField
          name="status"
          span={4}
          disabled={is_self}
          choices={user_statuses.map((value) => ({ value, label: status_labels[value] }))}
        />
        <SelectField
          name="role"
          span={4}
          disabled={is_self || (role === 'admin' && viewer.role !== 'admin')}
          choices={offered.map((value) => ({ value, label: role_labels[value] }))}
          onPut={give}
        />
        <SelectField
          name="custom_role_id"
          span={4}
          disabled={is_self || own_roles.length === 0}
          none={own_roles.length === 0 ? 'none defined' : 'none'}
          choices={own_roles.map(({ id, name }) => ({ value: id, label: name }))}
        />
        {!is_new && (
          <TextField
            name="access_restrictions.ip"
            label="Only from this IP address"
            span={6}
            hint="leave empty for any"
            disabled={is_self}
            read={(typed) => typed.trim()}
          />
        )}
      </FormGrid>
    </FormPart>
  );
}

export function MailPart({ account_type }: { account_type: AccountType }) {
  const none = useValue<boolean>('supress_email_notification');
  return (
    <FormPart title="Emails">
      <div className={styles.userSwitches}>
        {notification_choices[account_type].map(({ name, label }) => (
          <SwitchField key={name} name={`notifications.${name}`} label={label} disabled={none} />
        ))}
        <SwitchField
          name="supress_email_notification"
          note="The user receives no receipts or notices by email."
        />
      </div>
    </FormPart>
  );
}
