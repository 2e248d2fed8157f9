// Setting up and removing a second factor (spec 1 §6, §7; PCI 8.5.1).
import QRCode from 'qrcode';
import { may } from '../../../contract/access/may.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalidMember, notFound, refuse } from '../../../contract/errors.ts';
import type { PasskeyAssertion } from '../../../contract/identity/passkeys.ts';
import type { two_factor } from '../../../contract/identity/two-factor.ts';
import { asSystem, type Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { checkAccess } from '../../http/access.ts';
import type { Handlers } from '../../http/serve.ts';
import { brandName } from '../brand-name.ts';
import { withTryLimit } from '../passwords/own-password.ts';
import { asUser } from '../sessions/authenticate.ts';
import { invalidateCredentials } from '../sessions/credential-cache.ts';
import { consumeCode, peekCode } from '../sign-in/codes.ts';
import { userWithin } from '../users/find-users.ts';
import { checkTarget } from '../users/grants.ts';
import { writeFactorSetUp } from '../users/user-emails.ts';
import type { UserRow } from '../users/users.ts';
import { sealFactor } from './factor-secrets.ts';
import { applyFactorChange, isFactorEnforced, requireOneFactor } from './factor-state.ts';
import { consumePasskey } from './passkey-proof.ts';
import { recordFactor } from './recent-factor.ts';
import { consumeRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { consumeTotp, newSecret } from './totp.ts';

function wrongCode(): never {
  refuse('refused', 'bad request error: invalid TOTP: the code is wrong or already used');
}

const current_code_member = { field: 'current_code', label: 'Current Code' };
const proof_missing = 'enter a code from your current app or a recovery code, or use a passkey';
const proof_wrong = 'the code is wrong or already used';

/** True, or 400: the passkey answers a challenge of ours for this user. */
async function provesPasskey(
  context: Context,
  passkey: PasskeyAssertion,
  user_id: string,
): Promise<true> {
  if ((await consumePasskey(context, passkey, user_id, 'confirm')) !== null) return true;
  refuse(
    'refused',
    'bad request error: invalid Passkey: it belongs to another user or has expired',
  );
}

async function note(tx: Tx, context: Context, user: UserRow, verb: string): Promise<void> {
  const { id, account_id: merchant_id } = user;
  await audit(tx, context, { verb, noun: 'two_factor', id, merchant_id });
}

/** Stores an unconfirmed secret, which replaces earlier unconfirmed ones. */
async function begin(context: Context, user: UserRow) {
  const issuer = await brandName(context, user.account_id);
  const { secret, uri } = newSecret(issuer, user.username);
  const qr = await QRCode.toString(uri, { type: 'svg', margin: 2 });
  const id = context.ids.next();
  const sealed = await sealFactor(context, user, id, secret);
  await inTransaction(context, user.account_id, async (tx) => {
    await tx
      .deleteFrom('user_factor')
      .where('user_id', '=', user.id)
      .where('confirmed_at', 'is', null)
      .execute();
    await tx
      .insertInto('user_factor')
      .values({
        user_id: user.id,
        id,
        kind: 'totp',
        name: 'Authenticator app',
        secret: sealed,
        created_at: context.clock.now(),
      })
      .execute();
    await note(tx, context, user, 'begin');
  });
  return { secret, uri, qr, qrcode: qr };
}

/**
 * The first code activates the factor: older authenticators are removed, other sessions end.
 * `prove` comes first, with the user locked, and throws where the caller may not do this.
 */
async function confirm(
  context: Context,
  { id: user_id, account_id }: UserRow,
  code: string,
  prove: (tx: Tx, user: UserRow) => Promise<void>,
) {
  const recovery_codes = await inTransaction(context, account_id, async (tx) => {
    const user = await userWithin(context, tx, user_id, true);
    await prove(tx, user);
    const id = await consumeTotp(tx, context, { user, code, confirmed: false });
    if (id === null) wrongCode();
    await tx
      .deleteFrom('user_factor')
      .where('user_id', '=', user_id)
      .where('kind', '=', 'totp')
      .where('id', '<>', id)
      .execute();
    await applyFactorChange(tx, context, user);
    await note(tx, context, user, 'confirm');
    return await makeRecoveryCodes(tx, context, user_id);
  });
  invalidateCredentials(context);
  return { two_factor_enabled: true as const, recovery_codes };
}

type SetUp = InputOf<typeof two_factor.confirm>;

/**
 * One's own app. A user who has a second factor proves it, or whoever holds the session would put
 * their own app in its place; a first app takes its own code alone (spec 1 §7).
 */
async function confirmOwn(context: Context, _params: unknown, input: SetUp) {
  const user = await ownUser(context);
  const { totp } = input;
  if (!totp) return await begin(context, user);
  const work = () => confirmProven(context, user, totp, input);
  return user.two_factor_enabled ? await withTryLimit(context, work) : await work();
}

async function confirmProven(
  context: Context,
  user: UserRow,
  totp: string,
  { current_code = '', passkey }: SetUp,
) {
  const by_passkey = passkey !== undefined && (await provesPasskey(context, passkey, user.id));
  return await confirm(context, user, totp, async (tx, locked) => {
    if (!locked.two_factor_enabled) return;
    if (!by_passkey && !(await takeAny(tx, context, locked, current_code))) {
      invalidMember(current_code_member, current_code === '' ? proof_missing : proof_wrong);
    }
    await recordFactor(tx, context);
  });
}

function ownUser(context: Context): Promise<UserRow> {
  return userWithin(context, connect(context), context.actor.user_id);
}

type Removal = InputOf<typeof two_factor.remove>;

/**
 * One's own app with a code, unless it is the last factor and one is enforced; an office takes all
 * factors away from another user without a code, who is mailed a link to a new one (spec 1 §6).
 */
async function remove(context: Context, _params: unknown, input: Removal): Promise<void> {
  const { actor } = context;
  const id = input.user_id ?? actor.user_id;
  const is_own = id === actor.user_id;
  if (!is_own) checkAccess(actor, may.reset_access);
  if (is_own) await withTryLimit(context, () => takeAway(context, id, input));
  else await takeAway(context, id, input);
  invalidateCredentials(context);
}

async function takeAway(context: Context, id: string, input: Removal): Promise<void> {
  const is_own = id === context.actor.user_id;
  const { account_id } = await userWithin(context, connect(context), id);
  await inTransaction(context, account_id, async (tx) => {
    const user = await userWithin(context, tx, id, true);
    if (!is_own) checkTarget(context.actor, user);
    if (is_own && !(await takeAny(tx, context, user, input.totp ?? ''))) wrongCode();
    let gone = tx.deleteFrom('user_factor').where('user_id', '=', id);
    if (is_own) gone = gone.where('kind', '=', 'totp');
    await gone.execute();
    const left = await applyFactorChange(tx, context, user);
    if (is_own) requireOneFactor(context, user, left);
    else if (user.two_factor_enabled) await writeFactorSetUp(tx, context, user);
    await note(tx, context, user, 'remove');
  });
}

async function takeAny(tx: Tx, context: Context, user: UserRow, code: string): Promise<boolean> {
  if (await consumeTotp(tx, context, { user, code, confirmed: true })) return true;
  return await consumeRecoveryCode(tx, context, user.id, code);
}

/**
 * The user of a set-up link, for whom the rest is done; 400 for a link that was used or has
 * expired.
 */
async function linkedUser(context: Context, token: string) {
  const system = asSystem(context);
  const user_id = await peekCode(system, ['two_factor'], token);
  if (user_id === null) {
    refuse('invalid', 'bad request error: invalid Token: it is unknown, already used or expired');
  }
  const user = await userWithin(system, connect(system), user_id);
  return { user, as_user: asUser(context, user) };
}

type Renewal = InputOf<typeof two_factor.newRecoveryCodes>;

/** Ten new codes for a user who proves a factor again: by a code of the app, or by a passkey. */
async function newRecoveryCodes(context: Context, _params: unknown, { totp, passkey }: Renewal) {
  const { id, account_id, two_factor_enabled } = await ownUser(context);
  if (!two_factor_enabled) notFound();
  return await withTryLimit(context, async () => {
    if (passkey) await provesPasskey(context, passkey, id);
    return await inTransaction(context, account_id, async (tx) => {
      // With the user locked, so that of two requests at once the second replaces the first's
      // codes.
      const user = await userWithin(context, tx, id, true);
      if (!user.two_factor_enabled) notFound();
      const proof = { user, code: totp ?? '', confirmed: true };
      if (!passkey && !(await consumeTotp(tx, context, proof))) wrongCode();
      await note(tx, context, user, 'codes');
      return { recovery_codes: await makeRecoveryCodes(tx, context, id) };
    });
  });
}

async function get(context: Context) {
  const { user_id, account_type } = context.actor;
  const query = connect(context);
  const [factors, codes] = await Promise.all([
    query
      .selectFrom('user_factor')
      .select('kind')
      .where('user_id', '=', user_id)
      .where('confirmed_at', 'is not', null)
      .execute(),
    query
      .selectFrom('recovery_code')
      .select('code_hash')
      .where('user_id', '=', user_id)
      .where('used_at', 'is', null)
      .execute(),
  ]);
  const count = (kind: string) => factors.filter((one) => one.kind === kind).length;
  return {
    authenticator_app: count('totp') > 0,
    passkey_count: count('passkey'),
    recovery_code_count: codes.length,
    is_enforced: isFactorEnforced(context.config, account_type),
  };
}

export const twoFactorHandlers: Handlers<typeof two_factor> = {
  get,
  begin: async (context) => begin(context, await ownUser(context)),
  confirm: confirmOwn,
  remove,
  newRecoveryCodes,
  async qrcode(context, _params, { token }) {
    const { user, as_user } = await linkedUser(context, token);
    return await begin(as_user, user);
  },
  async save(context, _params, { token, totp }) {
    const { user, as_user } = await linkedUser(context, token);
    return await confirm(as_user, user, totp, async (tx) => {
      if (!(await consumeCode(tx, as_user, ['two_factor'], token))) wrongCode();
    });
  },
};
