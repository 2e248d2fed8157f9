// What the form of an API key holds, what is wrong with it, and what of it is sent.
import type { KeyScope } from '../../../contract/access/access.ts';
import { area_names, areasOf, scope_areas } from '../../../contract/access/key-scopes.ts';
import {
  shown_rights,
  user_permission_entries,
} from '../../../contract/accounts/documents/user-permissions.ts';
import type { ApiKeyRecord, KeyType } from '../../../contract/identity/api-keys.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';

/** As typed: lists one a line, a day instead of a moment. */
export interface KeyValues {
  name: string;
  type: KeyType;
  /** `some`: narrowed to `scopes`; `all`: everything its user may. */
  reach: 'all' | 'some';
  scopes: readonly KeyScope[];
  allowed_addresses: string;
  allowed_origins: string;
  /** `2027-01-31`, or empty for never. */
  expires_at: string;
}

export const new_key: KeyValues = {
  name: '',
  type: 'api',
  reach: 'all',
  scopes: [],
  allowed_addresses: '',
  allowed_origins: '',
  expires_at: '',
};

export function valuesOf(key: ApiKeyRecord): KeyValues {
  return {
    name: key.name,
    type: key.type,
    reach: key.scopes.length > 0 ? 'some' : 'all',
    scopes: key.scopes as KeyScope[],
    allowed_addresses: key.allowed_addresses.join('\n'),
    allowed_origins: key.allowed_origins.join('\n'),
    expires_at: key.expires_at?.slice(0, 10) ?? '',
  };
}

function lines(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Members as the call takes them; a public key has no scopes and a private one no origins. */
export function inputOf(values: KeyValues) {
  const { name, type, reach, scopes, allowed_addresses, allowed_origins, expires_at } = values;
  return {
    name: name.trim(),
    scopes: reach === 'some' && type === 'api' ? [...scopes] : [],
    allowed_addresses: lines(allowed_addresses),
    allowed_origins: type === 'pub' ? lines(allowed_origins) : [],
    expires_at,
  };
}

/** A key that is narrowed to nothing could do nothing. */
export function keyRules({ type, reach, scopes }: KeyValues) {
  const empty = type === 'api' && reach === 'some' && scopes.length === 0;
  return {
    reach: empty ? 'Choose at least one permission, or give the key all your permissions.' : '',
  };
}

interface ScopeChoice {
  name: KeyScope;
  label: string;
  meaning: string;
  /** Why the caller cannot grant it to a key, or ''. */
  reason: string;
}
interface ScopeGroup {
  title: string;
  choices: ScopeChoice[];
}

/** Every scope that the caller's keys can have: rights as shown everywhere, then areas. */
export function scopeGroups(
  caller: Pick<CallerRecord, 'account_type' | 'account_name' | 'role' | 'permissions'>,
): ScopeGroup[] {
  const lacks = `You don't have this. Ask an admin of ${caller.account_name} to grant it.`;
  const groups: ScopeGroup[] = shown_rights.map(({ title, rights }) => ({
    title,
    choices: rights.map(({ name, label }) => ({
      name,
      label,
      meaning: user_permission_entries[name].meaning,
      reason: caller.permissions[name] ? '' : lacks,
    })),
  }));
  const reached = areasOf(caller);
  for (const name of area_names) {
    const { label, meaning, group: title, types } = scope_areas[name];
    if (!types.some((type) => type === caller.account_type)) continue;
    const reason = reached.includes(name) ? '' : lacks;
    const group = groups.find((one) => one.title === title) ?? { title, choices: [] };
    if (group.choices.length === 0) groups.push(group);
    group.choices.push({ name, label, meaning, reason });
  }
  return groups;
}
