// What the form of an API key holds, what is wrong with it, and what of it is sent.
import type { KeyScope } from '../../../contract/access/access.ts';
import { area_names, areasOf, scope_areas } from '../../../contract/access/key-scopes.ts';
import {
  shown_rights,
  user_permission_entries,
} from '../../../contract/accounts/documents/user-permissions.ts';
import { formatMessage } from '../../../contract/field-messages.ts';
import { type ApiKeyRecord, api_keys, type KeyType } from '../../../contract/identity/api-keys.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';

export interface KeyValues {
  name: string;
  type: KeyType;
  /** Narrowed to `scopes`, or everything its user may. */
  narrowed: boolean;
  scopes: readonly KeyScope[];
  /** One a line. */
  addresses: string;
  origins: string;
  /** `2027-01-31`, or empty for never. */
  expires_on: string;
}

export const new_key: KeyValues = {
  name: '',
  type: 'api',
  narrowed: false,
  scopes: [],
  addresses: '',
  origins: '',
  expires_on: '',
};

export function valuesOf(key: ApiKeyRecord): KeyValues {
  return {
    name: key.name,
    type: key.type,
    narrowed: key.scopes.length > 0,
    scopes: key.scopes as KeyScope[],
    addresses: key.allowed_addresses.join('\n'),
    origins: key.allowed_origins.join('\n'),
    expires_on: key.expires_at?.slice(0, 10) ?? '',
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
  const { name, type, narrowed, scopes, addresses, origins, expires_on } = values;
  return {
    name: name.trim(),
    scopes: narrowed && type === 'api' ? [...scopes] : [],
    allowed_addresses: lines(addresses),
    allowed_origins: type === 'pub' ? lines(origins) : [],
    expires_at: expires_on,
  };
}

export type KeyProblems = Partial<Record<keyof KeyValues, string>>;

/** By the schema of the call itself, so that nothing is sent that is refused for its form. */
export function problemsOf(values: KeyValues): KeyProblems {
  const read = api_keys.update.input.safeParse(inputOf(values));
  const wrong = new Set(read.error?.issues.map(({ path }) => path[0]));
  const named = (member: string, label: string) => (wrong.has(member) ? formatMessage(label) : '');
  const empty = values.type === 'api' && values.narrowed && values.scopes.length === 0;
  return {
    scopes: empty ? 'Choose at least one permission, or let it do all that you may.' : '',
    addresses: named('allowed_addresses', 'Allowed addresses'),
    origins: named('allowed_origins', 'Allowed origins'),
    expires_on: named('expires_at', 'Expires on'),
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
  caller: Pick<CallerRecord, 'account_type' | 'role' | 'permissions'>,
): ScopeGroup[] {
  const groups: ScopeGroup[] = shown_rights.map(({ title, rights }) => ({
    title,
    choices: rights.map(({ name, label }) => ({
      name,
      label,
      meaning: user_permission_entries[name].meaning,
      reason: caller.permissions[name] ? '' : `You do not hold ${name} yourself.`,
    })),
  }));
  const reached = areasOf(caller);
  for (const name of area_names) {
    const { label, meaning, group: title, types } = scope_areas[name];
    if (!types.some((type) => type === caller.account_type)) continue;
    const reason = reached.includes(name) ? '' : 'You do not have the admin role.';
    const group = groups.find((one) => one.title === title) ?? { title, choices: [] };
    if (group.choices.length === 0) groups.push(group);
    group.choices.push({ name, label, meaning, reason });
  }
  return groups;
}
