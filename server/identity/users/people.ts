// Users as others manage them: list, read, make, change, copy, remove (spec 1 §6, §7).
import type { AccountType, Role } from '../../../contract/access/access.ts';
import { may } from '../../../contract/access/may.ts';
import { user_permissions } from '../../../contract/accounts/documents/user-permissions.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, refuse } from '../../../contract/errors.ts';
import { notUnique } from '../../../contract/faults.ts';
import type { KeyType } from '../../../contract/identity/api-keys.ts';
import type { users } from '../../../contract/identity/user-endpoints.ts';
import type { UserRecord } from '../../../contract/identity/users.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { refuseOnConstraint } from '../../db/constraint-errors.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import type { Page } from '../../db/store-page.ts';
import { checkAccess } from '../../http/access.ts';
import { checkCredentialChange, checkLoginGrant, checkUserWithin } from '../api-keys/key-limits.ts';
import { checkPassword } from '../passwords/new-password.ts';
import { invalidateCredentials } from '../sessions/credential-cache.ts';
import { endSessions, ends_sessions } from '../sessions/end-sessions.ts';
import { accountWithin, type Target, usersPage, userWithin } from './find-users.ts';
import { checkGrant, checkUserGrant } from './grants.ts';
import { insertUser } from './new-user.ts';
import { rightsOfRole } from './roles.ts';
import { writeWelcome } from './user-emails.ts';
import { newUserRow, toUser, type UserRow } from './users.ts';

async function get(context: Context, { id }: { id: string }): Promise<UserRecord> {
  if (id !== context.actor.user_id) checkAccess(context.actor, may.manage_users);
  return toUser(await userWithin(context, connect(context), id));
}

type NewInput = InputOf<typeof users.create>;

/** The account a new user belongs to: the one named, else the caller's own. */
async function targetOf(context: Context, input: NewInput): Promise<Target> {
  const { account_type, account_id } = context.actor;
  const id = input.account_type_id ?? account_id;
  const target = await accountWithin(context, id);
  const wanted = input.account_type ?? (input.account_type_id ? target.account_type : account_type);
  if (wanted !== target.account_type) {
    refuse('forbidden', 'forbidden: the account is not of this type');
  }
  return target;
}

/** 400 for a default that names a processor the account does not have. */
async function checkDefaults(
  context: Context,
  account_id: string,
  defaults: NewInput['defaults'],
): Promise<void> {
  const id = defaults?.processor_id ?? '';
  if (id !== '' && !(await context.hasProcessor(context, account_id, id))) invalid('Processor ID');
}

async function make(context: Context, target: Target, input: NewInput) {
  await checkDefaults(context, target.id, input.defaults);
  const role: Role = input.role ?? 'standard';
  const custom_role_id = input.custom_role_id ?? '';
  const permissions = input.permissions ?? (role === 'admin' ? context.actor.permissions : {});
  const { password = '', phone, timezone, dateformat, status, notifications, defaults } = input;
  if (password !== '') checkPassword(context, password, [input.username, input.name, input.email]);
  const start = await context.userStart(context, target.id);
  const row = await newUserRow(context, {
    ...start,
    account_type: target.account_type,
    account_id: target.id,
    username: input.username,
    password,
    name: input.name,
    email: input.email,
    role,
    custom_role_id,
    permissions: user_permissions.parse(permissions),
    ...(phone && { phone }),
    ...(timezone && { timezone }),
    ...(dateformat && { dateformat }),
    ...(status && { status }),
    ...(notifications && { notifications }),
    ...(defaults && { defaults: { processor_id: defaults.processor_id ?? '' } }),
    ...(input.supress_email_notification !== undefined && {
      supress_email_notification: input.supress_email_notification,
    }),
  });
  return await write(context, target, row, input);
}

/** The user, with the rights of its role, its welcome and the keys requested, in one commit. */
async function write(
  context: Context,
  target: Target,
  row: Awaited<ReturnType<typeof newUserRow>>,
  wanted: Pick<NewInput, 'create_api_key' | 'create_pub_api_key' | 'send_welcome'>,
) {
  const made = inTransaction(context, target.id, async (tx) => {
    const { role, custom_role_id } = row;
    const permissions =
      custom_role_id === ''
        ? user_permissions.parse(JSON.parse(row.permissions))
        : await rightsOfRole(context, tx, target.id, custom_role_id);
    const { account_type } = target;
    checkUserGrant(context.actor, null, { account_type, role, custom_role_id, permissions });
    const rights = { permissions: JSON.stringify(permissions) };
    const keys: KeyType[] = [];
    if (wanted.create_api_key) keys.push('api');
    if (wanted.create_pub_api_key) keys.push('pub');
    const { user, ...shown } = await insertUser(tx, context, { ...row, ...rights }, keys);
    // Users of an admin office get no welcome: they request their first password themselves.
    const welcomed = wanted.send_welcome && target.account_type !== 'admin';
    if (welcomed) await writeWelcome(tx, context, row);
    return { ...user, ...shown };
  });
  return await refuseOnConstraint(made, { user_account_username_key_key: notUnique('username') });
}

type Change = InputOf<typeof users.update>;

/** Members that a user may not change of their own record. */
const not_personal = [
  'status',
  'role',
  'custom_role_id',
  'permissions',
  'access_restrictions',
] as const satisfies readonly (keyof Change)[];

function mayChange(context: Context, id: string, input: Change): void {
  if (id !== context.actor.user_id) checkAccess(context.actor, may.manage_users);
  else if (not_personal.some((name) => input[name] !== undefined)) {
    refuse('forbidden', 'forbidden: you cannot change your own permissions');
  }
}

async function rightsAfter(context: Context, tx: Tx, before: UserRecord, input: Change) {
  const custom_role_id = input.custom_role_id ?? before.custom_role_id;
  if (custom_role_id !== '') {
    if (input.permissions) {
      refuse('invalid', 'bad request error: invalid Permissions: the custom role sets them');
    }
    const permissions = await rightsOfRole(context, tx, before.account_type_id, custom_role_id);
    return { custom_role_id, permissions };
  }
  return { custom_role_id, permissions: { ...before.permissions, ...input.permissions } };
}

/** Changes of the row; the given documents are merged over the stored ones. */
async function changesOf(context: Context, tx: Tx, row: UserRow, input: Change) {
  const before = toUser(row);
  const { permissions, custom_role_id } = await rightsAfter(context, tx, before, input);
  const role = input.role ?? before.role;
  const { actor } = context;
  if ((input.email ?? row.email) !== row.email) checkCredentialChange(actor, 'the email address');
  // Enabling a user counts as creating one: both give somebody a way to sign in.
  const is_let_in = before.status !== 'active' && input.status === 'active';
  const standing = { account_type: before.account_type, role, custom_role_id, permissions };
  checkUserGrant(actor, before, standing);
  if (is_let_in) checkUserWithin(actor, null, standing);
  const restricted = input.access_restrictions?.ip;
  const restrictions = {
    ...before.access_restrictions,
    ...(restricted !== undefined && { ip: restricted || null }),
  };
  return {
    name: input.name ?? row.name,
    email: input.email ?? row.email,
    phone: input.phone ?? row.phone,
    timezone: input.timezone === undefined ? row.timezone : input.timezone || null,
    dateformat: input.dateformat ?? row.dateformat,
    status: input.status ?? row.status,
    role,
    custom_role_id,
    permissions: JSON.stringify(permissions),
    notifications: JSON.stringify(input.notifications ?? before.notifications),
    defaults: JSON.stringify({ ...before.defaults, ...input.defaults }),
    access_restrictions: JSON.stringify(restrictions),
    supress_email_notification: input.supress_email_notification ?? row.supress_email_notification,
    updated_at: context.clock.now(),
  };
}

async function update(context: Context, { id }: { id: string }, input: Change) {
  mayChange(context, id, input);
  const found = await userWithin(context, connect(context), id);
  const { account_id } = found;
  await checkDefaults(context, account_id, input.defaults);
  const role_id = input.custom_role_id ?? found.custom_role_id;
  const after = await inTransaction(context, account_id, async (tx) => {
    // The role first, because a change of a role locks it before its users.
    if (role_id !== '') await rightsOfRole(context, tx, account_id, role_id);
    const row = await userWithin(context, tx, id, true);
    const changes = await changesOf(context, tx, row, input);
    return await writeUser(tx, context, row, changes);
  });
  invalidateCredentials(context);
  return after;
}

/** Writes changes of a locked user with their audit row, and ends sessions where required. */
export async function writeUser(
  tx: Tx,
  context: Context,
  row: UserRow,
  changes: Partial<Record<keyof UserRow, unknown>>,
): Promise<UserRecord> {
  const before = toUser(row);
  const written = await tx
    .updateTable('user_account')
    .set(changes as never)
    .where('id', '=', row.id)
    .where(scope(context, 'user_account.account_id'))
    .returningAll()
    .executeTakeFirstOrThrow();
  const after = toUser(written);
  checkLoginGrant(context.actor, before, after);
  const ended = ends_sessions.find((name) => before[name] !== after[name]);
  if (ended) await endSessions(tx, context, row.id, `${ended} changed`);
  await audit(tx, context, {
    verb: 'update',
    noun: 'user',
    id: row.id,
    merchant_id: row.account_id,
    before,
    after,
  });
  return after;
}

async function remove(context: Context, { id }: { id: string }): Promise<void> {
  if (id === context.actor.user_id) {
    refuse('refused', 'bad request error: you cannot remove yourself');
  }
  const { account_id } = await userWithin(context, connect(context), id);
  await inTransaction(context, account_id, async (tx) => {
    const row = await userWithin(context, tx, id, true);
    const before = toUser(row);
    checkGrant(context.actor, before, { ...before, role: 'standard' });
    await tx.deleteFrom('api_key').where('user_id', '=', id).execute();
    await tx.deleteFrom('user_session').where('user_id', '=', id).execute();
    await tx.deleteFrom('user_account').where('id', '=', id).execute();
    await audit(tx, context, { verb: 'remove', noun: 'user', id, merchant_id: account_id, before });
  });
  invalidateCredentials(context);
}

async function copy(context: Context, { id }: { id: string }, input: InputOf<typeof users.copy>) {
  const source = toUser(await userWithin(context, connect(context), id));
  if (input.status && input.status !== source.status && context.actor.role !== 'admin') {
    refuse('forbidden', 'forbidden: only users with the admin role can set the status of a copy');
  }
  const row = await newUserRow(context, {
    ...source,
    account_id: source.account_type_id,
    username: input.username,
    password: '',
    id: context.ids.next(),
    name: input.name || source.name,
    email: input.email,
    phone: input.phone ?? source.phone,
    status: input.status ?? source.status,
  });
  return await write(
    context,
    { id: source.account_type_id, account_type: source.account_type },
    row,
    {},
  );
}

const search = (context: Context, _params: unknown, input: Page) => usersPage(context, input);

async function searchOf(
  context: Context,
  params: { accountType: string; id: string },
  input: Page,
) {
  const target = await accountWithin(context, params.id, params.accountType as AccountType);
  return await usersPage(context, input, target.id);
}

export const people = {
  search,
  searchOf,
  find: search,
  findOf: searchOf,
  get,
  create: async (context: Context, _params: unknown, input: NewInput) =>
    make(context, await targetOf(context, input), input),
  async createOf(context: Context, params: { merchantId: string }, input: NewInput) {
    return await make(context, await accountWithin(context, params.merchantId, 'merchant'), input);
  },
  update,
  remove,
  copy,
};
