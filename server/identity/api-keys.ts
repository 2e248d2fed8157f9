// API keys of the calling user: listed, made, narrowed, rotated, removed (gateway-api 2.3).
import type { AccountType } from '../../contract/access.ts';
import { user_permissions } from '../../contract/accounts/documents/user-permissions.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import { invalid, notFound, refuse } from '../../contract/errors.ts';
import {
  type ApiKeyRecord,
  type api_keys,
  max_keys_of_user,
} from '../../contract/identity/api-keys.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log.ts';
import { connect, inTransaction, type Query, type Tx } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import type { Handlers } from '../http/serve.ts';
import { forgetCredentials } from './credential-cache.ts';
import { insertApiKey, limitColumns, toKey } from './new-api-key.ts';
import { credentialHash } from './session-tokens.ts';

const default_overlap_hours = 24;

function keysOf(query: Query, context: Context) {
  return query
    .selectFrom('api_key')
    .where('user_id', '=', context.actor.user_id)
    .where(scope(context, 'api_key.account_id'));
}

/** The caller's key by its id or by its own value (gateway-api 1.6); 404 for any other. */
async function find(query: Query, context: Context, id_or_value: string) {
  const row = await keysOf(query, context)
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

/** 403 where a key that is narrowed itself would make one that may do more. */
function checkScopes(
  context: Context,
  own: Readonly<Record<string, boolean>>,
  scopes: readonly string[],
): void {
  for (const [name, holds] of Object.entries(own)) {
    const wanted = holds && (scopes.length === 0 || scopes.includes(name));
    if (wanted && context.actor.permissions[name] !== true) {
      refuse('forbidden', `forbidden: the key you use does not hold the right ${name}`);
    }
  }
}

/** The caller's own rights. The lock on the user makes two keys at once count each other. */
async function rightsOf(tx: Tx, context: Context) {
  const { permissions } = await tx
    .selectFrom('user_account')
    .select('permissions')
    .where('id', '=', context.actor.user_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return user_permissions.parse(permissions);
}

/** Makes a key for the caller; 400 when it has as many as it may have. */
async function create(context: Context, _params: unknown, input: InputOf<typeof api_keys.create>) {
  const { user_id, account_id, account_type } = context.actor;
  if (input.expires_at && new Date(input.expires_at) <= context.clock.now()) invalid('Expires At');
  return await inTransaction(context, account_id, async (tx) => {
    checkScopes(context, await rightsOf(tx, context), input.scopes ?? []);
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
    const before = toKey(await find(tx, context, id));
    if (input.scopes) checkScopes(context, await rightsOf(tx, context), input.scopes);
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
    const old = await find(tx, context, id);
    const before = toKey(old);
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
  search,
  searchAlias: search,
  get: async (context, { id }) => toKey(await find(connect(context), context, id)),
  create,
  update,
  rotate,
  remove,
};
