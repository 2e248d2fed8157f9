// Where the screens about partners, merchants and their settings stand (spec 1 §2).
import type { AccountType } from '../../contract/access/access.ts';

/** The two kinds of account that stand below somebody. */
export type Kind = 'partner' | 'merchant';

export function listPath(area: AccountType, kind: Kind): string {
  return `/${area}/${kind}s/search`;
}

/** The form of a new account, below the one named; below one's own without it. */
export function createPath(area: AccountType, kind: Kind, parent_id = ''): string {
  return `/${area}/${kind}s/create${parent_id === '' ? '' : `?parent_id=${parent_id}`}`;
}

/** A tab of a partner or merchant: `info`, `users`, `parent_structure` … */
export function accountPath(area: AccountType, kind: Kind, id: string, tab = 'info'): string {
  return `/${area}/${kind}s/update/${id}/${tab}`;
}

/** Administrators have no settings of an account. */
export type SettingsArea = Exclude<AccountType, 'admin'>;

export function settingsPath(area: SettingsArea, screen: string): string {
  return `/${area}/settings/${screen}`;
}

/** The defaults with this group opened. */
export function defaultsPath(group: 'merchant' | 'vault'): string {
  return `${settingsPath('merchant', 'defaults')}#${group}`;
}
