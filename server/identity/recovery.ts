// Ways back in: asked for by anyone, answered alike, and done behind the answer (quality 3.3).
import { sql } from 'kysely';
import type { InputOf } from '../../contract/endpoint.ts';
import { notFound, refuse } from '../../contract/errors.ts';
import type { recovery } from '../../contract/identity/recovery.ts';
import { asSystem, type Context } from '../context.ts';
import { audit } from '../db/audit-log.ts';
import { connect, inTransaction } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import type { Handlers } from '../http/serve.ts';
import { type JobDefinition, schedule } from '../jobs/runner.ts';
import { asUser } from './authenticate.ts';
import { peekCode, takeCode } from './codes.ts';
import { countTry, forgiveTries, tryOf } from './door.ts';
import { writeNames, writeReset, writeWelcome } from './letters.ts';
import { fitNewPassword, writePassword } from './new-password.ts';
import { fitsPassword } from './passwords.ts';
import { type UserRow, usernameKey } from './users.ts';

const recovery_job = 'recovery_letter';
type Wish = 'names' | 'reset' | 'set_up';

/**
 * Every wish is one row of the job list, whether or not anybody has that name: the answer's time
 * tells nothing, and the letter is written afterwards.
 */
async function ask(context: Context, wish: Wish, said: string): Promise<void> {
  await schedule(context, {
    name: recovery_job,
    key: context.ids.next(),
    due_at: context.clock.now(),
    payload: { wish, said },
  });
}

async function usersSaid(context: Context, wish: Wish, said: string): Promise<UserRow[]> {
  const query = connect(context)
    .selectFrom('user_account')
    .selectAll()
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(20);
  const found =
    wish === 'names'
      ? query.where(sql`lower(email)`, '=', said.toLowerCase())
      : query.where('username_key', '=', usernameKey(said));
  return await found.execute();
}

async function write(context: Context, wish: Wish, said: string): Promise<void> {
  const users = await usersSaid(context, wish, said);
  const first = users[0];
  // Who already has a password is set up: they may ask for a reset.
  if (!first || (wish === 'set_up' && first.password_hash !== '')) return;
  await inTransaction(context, first.account_id, async (tx) => {
    if (wish === 'names') await writeNames(tx, context, users);
    else if (wish === 'reset') await writeReset(tx, context, first);
    else await writeWelcome(tx, context, first);
  });
}

export const recoveryLetterJobs: readonly JobDefinition[] = [
  {
    name: recovery_job,
    async run(context, job) {
      const { wish, said } = job.payload as { wish: Wish; said: string };
      await write(context, wish, said);
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
  refuse('invalid', 'bad request error: invalid Reset Code: it is unknown, used or too old');
}

/**
 * Sets a password with a code from a mail. The code is used up in the commit that writes the
 * password, so that a password that breaks the rule leaves the code good.
 */
async function reset(context: Context, _params: unknown, input: InputOf<typeof recovery.reset>) {
  const { username, reset_code, password } = input;
  const system = asSystem(context);
  const kinds = ['reset_password', 'set_up'] as const;
  const owner = await peekCode(system, kinds, reset_code);
  if (!owner) badCode();
  const user = await userOf(context, owner);
  if (username && usernameKey(username) !== user.username_key) badCode();
  const hash = await fitNewPassword(system, user, password);
  const as_user = asUser(context, user);
  await inTransaction(as_user, user.account_id, async (tx) => {
    if (!(await takeCode(tx, as_user, kinds, reset_code))) badCode();
    await writePassword(tx, as_user, user, hash);
  });
  await forgiveTries(context, tryOf(user.username, '', context.ip));
}

async function changePassword(
  context: Context,
  _params: unknown,
  input: InputOf<typeof recovery.changePassword>,
): Promise<void> {
  const { actor } = context;
  const user = await userOf(context, actor.user_id);
  if (input.username && usernameKey(input.username) !== user.username_key) {
    refuse('invalid', 'bad request error: invalid Username');
  }
  const attempt = tryOf(user.username, `session ${actor.credential_id}`, context.ip);
  await countTry(context, attempt);
  if (!(await fitsPassword(user.password_hash, input.current_password))) {
    refuse('invalid', 'bad request error: invalid Current Password');
  }
  await forgiveTries(context, attempt);
  const hash = await fitNewPassword(context, user, input.new_password);
  await inTransaction(context, user.account_id, (tx) =>
    writePassword(tx, context, user, hash, actor.credential_id),
  );
}

async function terms(context: Context) {
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

async function acceptTerms(
  context: Context,
  _params: unknown,
  input: InputOf<typeof recovery.acceptTerms>,
): Promise<void> {
  if (!input.accept) refuse('invalid', 'bad request error: invalid Accept');
  const { version } = await terms(context);
  const { actor, ip: ip_address } = context;
  const accepted_at = context.clock.now();
  await inTransaction(context, actor.account_id, async (tx) => {
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
  });
}

export const recoveryHandlers: Handlers<typeof recovery> = {
  forgotUsername: (context, _params, { email }) => ask(context, 'names', email),
  forgotUsernameAlias: (context, _params, { email }) => ask(context, 'names', email),
  forgotPassword: (context, _params, { username }) => ask(context, 'reset', username),
  askSetUp: (context, _params, { username }) => ask(context, 'set_up', username),
  reset,
  resetAlias: reset,
  changePassword,
  terms,
  acceptTerms,
};
