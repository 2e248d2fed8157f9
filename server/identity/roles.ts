// Roles an account defines; the rights of a role are those of its users from the same commit on.
import { user_permissions } from '../../contract/accounts/documents/user-permissions.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import { invalid, notFound, refuse } from '../../contract/errors.ts';
import type { custom_roles, RoleRecord } from '../../contract/identity/roles.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log.ts';
import { connect, inTransaction, type Query, type Tx, violatedConstraint } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import { store } from '../db/store.ts';
import type { Handlers } from '../http/serve.ts';
import { forgetCredentials } from './credential-cache.ts';
import { accountWithin } from './find-users.ts';
import { checkRoleGrant } from './grants.ts';

type Stored = Omit<RoleRecord, 'permissions' | 'users_count' | 'created_at' | 'updated_at'> & {
  permissions: unknown;
  created_at: Date;
  updated_at: Date;
};

const roles = store<Stored>('custom_role', 'role', ['name', 'description', 'permissions']);

function toRole(row: Stored, users_count: number): RoleRecord {
  return {
    ...row,
    permissions: user_permissions.parse(row.permissions),
    users_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** How many users hold each of these roles; a role that nobody holds is left out. */
async function holders(context: Context, query: Query | Tx, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const rows = await query
    .selectFrom('user_account')
    .select((select) => ['custom_role_id', select.fn.countAll<number>().as('count')])
    .where('custom_role_id', 'in', [...ids])
    .where(scope(context, 'user_account.account_id'))
    .groupBy('custom_role_id')
    .execute();
  return new Map(rows.map(({ custom_role_id, count }) => [custom_role_id, Number(count)]));
}

async function counted(context: Context, query: Query | Tx, row: Stored): Promise<RoleRecord> {
  return toRole(row, (await holders(context, query, [row.id])).get(row.id) ?? 0);
}

/** The role, locked until the commit: nobody is given it and nobody changes it meanwhile. */
async function locked(context: Context, tx: Tx, id: string): Promise<Stored> {
  const row = await tx
    .selectFrom('custom_role')
    .selectAll()
    .where('id', '=', id)
    .where(scope(context, 'custom_role.merchant_id'))
    .forUpdate()
    .executeTakeFirst();
  return row ?? notFound();
}

/**
 * Rights of an account's own role, held still until the commit that gives them to a user: no role
 * is removed or changed under its new user. 400 where the account has no such role.
 */
export async function rightsOfRole(context: Context, tx: Tx, account_id: string, id: string) {
  const row = await tx
    .selectFrom('custom_role')
    .select('permissions')
    .where('merchant_id', '=', account_id)
    .where('id', '=', id)
    .where(scope(context, 'custom_role.merchant_id'))
    .forShare()
    .executeTakeFirst();
  return row ? user_permissions.parse(row.permissions) : invalid('Custom Role ID');
}

async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'custom_role_merchant_id_name_key') throw error;
    refuse('invalid', 'bad request error: invalid Name: it is taken');
  }
}

async function create(context: Context, _p: unknown, input: InputOf<typeof custom_roles.create>) {
  const permissions = user_permissions.parse(input.permissions);
  checkRoleGrant(context.actor, null, permissions);
  const given = { ...input, description: input.description ?? '', permissions };
  return toRole(await named(roles.create(context, context.actor.account_id, given)), 0);
}

type Change = InputOf<typeof custom_roles.update>;

/** By hand, not by the store: the role and its users change in one commit, under one lock. */
async function update(context: Context, { id }: { id: string }, input: Change) {
  const { merchant_id } = await roles.get(context, id);
  const changed = inTransaction(context, merchant_id, async (tx) => {
    const before = await counted(context, tx, await locked(context, tx, id));
    const permissions = { ...before.permissions, ...input.permissions };
    checkRoleGrant(context.actor, before.permissions, permissions);
    const rights = { permissions: JSON.stringify(permissions), updated_at: context.clock.now() };
    const { name = before.name, description = before.description } = input;
    const row = await tx
      .updateTable('custom_role')
      .set({ name, description, ...rights })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('user_account')
      .set(rights)
      .where('account_id', '=', merchant_id)
      .where('custom_role_id', '=', id)
      .execute();
    const after = toRole(row, before.users_count);
    await audit(tx, context, { verb: 'update', noun: 'role', id, merchant_id, before, after });
    return after;
  });
  return await named(changed).finally(() => forgetCredentials(context));
}

/** 400 while a user holds it: whoever is about to be given it waits for the same lock. */
async function remove(context: Context, { id }: { id: string }): Promise<void> {
  const { merchant_id } = await roles.get(context, id);
  await inTransaction(context, merchant_id, async (tx) => {
    const before = toRole(await locked(context, tx, id), 0);
    const holder = await tx
      .selectFrom('user_account')
      .select('username')
      .where('account_id', '=', merchant_id)
      .where('custom_role_id', '=', id)
      .executeTakeFirst();
    if (holder) refuse('refused', `bad request error: the role is held by ${holder.username}`);
    await tx
      .deleteFrom('custom_role')
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .execute();
    await audit(tx, context, { verb: 'remove', noun: 'role', id, merchant_id, before });
  });
}

async function search(
  context: Context,
  _params: unknown,
  { limit, offset, account_id = context.actor.account_id }: InputOf<typeof custom_roles.search>,
) {
  const query = connect(context);
  const { id } = await accountWithin(context, account_id);
  const own = query
    .selectFrom('custom_role')
    .where('merchant_id', '=', id)
    .where(scope(context, 'custom_role.merchant_id'));
  const [rows, counted] = await Promise.all([
    own.selectAll().orderBy('name').limit(limit).offset(offset).execute(),
    own.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  const ids = rows.map((row) => row.id);
  const counts = await holders(context, query, ids);
  return {
    rows: rows.map((row) => toRole(row, counts.get(row.id) ?? 0)),
    total_count: Number(counted.count),
  };
}

export const roleHandlers: Handlers<typeof custom_roles> = {
  search,
  get: async (context, { id }) => counted(context, connect(context), await roles.get(context, id)),
  create,
  update,
  remove,
};
