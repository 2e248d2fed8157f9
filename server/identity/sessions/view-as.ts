// View-as: the data of a preview, and reads limited to what both users may see.

import type { AccountType, Role } from '../../../contract/access/access.ts';
import { may } from '../../../contract/access/may.ts';
import { user_permissions } from '../../../contract/accounts/documents/user-permissions.ts';
import { notFound } from '../../../contract/errors.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import type { view_as } from '../../../contract/identity/view-as.ts';
import { type Actor, type Context, type Services, systemContext } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Query, type Tx } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { checkAccess } from '../../http/access.ts';
import type { Handlers } from '../../http/serve.ts';
import { callerAccount } from '../caller-account.ts';
import { userWithin } from '../users/find-users.ts';
import { toUser } from '../users/users.ts';

interface ViewedAs {
  account_type: string;
  account_id: string;
  account_name: string;
  role: string;
  permissions: unknown;
}

/** The viewed user or role in the caller's scope; 404 for any other. */
async function seenBy(context: Context, id: string): Promise<ViewedAs> {
  const query = connect(context);
  const user = await query
    .selectFrom('user_account as u')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .select(['u.account_type', 'u.account_id', 'a.name as account_name', 'u.role', 'u.permissions'])
    .where('u.id', '=', id)
    .where(scope(context, 'u.account_id'))
    .executeTakeFirst();
  if (user) return user;
  const { account_type, account_id, account_name, permissions } = await roleWithin(
    query,
    context,
    id,
  );
  return { account_type, account_id, account_name, role: 'standard', permissions };
}

async function roleWithin(query: Query | Tx, context: Context, id: string) {
  const role = await query
    .selectFrom('custom_role as r')
    .innerJoin('account as a', 'a.id', 'r.merchant_id')
    .select(['r.id', 'r.name', 'r.permissions', 'a.account_type', 'a.id as account_id'])
    .select('a.name as account_name')
    .where('r.id', '=', id)
    .where(scope(context, 'r.merchant_id'))
    .executeTakeFirst();
  return role ?? notFound();
}

/**
 * The caller, narrowed for one read in view of a user or role: of the account of the viewed user,
 * which lies in the caller's scope, with the rights that both have.
 */
export async function inViewOf(services: Services, actor: Actor, id: string): Promise<Actor> {
  checkAccess(actor, may.view_as);
  const seen = await seenBy({ ...systemContext(services, ''), actor }, id);
  const rights = Object.entries(user_permissions.parse(seen.permissions));
  const both = rights.map(([name, held]) => [name, held && actor.permissions[name] === true]);
  const role: Role = actor.role === 'admin' && seen.role === 'admin' ? 'admin' : 'standard';
  return {
    ...actor,
    account_type: seen.account_type as AccountType,
    account_id: seen.account_id,
    account_name: seen.account_name,
    role,
    permissions: Object.fromEntries(both),
  };
}

async function viewUser(context: Context, id: string): Promise<CallerRecord> {
  const { account_id } = await userWithin(context, connect(context), id);
  const account = await callerAccount(context, account_id);
  return await inTransaction(context, account_id, async (tx) => {
    const row = await userWithin(context, tx, id);
    await audit(tx, context, { verb: 'view_as', noun: 'user', id, merchant_id: account_id });
    return { ...toUser(row), ...account, ...viewed(context) };
  });
}

/** The viewer's own record, with the account and the rights of the viewed role. */
async function viewRole(context: Context, id: string): Promise<CallerRecord> {
  const { account_id } = await roleWithin(connect(context), context, id);
  const own = toUser(await userWithin(context, connect(context), context.actor.user_id));
  const account = await callerAccount(context, account_id);
  return await inTransaction(context, account_id, async (tx) => {
    const role = await roleWithin(tx, context, id);
    await audit(tx, context, { verb: 'view_as', noun: 'role', id, merchant_id: account_id });
    return {
      ...own,
      name: role.name,
      role: 'standard',
      custom_role_id: id,
      account_type: role.account_type as AccountType,
      account_type_id: account_id,
      permissions: user_permissions.parse(role.permissions),
      ...account,
      ...viewed(context),
    };
  });
}

/** Members of the caller's record beside the user's; a preview has nothing pending. */
function viewed(context: Context) {
  return {
    ip: context.ip,
    pending: '' as const,
    pending_blocks: false,
    acting_user_name: '',
  };
}

export const viewAsHandlers: Handlers<typeof view_as> = {
  get: (context, { userID }) => viewUser(context, userID),
  getRole: (context, { roleID }) => viewRole(context, roleID),
};
