// How users read in lists: status, role, kind of account.
import { IconBan, IconCircleCheck, IconLock } from '@tabler/icons-react';
import type { AccountType, Role } from '../../../contract/access/access.ts';
import type { UserRecord, UserStatus } from '../../../contract/identity/users.ts';
import type { BadgeContent } from '../../kit/format/status-badge.tsx';

export const role_labels: Readonly<Record<Role, string>> = { admin: 'Admin', standard: 'Standard' };

export const status_labels: Readonly<Record<UserStatus, string>> = {
  active: 'Active',
  disabled: 'Disabled',
};

export const account_labels: Readonly<Record<AccountType, string>> = {
  admin: 'Administrator',
  partner: 'Partner',
  merchant: 'Merchant',
};

/** Status and closed way in are two things; the one that keeps the user out is shown. */
export function userBadge({ status, access_restrictions }: UserRecord): BadgeContent {
  if (status === 'disabled') return { word: 'Disabled', tone: 'mute', icon: IconBan };
  if (access_restrictions.disable_user_login) {
    return { word: 'Login disabled', tone: 'warn', icon: IconLock };
  }
  return { word: 'Active', tone: 'ok', icon: IconCircleCheck };
}

/** Name and user name, as dialogs and menus speak of a user. */
export function userText({ name, username }: Pick<UserRecord, 'name' | 'username'>): string {
  return name === '' || name === username ? username : `${name} (${username})`;
}
