// API keys of the calling user: listed, made, narrowed, rotated, removed (gateway-api 2.3).
import type { AccountType } from '../../../contract/access/access.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, notFound, refuse } from '../../../contract/errors.ts';
import {
  type ApiKeyRecord,
  type api_keys,
  max_keys_of_user,
} from '../../../contract/identity/api-keys.ts';
import type { Context, KeyLimits } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Query, type Tx } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import type { Handlers } from '../../http/serve.ts';
import { forgetCredentials } from '../sessions/credential-cache.ts';
import { credentialHash } from '../sessions/session-tokens.ts';
import { checkKeyWithin } from './key-limits.ts';
import { insertApiKey, limitColumns, toKey } from './new-api-key.ts';

const default_overlap_hours = 24;
const limit_names = ['scopes', 'allowed_addresses', 'allowed_origins', 'expires_at'] as const;
const no_limits: KeyLimits = {
  scopes: [],
  allowed_addresses: [],
  allowed_origins: [],
  expires_at: null,
};

function keysOf(query: Query, context: Context) {
  return query
    .selectFrom('api_key')
    .where('user_id', '=', context.actor.user_id)
    .where(scope(context, 'api_key.account_id'));
}

/**
 * The caller's key by its id or by its own value (gateway-api 1.6); 404 for any other. Locked where
 * what it is decides about what is written.
 */
async function find(query: Query | Tx, context: Context, id_or_value: string, lock = false) {
  const row = await keysOf(query, context)
    .$if(lock, (found) => found.forUpdate())
    .selectAll()
    .where((where) =>
      where.or([
        where('id', '=', id_or_value),
        where('key_hash', '=', credentialHash(id_or_value)),
      ]),
    )
    .executeTakeFirst();
  return row ?? notFound();
}

async function search(context: Context, _params: unknown, input: InputOf<typeof api_keys.search>) {
  const query = connect(context);
  const rows = await keysOf(query, context)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const { offset = 0, limit = max_keys_of_user } = input;
  // A user has few keys, so all are read and the page is cut here.
  return { rows: rows.slice(offset, offset + limit).map(toKey), total_count: rows.length };
}

/** `GET /public-key`: the key itself, which browsers carry anyway. */
async function getPublic(context: Context) {
  const row = await keysOf(connect(context), context)
    .select(['id', 'public_value as public_key'])
    .where('public_value', '<>', '')
    .where((where) =>
      where.or([where('expires_at', 'is', null), where('expires_at', '>', context.clock.now())]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row ?? notFound();
}

type Limits = Partial<Omit<KeyLimits, 'expires_at'>> & { expires_at?: string | null };

/** The limits as they will stand, one that is not named as it is in `before`. */
function limitsAfter(input: Limits, before: KeyLimits = no_limits): KeyLimits {
  const { scopes, allowed_addresses, allowed_origins, expires_at } = input;
  return {
    scopes: scopes ?? before.scopes,
    allowed_addresses: allowed_addresses ?? before.allowed_addresses,
    allowed_origins: allowed_origins ?? before.allowed_origins,
    expires_at: expires_at === undefined ? before.expires_at : expires_at || null,
  };
}

/** The lock on the user makes two keys that are made at once count each other. */
async function lockCaller(tx: Tx, context: Context): Promise<void> {
  await tx
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', context.actor.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Makes a key for the caller; 400 when it has as many as it may have. */
async function create(context: Context, _params: unknown, input: InputOf<typeof api_keys.create>) {
  const { user_id, account_id, account_type } = context.actor;
  if (input.expires_at && new Date(input.expires_at) <= context.clock.now()) invalid('Expires At');
  checkKeyWithin(context.actor, limitsAfter(input));
  return await inTransaction(context, account_id, async (tx) => {
    await lockCaller(tx, context);
    const { count } = await keysOf(tx, context)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (count >= max_keys_of_user) {
      refuse('refused', `bad request error: a user may have ${max_keys_of_user} API keys`);
    }
    return await insertApiKey(tx, context, {
      user: { id: user_id, account_type: account_type as AccountType, account_type_id: account_id },
      type: input.type ?? 'api',
      name: input.name ?? '',
      limits: input,
    });
  });
}

async function update(
  context: Context,
  { id }: { id: string },
  input: InputOf<typeof api_keys.update>,
) {
  return await inTransaction(context, context.actor.account_id, async (tx) => {
    const before = toKey(await find(tx, context, id, true));
    // A new name changes nothing; whoever sets one limit answers for all that the key then does.
    const named = limit_names.some((name) => input[name] !== undefined);
    if (named) checkKeyWithin(context.actor, limitsAfter(input, before));
    const row = await tx
      .updateTable('api_key')
      .set({
        name: input.name ?? before.name,
        ...limitColumns(input),
        updated_at: context.clock.now(),
      })
      .where('id', '=', before.id)
      .where(scope(context, 'api_key.account_id'))
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = toKey(row);
    await auditKey(tx, context, 'update', { before, after });
    return after;
  }).finally(() => forgetCredentials(context));
}

/** A new key with the name, kind and limits of this one, which ends after the overlap. */
async function rotate(
  context: Context,
  { id }: { id: string },
  input: InputOf<typeof api_keys.rotate>,
) {
  const { actor, clock } = context;
  const hours = input.overlap_hours ?? default_overlap_hours;
  const ends_at = new Date(clock.now().getTime() + hours * 3_600_000);
  return await inTransaction(context, actor.account_id, async (tx) => {
    const old = await find(tx, context, id, true);
    const before = toKey(old);
    checkKeyWithin(actor, before);
    const earlier = old.expires_at !== null && old.expires_at < ends_at;
    await tx
      .updateTable('api_key')
      .set({ expires_at: earlier ? old.expires_at : ends_at, updated_at: clock.now() })
      .where('id', '=', old.id)
      .where(scope(context, 'api_key.account_id'))
      .execute();
    return await insertApiKey(tx, context, {
      user: {
        id: old.user_id,
        account_type: before.account_type,
        account_type_id: before.account_type_id,
      },
      type: before.type,
      name: before.name,
      limits: before,
      rotated_from: before,
    });
  }).finally(() => forgetCredentials(context));
}

/** Removes a key; whoever uses it is 401 from here on. */
async function remove(context: Context, { id }: { id: string }): Promise<void> {
  await inTransaction(context, context.actor.account_id, async (tx) => {
    const before = toKey(await find(tx, context, id));
    await tx
      .deleteFrom('api_key')
      .where('id', '=', before.id)
      .where(scope(context, 'api_key.account_id'))
      .execute();
    await auditKey(tx, context, 'remove', { before });
  });
  forgetCredentials(context);
}

async function auditKey(
  tx: Tx,
  context: Context,
  verb: 'update' | 'remove',
  change: { before: ApiKeyRecord; after?: ApiKeyRecord },
): Promise<void> {
  const merchant_id = context.actor.account_id;
  await audit(tx, context, { verb, noun: 'api_key', id: change.before.id, merchant_id, ...change });
}

export const apiKeyHandlers: Handlers<typeof api_keys> = {
  getPublic,
  search,
  searchAlias: search,
  get: async (context, { id }) => toKey(await find(connect(context), context, id)),
  create,
  update,
  rotate,
  remove,
};
