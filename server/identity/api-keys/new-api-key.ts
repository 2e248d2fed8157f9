// A new API key: its secret, its row, its record; the key is shown once and kept as a hash.
import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { AccountType } from '../../../contract/access/access.ts';
import type { ApiKeyRecord, KeyType } from '../../../contract/identity/api-keys.ts';
import type { Context, Random } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import type { Tx } from '../../db/database.ts';
import type { ApiKey } from '../../db/tables.generated.ts';
import { credentialHash } from '../sessions/session-tokens.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secret_length = 27;
const texts = z.array(z.string());

/** A key of this kind: `api_` or `pub_` and 27 base62 characters, 160 bits of the given random. */
export function makeKeyValue(random: Random, type: KeyType): string {
  let secret = '';
  while (secret.length < secret_length) {
    for (const byte of random.bytes(secret_length)) {
      // 248 is four times 62: bytes from 248 on would make the first letters more frequent.
      if (byte < 248 && secret.length < secret_length) secret += base62[byte % 62];
    }
  }
  return `${type}_${secret}`;
}

export function toKey(row: Selectable<ApiKey>): ApiKeyRecord {
  return {
    id: row.id,
    user_id: row.user_id,
    type: row.type as KeyType,
    name: row.name,
    hint: row.hint,
    account_type: row.account_type as AccountType,
    account_type_id: row.account_id,
    scopes: texts.parse(row.scopes),
    allowed_addresses: texts.parse(row.allowed_addresses),
    allowed_origins: texts.parse(row.allowed_origins),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

interface NewKey {
  user: { id: string; account_type: AccountType; account_type_id: string };
  type: KeyType;
  name: string;
  /** The key itself, given by the seed, whose keys are known; otherwise made here. */
  value?: string;
  limits?: KeyLimits;
  /** The key that this one replaces, before the change. */
  rotated_from?: ApiKeyRecord;
}

/** What limits a key; an absent member does not limit it. */
interface KeyLimits {
  scopes?: readonly string[];
  allowed_addresses?: readonly string[];
  allowed_origins?: readonly string[];
  /** RFC 3339, or empty for never. */
  expires_at?: string | null;
}

/** Columns of the limits that are named; the others keep their value. */
export function limitColumns(limits: KeyLimits) {
  const { scopes, allowed_addresses, allowed_origins, expires_at } = limits;
  return {
    ...(scopes && { scopes: JSON.stringify(scopes) }),
    ...(allowed_addresses && { allowed_addresses: JSON.stringify(allowed_addresses) }),
    ...(allowed_origins && { allowed_origins: JSON.stringify(allowed_origins) }),
    ...(expires_at !== undefined && { expires_at: expires_at ? new Date(expires_at) : null }),
  };
}

/** Writes a key and returns it with its secret; the caller writes the audit row. */
export async function writeApiKey(tx: Tx, context: Context, key: NewKey) {
  const { user, type, rotated_from } = key;
  const value = key.value ?? makeKeyValue(context.random, type);
  const now = context.clock.now();
  const row = await tx
    .insertInto('api_key')
    .values({
      id: context.ids.next(),
      user_id: user.id,
      account_type: user.account_type,
      account_id: user.account_type_id,
      type,
      public_value: type === 'pub' ? value : '',
      name: key.name,
      key_hash: credentialHash(value),
      hint: `${type}_…${value.slice(-4)}`,
      rotated_from: rotated_from?.id ?? '',
      ...limitColumns(key.limits ?? {}),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { key: toKey(row), value };
}

/**
 * Writes a key with its audit row and returns it with its secret. The transaction must be one that
 * writes to the user's account.
 */
export async function insertApiKey(tx: Tx, context: Context, input: NewKey) {
  const { rotated_from } = input;
  const { key, value } = await writeApiKey(tx, context, input);
  await audit(tx, context, {
    verb: rotated_from ? 'rotate' : 'create',
    noun: 'api_key',
    id: key.id,
    merchant_id: key.account_type_id,
    ...(rotated_from && { before: rotated_from }),
    after: key,
  });
  return { ...key, api_key: value };
}
