// Setting a second factor up and taking it away (spec 1 §6, §7; PCI 8.5.1).
import QRCode from 'qrcode';
import type { InputOf } from '../../contract/endpoint.ts';
import { notFound, refuse } from '../../contract/errors.ts';
import type { two_factor } from '../../contract/identity/two-factor.ts';
import { asSystem, type Context } from '../context.ts';
import { audit } from '../db/audit-log.ts';
import { connect, inTransaction, type Tx } from '../db/database.ts';
import type { Handlers } from '../http/serve.ts';
import { asUser } from './authenticate.ts';
import { peekCode, takeCode } from './codes.ts';
import { forgetCredentials } from './credential-cache.ts';
import { endSessions } from './end-sessions.ts';
import { sealFactor } from './factor-secrets.ts';
import { userWithin } from './find-users.ts';
import { makeRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import { newSecret, takeTotp } from './totp.ts';
import type { UserRow } from './users.ts';

function wrongCode(): never {
  refuse('invalid', 'bad request error: invalid TOTP: the code does not fit or was used');
}

async function note(tx: Tx, context: Context, user: UserRow, verb: string): Promise<void> {
  const { id, account_id: merchant_id } = user;
  await audit(tx, context, { verb, noun: 'two_factor', id, merchant_id });
}

/** Writes an unconfirmed secret in the place of earlier unconfirmed ones. */
async function begin(context: Context, user: UserRow) {
  const { secret, uri } = newSecret(user.username);
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

/** The first code switches the factor on: older authenticators go, other sessions end. */
async function confirm(context: Context, user: UserRow, code: string, work?: (tx: Tx) => unknown) {
  const recovery_codes = await inTransaction(context, user.account_id, async (tx) => {
    const id = await takeTotp(tx, context, { user, code, confirmed: false });
    if (id === null) wrongCode();
    await work?.(tx);
    await tx
      .deleteFrom('user_factor')
      .where('user_id', '=', user.id)
      .where('kind', '=', 'totp')
      .where('id', '<>', id)
      .execute();
    await setEnabled(tx, context, user, true);
    await note(tx, context, user, 'confirm');
    return await makeRecoveryCodes(tx, context, user.id);
  });
  forgetCredentials(context);
  return { two_factor_enabled: true as const, recovery_codes };
}

async function setEnabled(tx: Tx, context: Context, user: UserRow, enabled: boolean) {
  await tx
    .updateTable('user_account')
    .set({ two_factor_enabled: enabled, updated_at: context.clock.now() })
    .where('id', '=', user.id)
    .execute();
  const kept = context.actor.user_id === user.id ? context.actor.credential_id : '';
  await endSessions(tx, context, user.id, 'second factor changed', kept);
}

function ownUser(context: Context): Promise<UserRow> {
  return userWithin(context, connect(context), context.actor.user_id);
}

type Removal = InputOf<typeof two_factor.remove>;

/** One's own with a code; an office takes it away from another user without one (spec 1 §6). */
async function remove(context: Context, _params: unknown, input: Removal): Promise<void> {
  const { actor } = context;
  const id = input.user_id ?? actor.user_id;
  const is_own = id === actor.user_id;
  if (!is_own && actor.account_type !== 'admin') refuse('forbidden', 'forbidden');
  const user = await userWithin(context, connect(context), id);
  await inTransaction(context, user.account_id, async (tx) => {
    if (is_own && !(await takeAny(tx, context, user, input.totp ?? ''))) wrongCode();
    await tx.deleteFrom('user_factor').where('user_id', '=', id).execute();
    await tx.deleteFrom('recovery_code').where('user_id', '=', id).execute();
    await setEnabled(tx, context, user, false);
    await note(tx, context, user, 'remove');
  });
  forgetCredentials(context);
}

async function takeAny(tx: Tx, context: Context, user: UserRow, code: string): Promise<boolean> {
  if (await takeTotp(tx, context, { user, code, confirmed: true })) return true;
  return await takeRecoveryCode(tx, context, user.id, code);
}

/** The user of a set-up link, as whom the rest is done; 400 for a link that is used or too old. */
async function linkedUser(context: Context, token: string) {
  const system = asSystem(context);
  const user_id = await peekCode(system, ['two_factor'], token);
  if (user_id === null) {
    refuse('invalid', 'bad request error: invalid Token: it is unknown, used or too old');
  }
  const user = await userWithin(system, connect(system), user_id);
  return { user, as_user: asUser(context, user) };
}

export const twoFactorHandlers: Handlers<typeof two_factor> = {
  begin: async (context) => begin(context, await ownUser(context)),
  async confirm(context, _params, { totp }) {
    const user = await ownUser(context);
    return totp ? await confirm(context, user, totp) : await begin(context, user);
  },
  remove,
  async newRecoveryCodes(context, _params, { totp }) {
    const user = await ownUser(context);
    if (!user.two_factor_enabled) notFound();
    return await inTransaction(context, user.account_id, async (tx) => {
      const given = { user, code: totp, confirmed: true };
      if (!(await takeTotp(tx, context, given))) wrongCode();
      await note(tx, context, user, 'codes');
      return { recovery_codes: await makeRecoveryCodes(tx, context, user.id) };
    });
  },
  async qrcode(context, _params, { token }) {
    const { user, as_user } = await linkedUser(context, token);
    return await begin(as_user, user);
  },
  async save(context, _params, { token, totp }) {
    const { user, as_user } = await linkedUser(context, token);
    return await confirm(as_user, user, totp, async (tx) => {
      if (!(await takeCode(tx, as_user, ['two_factor'], token))) wrongCode();
    });
  },
};
