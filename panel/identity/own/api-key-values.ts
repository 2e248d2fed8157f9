// What the form of an API key holds, what is wrong with it, and what of it is sent.
import {
  shown_rights,
  type UserPermission,
} from '../../../contract/accounts/documents/user-permissions.ts';
import { formatMessage } from '../../../contract/field-messages.ts';
import { type ApiKeyRecord, api_keys, type KeyType } from '../../../contract/identity/api-keys.ts';

export interface KeyValues {
  name: string;
  type: KeyType;
  /** Narrowed to `scopes`, or everything its user may. */
  narrowed: boolean;
  scopes: readonly UserPermission[];
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
    scopes: key.scopes as UserPermission[],
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

/** Rights that can be chosen from, in the order they are shown everywhere. */
export const scope_choices = shown_rights.flatMap(({ rights }) => rights);
