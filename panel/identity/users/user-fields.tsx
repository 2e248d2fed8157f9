// The parts of a user's form: the person, what the user may do, the mails.
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AccountType, Role } from '../../../contract/access/access.ts';
import { roles } from '../../../contract/access/access.ts';
import { dateformats } from '../../../contract/identity/user-endpoints.ts';
import { type UserStatus, user_statuses } from '../../../contract/identity/users.ts';
import { SelectField, SwitchField, TextField } from '../../kit/fields.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { controlOf } from '../../kit/phone-field.tsx';
import { timezones } from '../../kit/timezones.ts';
import { role_words, status_words } from './looks.ts';
import { notification_choices, type UserProblems, type UserValues } from './user-values.ts';

export interface PartProps {
  values: UserValues;
  /** Messages to show; a field nobody touched yet has none. */
  problems: UserProblems;
  onChange: (change: Partial<UserValues>) => void;
}

const half = (node: ReactNode) => <div data-span="6">{node}</div>;

export function PersonPart({
  values,
  problems,
  onChange,
  is_new,
}: PartProps & { is_new: boolean }) {
  const text = (name: 'username' | 'name' | 'email' | 'phone', label: string, hint?: string) => {
    const Control = controlOf(name);
    return half(
      <Control
        name={name}
        label={label}
        hint={hint}
        value={values[name]}
        onChange={(value) => onChange({ [name]: value })}
        error={problems[name] ?? ''}
        extra={{ input: { autoComplete: 'off', disabled: name === 'username' && !is_new } }}
      />,
    );
  };
  return (
    <FormPart title="Person">
      <div className="form-grid">
        {text('username', 'Username', is_new ? 'cannot be changed later' : undefined)}
        {text('name', 'Name')}
        {text('email', 'Email')}
        {text('phone', 'Phone', 'optional')}
        {half(
          <SelectField
            name="timezone"
            label="Time zone"
            value={values.timezone}
            onChange={(timezone) => onChange({ timezone })}
            choices={timezones(values.timezone)}
          />,
        )}
        {half(
          <SelectField
            name="dateformat"
            label="Date format"
            value={values.dateformat}
            onChange={(dateformat) => onChange({ dateformat })}
            choices={dateformats.map((format) => ({ value: format, label: format }))}
          />,
        )}
      </div>
    </FormPart>
  );
}

interface AccessProps extends PartProps {
  /** Roles that the account defines. */
  own_roles: readonly { id: string; name: string }[];
  viewer_role: string;
  /** Somebody else has to change one's own access. */
  is_self: boolean;
  is_new: boolean;
}

export function AccessPart(props: AccessProps) {
  const { values, problems, onChange, own_roles, viewer_role, is_self, is_new } = props;
  const admins = roles.filter((role) => role !== 'admin' || viewer_role === 'admin');
  const offered = admins.includes(values.role) ? admins : roles;
  return (
    <FormPart
      title="Access"
      note={is_self ? 'Somebody else has to change your own access.' : undefined}
    >
      <div className="form-grid">
        <div data-span="4">
          <NativeSelect
            name="status"
            label="Status"
            value={values.status}
            disabled={is_self}
            onChange={(event) => onChange({ status: event.currentTarget.value as UserStatus })}
            data={user_statuses.map((value) => ({ value, label: status_words[value] }))}
          />
        </div>
        <div data-span="4">
          <NativeSelect
            name="role"
            label="Role"
            value={values.role}
            disabled={is_self || (values.role === 'admin' && viewer_role !== 'admin')}
            onChange={(event) => onChange({ role: event.currentTarget.value as Role })}
            data={offered.map((value) => ({ value, label: role_words[value] }))}
          />
        </div>
        <div data-span="4">
          <NativeSelect
            name="custom_role_id"
            label="Role of the account"
            value={values.custom_role_id}
            disabled={is_self || own_roles.length === 0}
            onChange={(event) => onChange({ custom_role_id: event.currentTarget.value })}
            data={[
              { value: '', label: own_roles.length === 0 ? 'none defined' : 'none' },
              ...own_roles.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </div>
        {!is_new && (
          <div data-span="6">
            <TextField
              name="ip"
              label="Only from this IP address"
              hint="empty: from any"
              value={values.ip}
              onChange={(ip) => onChange({ ip })}
              error={problems.ip ?? ''}
              extra={{ input: { disabled: is_self, autoComplete: 'off' } }}
            />
          </div>
        )}
      </div>
    </FormPart>
  );
}

export function MailPart({
  values,
  onChange,
  account_type,
}: PartProps & { account_type: AccountType }) {
  return (
    <FormPart title="Mails">
      <div className="user-switches">
        {notification_choices[account_type].map(({ name, label }) => (
          <SwitchField
            key={name}
            name={name}
            label={label}
            checked={values.notifications[name] ?? false}
            disabled={values.supress_email_notification}
            onChange={(on) => onChange({ notifications: { ...values.notifications, [name]: on } })}
          />
        ))}
        <SwitchField
          name="supress_email_notification"
          label="No mails"
          checked={values.supress_email_notification}
          onChange={(on) => onChange({ supress_email_notification: on })}
          note="No receipts and no notices are mailed to the user."
        />
      </div>
    </FormPart>
  );
}
