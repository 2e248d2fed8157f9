// What the form of a user holds, what is wrong with it, and what of it is sent.
import type { Role } from '../../../contract/access/access.ts';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import { requiredMessage } from '../../../contract/field-messages.ts';
import type { UserRecord, UserStatus } from '../../../contract/identity/users.ts';
import { default_dateformat } from '../../../contract/identity/users.ts';
import { emailProblem, ipProblem, phoneProblem, usernameProblem } from './user-rules.ts';

export interface UserValues {
  username: string;
  name: string;
  email: string;
  phone: string;
  timezone: string;
  dateformat: string;
  status: UserStatus;
  role: Role;
  custom_role_id: string;
  /** The one address the user may come from, or empty. */
  ip: string;
  supress_email_notification: boolean;
  /** Of the user's own account type. */
  notifications: Readonly<Record<string, boolean>>;
  permissions: Readonly<Partial<Record<UserPermission, boolean>>>;
}

export type UserProblems = Partial<Record<keyof UserValues, string>>;

/** Mails a user may choose, by the type of the account: those that somebody sends (2.2). */
export const notification_choices: Readonly<
  Record<UserRecord['account_type'], readonly { name: string; label: string }[]>
> = {
  admin: [],
  partner: [],
  merchant: [{ name: 'transaction_receipts', label: 'A copy of every receipt' }],
};

export const new_user: UserValues = {
  username: '',
  name: '',
  email: '',
  phone: '',
  timezone: 'UTC',
  dateformat: default_dateformat,
  status: 'active',
  role: 'standard',
  custom_role_id: '',
  ip: '',
  supress_email_notification: false,
  notifications: {},
  permissions: {},
};

export function valuesOf(user: UserRecord): UserValues {
  return {
    username: user.username,
    name: user.name,
    email: user.email,
    phone: user.phone,
    timezone: user.timezone,
    dateformat: user.dateformat || default_dateformat,
    status: user.status,
    role: user.role,
    custom_role_id: user.custom_role_id,
    ip: user.access_restrictions.ip ?? '',
    supress_email_notification: user.supress_email_notification,
    notifications: user.notifications[user.account_type],
    permissions: user.permissions,
  };
}

export function problemsOf(values: UserValues): UserProblems {
  return {
    username: usernameProblem(values.username),
    name: values.name.trim() === '' ? requiredMessage('Name') : '',
    email: emailProblem(values.email),
    phone: phoneProblem(values.phone),
    ip: ipProblem(values.ip),
  };
}

function differing<T extends object>(before: T, after: T): Partial<T> {
  const entries = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}

/** Only what differs: what is left alone needs no right, and nobody else's change is undone. */
export function changeOf(user: UserRecord, values: UserValues): Record<string, unknown> {
  const { username, ip, notifications, permissions, ...rest } = differing(valuesOf(user), values);
  const rights =
    permissions && differing(user.permissions, { ...user.permissions, ...permissions });
  // With a role of the account the rights are the role's.
  const own_rights = values.custom_role_id === '' && rights && Object.keys(rights).length > 0;
  return {
    ...rest,
    ...(ip !== undefined && { access_restrictions: { ip: ip.trim() } }),
    ...(notifications && {
      notifications: { ...user.notifications, [user.account_type]: notifications },
    }),
    ...(own_rights && { permissions: rights }),
  };
}

/** What makes the user; rights are left out where a role of the account decides them. */
export function inputOf(values: UserValues, account_type: UserRecord['account_type']) {
  const { ip, notifications, permissions, ...rest } = values;
  return {
    ...rest,
    notifications: { [account_type]: notifications },
    ...(values.custom_role_id === '' && { permissions }),
  };
}
