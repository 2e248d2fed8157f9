// Roles that an account defines; a change of a role changes its users in the same commit.
import type { Selectable } from 'kysely';
import { user_permissions } from '../../../contract/accounts/documents/user-permissions.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, refuse } from '../../../contract/errors.ts';
import { notUnique } from '../../../contract/faults.ts';
import {
  type custom_roles,
  type RoleRecord,
  role_record,
} from '../../../contract/identity/roles.ts';
import type { Context } from '../../context.ts';
import { connect, type Query, type Tx } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { store } from '../../db/store.ts';
import type { CustomRole } from '../../db/tables.generated.ts';
import { answered } from '../../http/plain.ts';
import type { Handlers } from '../../http/serve.ts';
import { invalidateCredentials } from '../sessions/credential-cache.ts';
import { accountWithin } from './find-users.ts';
import { checkRoleGrant, checkTarget } from './grants.ts';

type Stored = Selectable<CustomRole>;

const roles = store<Stored>({
  table: 'custom_role',
  noun: 'role',
  fields: ['name', 'description', 'permissions'],
  order: { field: 'name', direction: 'asc' },
  sentences: { custom_role_merchant_id_name_key: notUnique('name') },
});

function toRole(row: Stored, users_count: number): RoleRecord {
  const permissions = user_permissions.parse(row.permissions);
  return answered(role_record, { ...row, permissions, users_count });
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

/**
 * Rights of an account's own role, locked until the commit that gives them to a user, so that the
 * role is not removed or changed meanwhile. 400 where the account has no such role.
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

async function create(context: Context, _p: unknown, input: InputOf<typeof custom_roles.create>) {
  const permissions = user_permissions.parse(input.permissions);
  checkRoleGrant(context.actor, null, permissions);
  const role = { ...input, description: input.description ?? '', permissions };
  return toRole(await roles.create(context, context.actor.account_id, role), 0);
}

type Change = InputOf<typeof custom_roles.update>;

/** Locked with the role: nobody is given the role, or the admin role beside it, meanwhile. */
function holderOf(tx: Tx, row: Stored) {
  return tx
    .selectFrom('user_account')
    .select(['username', 'role'])
    .where('account_id', '=', row.merchant_id)
    .where('custom_role_id', '=', row.id)
    .orderBy('role')
    .limit(1)
    .executeTakeFirst();
}

/** 403 for a role that a user with the admin role holds, unless the caller has that role too. */
async function checkHolders(context: Context, tx: Tx, row: Stored) {
  // `admin` sorts before `standard`, so a user with the admin role comes first.
  const holder = await holderOf(tx, row);
  if (holder) checkTarget(context.actor, holder);
  return holder;
}

/** The role and its users change in one commit, under the lock of the role. */
async function update(context: Context, path: { id: string }, input: Change) {
  const changed = roles.withLocked(context, path, async (tx, row) => {
    await checkHolders(context, tx, row);
    const before = user_permissions.parse(row.permissions);
    const permissions = { ...before, ...input.permissions };
    checkRoleGrant(context.actor, before, permissions);
    const { name = row.name, description = row.description } = input;
    const after = await roles.write(tx, context, row, { name, description, permissions });
    await tx
      .updateTable('user_account')
      .set({ permissions: JSON.stringify(permissions), updated_at: context.clock.now() })
      .where('account_id', '=', row.merchant_id)
      .where('custom_role_id', '=', row.id)
      .execute();
    return await counted(context, tx, after);
  });
  return await changed.finally(() => invalidateCredentials(context));
}

/** 400 while a user has it; who is being given the role waits for the same lock. */
const remove = (context: Context, path: { id: string }) =>
  roles.withLocked(context, path, async (tx, row) => {
    const holder = await checkHolders(context, tx, row);
    if (holder) refuse('refused', `bad request error: the role is assigned to ${holder.username}`);
    await roles.drop(tx, context, row);
  });

async function search(
  context: Context,
  _params: unknown,
  { account_id = context.actor.account_id, ...page }: InputOf<typeof custom_roles.search>,
) {
  const { id } = await accountWithin(context, account_id);
  const { rows, ...count } = await roles.search(context, page, id);
  const ids = rows.map((row) => row.id);
  const counts = await holders(context, connect(context), ids);
  return { rows: rows.map((row) => toRole(row, counts.get(row.id) ?? 0)), ...count };
}

export const roleHandlers: Handlers<typeof custom_roles> = {
  search,
  get: async (context, path) => counted(context, connect(context), await roles.get(context, path)),
  create,
  update,
  remove,
};
