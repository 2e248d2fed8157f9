// Roles an account defines; the rights of a role are those of its users from the same commit on.
import { user_permissions } from '../../contract/accounts/documents/user-permissions.ts';
import type { InputOf } from '../../contract/endpoint.ts';
import { notFound, refuse } from '../../contract/errors.ts';
import type { custom_roles, RoleRecord } from '../../contract/identity/roles.ts';
import type { Context } from '../context.ts';
import { audit } from '../db/audit-log.ts';
import { connect, inTransaction, violatedConstraint } from '../db/database.ts';
import { store } from '../db/store.ts';
import type { Handlers } from '../http/serve.ts';
import { forgetCredentials } from './credential-cache.ts';
import { checkGrant } from './grants.ts';

type Stored = Omit<RoleRecord, 'permissions' | 'created_at' | 'updated_at'> & {
  permissions: unknown;
  created_at: Date;
  updated_at: Date;
};

const roles = store<Stored>('custom_role', 'role', ['name', 'description', 'permissions']);

function toRole(row: Stored): RoleRecord {
  return {
    ...row,
    permissions: user_permissions.parse(row.permissions),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'custom_role_merchant_id_name_key') throw error;
    refuse('invalid', 'bad request error: invalid Name: it is taken');
  }
}

const standard = { role: 'standard', custom_role_id: '' };

async function create(context: Context, _p: unknown, input: InputOf<typeof custom_roles.create>) {
  const permissions = user_permissions.parse(input.permissions);
  checkGrant(context.actor, null, { ...standard, permissions });
  const given = { description: '', ...input, permissions };
  return toRole(await named(roles.create(context, context.actor.account_id, given)));
}

async function update(
  context: Context,
  { id }: { id: string },
  input: InputOf<typeof custom_roles.update>,
) {
  const before = toRole(await roles.get(context, id));
  const permissions = { ...before.permissions, ...input.permissions };
  checkGrant(context.actor, { ...standard, ...before }, { ...standard, permissions });
  const { merchant_id } = before;
  const rights = { permissions: JSON.stringify(permissions), updated_at: context.clock.now() };
  const { name = before.name, description = before.description } = input;
  // By hand, not by the store: the role and its users change in one commit.
  const changed = inTransaction(context, merchant_id, async (tx) => {
    const row = await tx
      .updateTable('custom_role')
      .set({ name, description, ...rights })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) notFound();
    await tx
      .updateTable('user_account')
      .set(rights)
      .where('account_id', '=', merchant_id)
      .where('custom_role_id', '=', id)
      .execute();
    const after = toRole(row);
    await audit(tx, context, { verb: 'update', noun: 'role', id, merchant_id, before, after });
    return after;
  });
  return await named(changed).finally(() => forgetCredentials(context));
}

async function remove(context: Context, { id }: { id: string }): Promise<void> {
  const { merchant_id } = await roles.get(context, id);
  const holder = await connect(context)
    .selectFrom('user_account')
    .select('username')
    .where('account_id', '=', merchant_id)
    .where('custom_role_id', '=', id)
    .executeTakeFirst();
  if (holder) refuse('refused', `bad request error: the role is held by ${holder.username}`);
  await roles.remove(context, id);
}

export const roleHandlers: Handlers<typeof custom_roles> = {
  async search(context, _params, page) {
    const { rows, total_count } = await roles.search(context, page);
    return { rows: rows.map(toRole), total_count };
  },
  get: async (context, { id }) => toRole(await roles.get(context, id)),
  create,
  update,
  remove,
};
