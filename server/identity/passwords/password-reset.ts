// Recovery of user names and passwords: anyone may request it, all get the same answer, and the
// work is done after the answer (quality 3.3).
import { sql } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import { notFound, refuse } from '../../../contract/errors.ts';
import type { password_reset } from '../../../contract/identity/password-reset.ts';
import { asSystem, type Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { tryEach } from '../../db/each.ts';
import { scope } from '../../db/scope.ts';
import type { Handlers } from '../../http/serve.ts';
import { type JobDefinition, schedule } from '../../jobs/runner.ts';
import { isFactorEnforced } from '../factors/factor-state.ts';
import { asUser } from '../sessions/authenticate.ts';
import { checkRecovery } from '../sign-in/bot-check.ts';
import { consumeCode, peekCode } from '../sign-in/codes.ts';
import { resetTries, tryOf } from '../sign-in/throttle.ts';
import {
  panelAddress,
  writeFactorSetUp,
  writeNames,
  writeReset,
  writeWelcome,
} from '../users/user-emails.ts';
import { type UserRow, usernameKey } from '../users/users.ts';
import { hashNewPassword, writePassword } from './new-password.ts';
import { verifyOwnPassword } from './own-password.ts';

const recovery_job = 'recovery_letter';
type RecoveryRequest = 'names' | 'reset' | 'set_up';

/**
 * Every request becomes one job, whether or not the user exists: the answer takes the same time,
 * and the mail is written afterwards.
 */
async function ask(context: Context, request: RecoveryRequest, entered: string): Promise<void> {
  await checkRecovery(context);
  const { request_id, hostname } = context;
  await schedule(context, {
    name: recovery_job,
    key: context.ids.next(),
    due_at: context.clock.now(),
    payload: { request, entered, request_id, hostname },
  });
}

async function usersNamed(
  context: Context,
  request: RecoveryRequest,
  entered: string,
): Promise<UserRow[]> {
  const query = connect(context)
    .selectFrom('user_account')
    .selectAll()
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(20);
  const found =
    request === 'names'
      ? query.where(sql`lower(email)`, '=', entered.toLowerCase())
      : query.where('username_key', '=', usernameKey(entered));
  return await found.execute();
}

/** The user as it is now, locked so that nobody removes it before this transaction ends. */
async function lockActiveUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return await tx
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'active')
    .forShare()
    .executeTakeFirst();
}

/**
 * Users grouped by the brand under which they reach the panel, so that a mail names no user of
 * another brand.
 */
async function byAddress(context: Context, users: readonly UserRow[]): Promise<UserRow[][]> {
  const groups = new Map<string, UserRow[]>();
  for (const user of users) {
    const address = await panelAddress(connect(context), context, user.account_id);
    groups.set(address, [...(groups.get(address) ?? []), user]);
  }
  return [...groups.values()];
}

async function write(context: Context, request: RecoveryRequest, entered: string): Promise<void> {
  const groups = await byAddress(context, await usersNamed(context, request, entered));
  const failed = await tryEach(context, {
    parts: groups,
    alert: 'letter_not_written',
    sentence: 'a letter to users who cannot sign in was not written',
    about: ([user]) => ({ user_id: user?.id }),
    work: (group) => writeTo(context, request, group),
  });
  // Where some were written, another try would write these a second time.
  if (groups.length > 0 && failed.length === groups.length) throw failed[0];
}

async function writeTo(
  context: Context,
  request: RecoveryRequest,
  users: UserRow[],
): Promise<void> {
  const found = users[0] as UserRow;
  await inTransaction(context, found.account_id, async (tx) => {
    // A user who was removed meanwhile gets no mail, and a code could not refer to them.
    const user = await lockActiveUser(tx, found.id);
    if (!user) return;
    if (request === 'names') await writeNames(tx, context, users);
    else if (request === 'reset') await writeReset(tx, context, user);
    // A user with a password is set up already and may ask for a reset instead.
    else if (user.password_hash === '') await writeWelcome(tx, context, user);
  });
}

export const passwordResetJobs: readonly JobDefinition[] = [
  {
    name: recovery_job,
    queue: 'mail',
    async run(context, job) {
      const {
        request,
        entered,
        request_id,
        hostname = '',
      } = job.payload as {
        request: RecoveryRequest;
        entered: string;
        request_id: string;
        hostname?: string;
      };
      await write({ ...context, request_id, hostname }, request, entered);
      return null;
    },
  },
];

async function userOf(context: Context, id: string): Promise<UserRow> {
  const row = await connect(asSystem(context))
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? notFound();
}

function badCode(): never {
  refuse(
    'invalid',
    'bad request error: invalid Reset Code: it is unknown, already used or expired',
  );
}

/**
 * Sets a password with a code from a mail. The code is marked as used in the commit that stores the
 * password, so that it stays valid when the password is refused.
 */
async function reset(
  context: Context,
  _params: unknown,
  input: InputOf<typeof password_reset.reset>,
) {
  await checkRecovery(context);
  const { username, reset_code, password } = input;
  const system = asSystem(context);
  const kinds = ['reset_password', 'set_up'] as const;
  const owner = await peekCode(system, kinds, reset_code);
  if (!owner) badCode();
  const user = await userOf(context, owner);
  if (username && usernameKey(username) !== user.username_key) badCode();
  const hash = await hashNewPassword(system, user, password);
  const as_user = asUser(context, user);
  await inTransaction(as_user, user.account_id, async (tx) => {
    if (!(await consumeCode(tx, as_user, kinds, reset_code))) badCode();
    await writePassword(tx, as_user, user, hash);
    if (mustSetUpFactor(context, user)) await writeFactorSetUp(tx, as_user, user);
  });
  await resetTries(context, tryOf(user.username, '', context.ip));
}

/** Whether somebody who has just chosen a first password must have a second factor, too. */
function mustSetUpFactor({ config }: Context, user: UserRow): boolean {
  const first = user.password_hash === '' && !user.two_factor_enabled;
  return first && isFactorEnforced(config, user.account_type);
}

async function changePassword(
  context: Context,
  _params: unknown,
  input: InputOf<typeof password_reset.changePassword>,
): Promise<void> {
  const { actor } = context;
  const user = await userOf(context, actor.user_id);
  if (input.username && usernameKey(input.username) !== user.username_key) {
    refuse('invalid', 'bad request error: invalid Username');
  }
  await verifyOwnPassword(context, user, input.current_password);
  const hash = await hashNewPassword(context, user, input.new_password);
  await inTransaction(context, user.account_id, (tx) =>
    writePassword(tx, context, user, hash, actor.credential_id),
  );
}

/** The terms of service in force; 404 where an installation has none. */
export async function terms(context: Context) {
  const row = await connect(asSystem(context))
    .selectFrom('terms_version')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) notFound();
  const { version, body, published_at } = row;
  return { version, body, published_at: published_at.toISOString() };
}

/**
 * Stores that the caller accepts the terms of this version. For the handler of such a call, in a
 * transaction that writes to the caller's account; afterwards it must forget cached credentials.
 */
export async function writeAcceptance(
  tx: Tx,
  context: Context,
  version: number,
  accepted_at: Date,
): Promise<void> {
  const { actor, ip: ip_address } = context;
  await tx
    .insertInto('terms_acceptance')
    .values({ user_id: actor.user_id, version, accepted_at, ip_address })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .updateTable('user_account')
    .set({ tos_accepted_at: accepted_at })
    .where('id', '=', actor.user_id)
    .where(scope(context, 'user_account.account_id'))
    .execute();
  await audit(tx, context, {
    verb: 'accept',
    noun: 'terms',
    id: String(version),
    merchant_id: actor.account_id,
  });
}

export const passwordResetHandlers: Handlers<typeof password_reset> = {
  forgotUsername: (context, _params, { email }) => ask(context, 'names', email),
  forgotUsernameAlias: (context, _params, { email }) => ask(context, 'names', email),
  forgotPassword: (context, _params, { username }) => ask(context, 'reset', username),
  askSetUp: (context, _params, { username }) => ask(context, 'set_up', username),
  reset,
  resetAlias: reset,
  changePassword,
  terms,
};
