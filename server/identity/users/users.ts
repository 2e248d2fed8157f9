// Users: rows to records, and the row of a new user.
import type { Selectable } from 'kysely';
import type { AccountType, Role } from '../../../contract/access/access.ts';
import {
  allUserPermissions,
  user_permissions,
} from '../../../contract/accounts/documents/user-permissions.ts';
import { refuse } from '../../../contract/errors.ts';
import { username as username_schema } from '../../../contract/fields.ts';
import {
  access_restrictions,
  default_dateformat,
  type UserRecord,
  type UserStatus,
  user_defaults,
  user_flags,
  user_notifications,
} from '../../../contract/identity/users.ts';
import type { Context } from '../../context.ts';
import type { UserAccount } from '../../db/tables.generated.ts';
import { hashPassword } from '../passwords/passwords.ts';
import '../stored-documents.ts';

export type UserRow = Selectable<UserAccount>;

/** The user as answered; documents are parsed, so absent members get their values. */
export function toUser(row: UserRow): UserRecord {
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    email: row.email,
    phone: row.phone,
    timezone: row.timezone ?? '',
    dateformat: row.dateformat,
    status: row.status as UserStatus,
    role: row.role as Role,
    custom_role_id: row.custom_role_id,
    account_type: row.account_type as AccountType,
    account_type_id: row.account_id,
    permissions: user_permissions.parse(row.permissions),
    flags: user_flags.parse(row.flags),
    notifications: user_notifications.parse(row.notifications),
    defaults: user_defaults.parse(row.defaults),
    access_restrictions: access_restrictions.parse(row.access_restrictions),
    two_factor_enabled: row.two_factor_enabled,
    supress_email_notification: row.supress_email_notification,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export interface NewUser {
  /** Given by the seed alone; otherwise made. */
  id?: string;
  account_type: AccountType;
  account_id: string;
  username: string;
  /** Empty: none yet, so nobody can sign in until one is set. */
  password: string;
  name: string;
  email: string;
  phone?: string;
  role: Role;
  /** Left out or empty: none chosen. */
  timezone?: string;
  dateformat?: string;
  status?: UserStatus;
  custom_role_id?: string;
  notifications?: object;
  defaults?: object;
  supress_email_notification?: boolean;
  /** Absent rights are off. Left out, a user of role admin gets all and a standard one none. */
  permissions?: Readonly<Record<string, boolean>>;
  /** Seeded users have accepted the terms (Q5). */
  tos_accepted?: boolean;
}

/** User names differ by more than their case. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

/** The row of a new user. The hash is made outside the transaction: it takes 20 ms of work. */
export async function newUserRow(context: Context, user: NewUser) {
  if (!username_schema.safeParse(user.username).success) {
    refuse('invalid', 'bad request error: invalid Username');
  }
  const now = context.clock.now();
  const rights = user.permissions ?? (user.role === 'admin' ? allUserPermissions() : {});
  return {
    id: user.id ?? context.ids.next(),
    account_type: user.account_type,
    account_id: user.account_id,
    username: user.username,
    username_key: usernameKey(user.username),
    name: user.name,
    email: user.email,
    phone: user.phone ?? '',
    password_hash: user.password === '' ? '' : await hashPassword(user.password),
    role: user.role,
    status: user.status ?? 'active',
    timezone: user.timezone || null,
    dateformat: user.dateformat ?? default_dateformat,
    custom_role_id: user.custom_role_id ?? '',
    notifications: JSON.stringify(user.notifications ?? {}),
    defaults: JSON.stringify(user.defaults ?? {}),
    supress_email_notification: user.supress_email_notification ?? false,
    permissions: JSON.stringify(user_permissions.parse(rights)),
    tos_accepted_at: user.tos_accepted ? now : null,
    created_at: now,
    updated_at: now,
  };
}

export type NewUserRow = Awaited<ReturnType<typeof newUserRow>>;
