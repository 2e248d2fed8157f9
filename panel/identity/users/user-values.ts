// What the form of a user holds, what is wrong with it, and what of it is sent.
import type { Role } from '../../../contract/access/access.ts';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import type { UserRecord, UserStatus } from '../../../contract/identity/users.ts';
import { default_dateformat } from '../../../contract/identity/users.ts';
import { differing } from '../../kit/form/differing.ts';

export interface UserValues {
  username: string;
  name: string;
  email: string;
  phone: string;
  /** Empty: none chosen. */
  timezone: string;
  dateformat: string;
  status: UserStatus;
  role: Role;
  custom_role_id: string;
  /** The one address the user may come from, or empty. */
  access_restrictions: { ip: string };
  supress_email_notification: boolean;
  /** Of the user's own account type. */
  notifications: Readonly<Record<string, boolean>>;
  permissions: Readonly<Partial<Record<UserPermission, boolean>>>;
}

/** Mails a user may choose, by the type of the account: those that somebody sends (2.2). */
export const notification_choices: Readonly<
  Record<UserRecord['account_type'], readonly { name: string; label: string }[]>
> = {
  admin: [],
  partner: [],
  merchant: [{ name: 'transaction_receipts', label: 'A copy of every receipt' }],
};

/** Every mail there is to choose, those that nobody chose as off. */
export function notificationsOf(
  type: UserRecord['account_type'],
  chosen: Readonly<Record<string, boolean>>,
): Record<string, boolean> {
  const rows = notification_choices[type].map(({ name }) => [name, chosen[name] ?? false]);
  return { ...chosen, ...Object.fromEntries(rows) };
}

export const new_user: UserValues = {
  username: '',
  name: '',
  email: '',
  phone: '',
  timezone: '',
  dateformat: default_dateformat,
  status: 'active',
  role: 'standard',
  custom_role_id: '',
  access_restrictions: { ip: '' },
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
    access_restrictions: { ip: user.access_restrictions.ip ?? '' },
    supress_email_notification: user.supress_email_notification,
    notifications: notificationsOf(user.account_type, user.notifications[user.account_type]),
    permissions: user.permissions,
  };
}

/** Only what differs: what is left alone needs no right, and nobody else's change is undone. */
export function changeOf(user: UserRecord, values: UserValues): Record<string, unknown> {
  const { notifications, permissions, ...rest } = differing(valuesOf(user), values);
  const rights =
    permissions && differing(user.permissions, { ...user.permissions, ...permissions });
  // With a role of the account the rights are the role's.
  const own_rights = values.custom_role_id === '' && rights && Object.keys(rights).length > 0;
  return {
    ...rest,
    ...(notifications && {
      notifications: { ...user.notifications, [user.account_type]: notifications },
    }),
    ...(own_rights && { permissions: rights }),
  };
}

/** What only a new user has. */
export const no_extras = { send_welcome: false, create_api_key: false, create_pub_api_key: false };

/** What makes the user; rights are left out where a role of the account decides them. */
export function inputOf<V extends UserValues>(values: V, account_type: UserRecord['account_type']) {
  const { access_restrictions, notifications, permissions, ...rest } = values;
  return {
    ...rest,
    notifications: { [account_type]: notifications },
    ...(values.custom_role_id === '' && { permissions }),
  };
}
