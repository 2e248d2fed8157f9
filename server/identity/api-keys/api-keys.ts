// API keys of the calling user: listed, made, narrowed, rotated, removed (gateway-api 2.3).
import { type Selectable, sql } from 'kysely';
import type { AccountType } from '../../../contract/access/access.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, notFound, refuse } from '../../../contract/errors.ts';
import { type api_keys, max_keys_of_user } from '../../../contract/identity/api-keys.ts';
import type { Context, KeyLimits } from '../../context.ts';
import { connect, inTransaction, type Query, type Tx } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import type { Condition } from '../../db/search.ts';
import { store } from '../../db/store.ts';
import type { ApiKey } from '../../db/tables.generated.ts';
import type { Handlers } from '../../http/serve.ts';
import { invalidateCredentials } from '../sessions/credential-cache.ts';
import { credentialHash } from '../sessions/session-tokens.ts';
import { checkKeyWithin } from './key-limits.ts';
import { insertApiKey, limitColumns, toKey } from './new-api-key.ts';

type Row = Selectable<ApiKey>;

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

const keys = store<Row>({
  table: 'api_key',
  noun: 'api_key',
  fields: [],
  owner: 'account_id',
  of_user: 'user_id',
  order: { field: 'created_at', direction: 'desc' },
  audited: toKey,
});

/** The caller's key by its ID or by its own value (gateway-api 1.6). */
function named(id_or_value: string): Condition[] {
  const key_hash = credentialHash(id_or_value);
  return [sql`(api_key.id = ${id_or_value} or api_key.key_hash = ${key_hash})`];
}

/**
 * Runs work on the key, locked in a transaction of the caller's account; 404 for any other's key.
 * `prepare` is done before the key is locked.
 */
async function withKey<T>(
  context: Context,
  id: string,
  work: (tx: Tx, row: Row) => Promise<T>,
  prepare?: (tx: Tx, context: Context) => Promise<void>,
): Promise<T> {
  const done = inTransaction(context, context.actor.account_id, async (tx) => {
    await prepare?.(tx, context);
    return await work(tx, await keys.find(tx, context, named(id), true));
  });
  return await done.finally(() => invalidateCredentials(context));
}

async function search(context: Context, _params: unknown, input: InputOf<typeof api_keys.search>) {
  const { offset = 0, limit = max_keys_of_user } = input;
  const { rows, ...count } = await keys.search(context, { offset, limit });
  return { rows: rows.map(toKey), ...count };
}

/** `GET /public-key`: the key itself, since browsers send it anyway. */
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

/** The limits after the change; one that the input does not name stays as in `before`. */
function limitsAfter(input: Limits, before: KeyLimits = no_limits): KeyLimits {
  const { scopes, allowed_addresses, allowed_origins, expires_at } = input;
  return {
    scopes: scopes ?? before.scopes,
    allowed_addresses: allowed_addresses ?? before.allowed_addresses,
    allowed_origins: allowed_origins ?? before.allowed_origins,
    expires_at: expires_at === undefined ? before.expires_at : expires_at || null,
  };
}

/** Locks the user, so that two keys created at the same time are both counted. */
async function lockCaller(tx: Tx, context: Context): Promise<void> {
  await tx
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', context.actor.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** 400 when the caller, who is locked, has as many keys as a user may have, ended ones included. */
async function checkRoom(tx: Tx, context: Context): Promise<void> {
  const { count } = await keysOf(tx, context)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count < max_keys_of_user) return;
  refuse('refused', `bad request error: a user can have at most ${max_keys_of_user} API keys`);
}

/** Makes a key for the caller; 400 when it has as many as it may have. */
async function create(context: Context, _params: unknown, input: InputOf<typeof api_keys.create>) {
  const { user_id, account_id, account_type } = context.actor;
  if (input.expires_at && new Date(input.expires_at) <= context.clock.now()) invalid('Expires At');
  checkKeyWithin(context.actor, limitsAfter(input));
  return await inTransaction(context, account_id, async (tx) => {
    await lockCaller(tx, context);
    await checkRoom(tx, context);
    return await insertApiKey(tx, context, {
      user: { id: user_id, account_type: account_type as AccountType, account_type_id: account_id },
      type: input.type ?? 'api',
      name: input.name ?? '',
      limits: input,
    });
  });
}

const update = (context: Context, { id }: { id: string }, input: InputOf<typeof api_keys.update>) =>
  withKey(context, id, async (tx, row) => {
    // A new name changes no right; a caller who changes a limit must have all rights of the changed
    // key.
    const limited = limit_names.some((name) => input[name] !== undefined);
    if (limited) checkKeyWithin(context.actor, limitsAfter(input, toKey(row)));
    const name = input.name ?? row.name;
    return toKey(await keys.write(tx, context, row, { name, ...limitColumns(input) }));
  });

/**
 * A new key with the name, kind and limits of this one, which ends after the overlap and is counted
 * beside the new one. 400 for a key that has ended, since the new one would have ended too.
 */
const rotate = (context: Context, { id }: { id: string }, input: InputOf<typeof api_keys.rotate>) =>
  withKey(context, id, (tx, old) => replace(tx, context, old, input.overlap_hours), lockCaller);

async function replace(tx: Tx, context: Context, old: Row, hours = default_overlap_hours) {
  const now = context.clock.now();
  if (old.expires_at && old.expires_at <= now) {
    refuse('refused', 'bad request error: the API key has expired: create a new key instead');
  }
  const ends_at = new Date(now.getTime() + hours * 3_600_000);
  const before = toKey(old);
  checkKeyWithin(context.actor, before);
  await checkRoom(tx, context);
  // A key that expires before the overlap ends keeps its expiry; `least` ignores null.
  const expires_at = sql<Date>`least(expires_at, ${ends_at}::timestamptz)`;
  await tx
    .updateTable('api_key')
    .set({ expires_at, updated_at: now })
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
}

/** Removes a key; calls with it are 401 from now on. */
const remove = (context: Context, { id }: { id: string }) =>
  withKey(context, id, (tx, row) => keys.drop(tx, context, row));

export const apiKeyHandlers: Handlers<typeof api_keys> = {
  getPublic,
  search,
  searchAlias: search,
  get: async (context, { id }) => toKey(await keys.find(connect(context), context, named(id))),
  create,
  update,
  rotate,
  remove,
};
