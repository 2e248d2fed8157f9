// Where the screens about people and keys stand (spec 1 §2).
import type { AccountType } from '../../contract/access/access.ts';

/** Merchants and partners keep their keys under settings. */
export function keysPath(area: AccountType): string {
  return area === 'admin' ? '/admin/manage_api_keys' : `/${area}/settings/manage_api_keys`;
}

/** Whose users a screen shows: those of one account, or of everyone within reach. */
export interface UsersOf {
  /** Path of the list; form and permissions stand below it. */
  list: string;
  permissions: string;
  account: { type: AccountType; id: string } | null;
}

/** Administrators search their users (spec 1 §2); the others have them at once. */
export function usersPath(area: AccountType): string {
  return area === 'admin' ? '/admin/users/search' : `/${area}/users`;
}

export function userPath(area: AccountType, id: string): string {
  return `/${area}/users/update/${id}`;
}

/** The form of a new user, of one's own account unless another is named. */
export function newUserPath(area: AccountType, account: UsersOf['account']): string {
  const path = `/${area}/users/create`;
  if (account === null || account.type === area) return path;
  return `${path}?account_type=${account.type}&account_id=${account.id}`;
}

export function permissionsPath(area: AccountType): string {
  return `/${area}/users/permissions`;
}

/** The roles that an account defines for its users. */
export function rolesPath(area: AccountType): string {
  return `/${area}/users/roles`;
}

/** The users tab of a partner or merchant below (spec 1 §2). */
export function usersBelowPath(
  area: AccountType,
  type: 'partner' | 'merchant',
  id: string,
): string {
  return `/${area}/${type}s/update/${id}/users`;
}
