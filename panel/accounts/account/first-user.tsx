// The first user of a new merchant, and the keys that are made with it.
import { formatMessage, requiredMessage } from '../../../contract/field-messages.ts';
import { email as email_schema, phone, username } from '../../../contract/fields.ts';
import { SwitchField } from '../../kit/fields.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { controlOf } from '../../kit/phone-field.tsx';
import type { Problems } from '../profile/profile-values.ts';

export interface FirstUser {
  /** Without it the merchant has nobody yet. */
  wanted: boolean;
  username: string;
  name: string;
  email: string;
  phone: string;
  send_welcome: boolean;
  create_api_key: boolean;
  create_pub_api_key: boolean;
}

export const no_user: FirstUser = {
  wanted: true,
  username: '',
  name: '',
  email: '',
  phone: '',
  send_welcome: true,
  create_api_key: false,
  create_pub_api_key: false,
};

const fields = {
  username: { label: 'Username', needed: true, check: username },
  name: { label: 'Name', needed: true, check: null },
  email: { label: 'Email', needed: true, check: email_schema },
  phone: { label: 'Phone', needed: false, check: phone },
} as const;
type FieldName = keyof typeof fields;

export function firstUserProblems(user: FirstUser): Problems {
  if (!user.wanted) return {};
  const rows = (Object.keys(fields) as FieldName[]).map((name) => {
    const { label, needed, check } = fields[name];
    const given = user[name].trim();
    if (given === '') return [`user.${name}`, needed ? requiredMessage(label) : ''] as const;
    const fine = check === null || check.safeParse(given).success;
    return [`user.${name}`, fine ? '' : formatMessage(label)] as const;
  });
  return Object.fromEntries(rows.filter(([, problem]) => problem !== ''));
}

/** As it is sent with the merchant; null where nobody is wanted. */
export function firstUserInput({ wanted, ...user }: FirstUser, timezone: string) {
  return wanted ? { ...user, role: 'admin' as const, timezone } : null;
}

interface FirstUserPartProps {
  user: FirstUser;
  problems: Problems;
  onChange: (part: Partial<FirstUser>) => void;
}

export function FirstUserPart({ user, problems, onChange }: FirstUserPartProps) {
  const turn = (
    name: 'wanted' | 'send_welcome' | 'create_api_key' | 'create_pub_api_key',
    label: string,
    note?: string,
  ) => (
    <SwitchField
      name={`user.${name}`}
      label={label}
      note={note}
      checked={user[name]}
      onChange={(on) => onChange({ [name]: on })}
    />
  );
  return (
    <FormPart title="First user">
      <div className="switches">
        {turn('wanted', 'Create a user with the admin role')}
        {user.wanted && (
          <>
            <div className="form-grid">
              {(Object.keys(fields) as FieldName[]).map((name) => {
                const Control = controlOf(name);
                return (
                  <div key={name} data-span="6">
                    <Control
                      name={`user.${name}`}
                      label={fields[name].label}
                      hint={fields[name].needed ? undefined : 'optional'}
                      value={user[name]}
                      onChange={(value) => onChange({ [name]: value })}
                      error={problems[`user.${name}`] ?? ''}
                      extra={{ input: { autoComplete: 'off' } }}
                    />
                  </div>
                );
              })}
            </div>
            {turn(
              'send_welcome',
              'Send a welcome email',
              'With a link to choose a password; it works once, for seven days.',
            )}
            {turn('create_api_key', 'Create a private API key')}
            {turn(
              'create_pub_api_key',
              'Create a public API key',
              'Keys are shown once, right after the merchant was made.',
            )}
          </>
        )}
      </div>
    </FormPart>
  );
}
