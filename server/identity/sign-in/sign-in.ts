// Sign-in: name and password, second factor, or a login-as key become a session (gateway-api 2.1).
import type { InputOf } from '../../../contract/endpoint.ts';
import { refuse } from '../../../contract/errors.ts';
import type { PasskeyAssertion } from '../../../contract/identity/passkeys.ts';
import { session_life_seconds, type sessions } from '../../../contract/identity/sessions.ts';
import { access_restrictions } from '../../../contract/identity/users.ts';
import { type Actor, asSystem, type Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { consumePasskey, factorChallenge } from '../factors/passkey-proof.ts';
import { consumeRecoveryCode } from '../factors/recovery-codes.ts';
import { consumeTotp } from '../factors/totp.ts';
import { verifyPassword } from '../passwords/passwords.ts';
import { actorOf, whoActs } from '../sessions/authenticate.ts';
import { credentialHash, makeToken } from '../sessions/session-tokens.ts';
import { usernameKey } from '../users/users.ts';
import { isWithin } from './addresses.ts';
import { checkSignIn, countCheckedTry } from './bot-check.ts';
import { type Candidate, candidates, requireUnchanged, UserChanged } from './candidate.ts';
import { consumeCode } from './codes.ts';
import { knownDevice, rememberDevice } from './devices.ts';
import { resetTries, tryOf } from './throttle.ts';

type Input = InputOf<typeof sessions.create>;

/** Why a sign-in try ended as it did; only administrators can read it. */
type Outcome =
  | 'signed_in'
  | 'unknown_user'
  | 'wrong_password'
  | 'user_disabled'
  | 'account_disabled'
  | 'login_disabled'
  | 'wrong_address'
  | 'code_missing'
  | 'wrong_code'
  | 'wrong_passkey'
  | 'signed_in_by_passkey'
  | 'signed_in_as'
  | 'user_changed';

function outcomeOf(context: Context, user: Candidate | undefined, fits: boolean): Outcome {
  if (!user) return 'unknown_user';
  if (!fits) return 'wrong_password';
  if (user.status !== 'active') return 'user_disabled';
  if (user.account_status !== 'active') return 'account_disabled';
  const { ip, disable_user_login } = access_restrictions.parse(user.access_restrictions);
  if (disable_user_login) return 'login_disabled';
  return ip && !isWithin(context.ip, [ip]) ? 'wrong_address' : 'signed_in';
}

function signInEvent(context: Context, username: string, user_id: string, outcome: Outcome) {
  return {
    id: context.ids.next(),
    user_id,
    // Where the user is unknown the name is not stored: it may be a password typed into the wrong
    // field.
    username: user_id === '' ? '' : username,
    outcome,
    ip_address: context.ip,
    user_agent: context.user_agent,
    fingerprint: context.fingerprint,
    request_id: context.request_id,
    recorded_at: context.clock.real(),
  };
}

/**
 * Whether the second factor is right; that one is required is answered only after a right password.
 */
async function secondFactor(context: Context, user: Candidate, input: Input): Promise<Outcome> {
  if (!user.two_factor_enabled) return 'signed_in';
  const query = connect(asSystem(context));
  const { totp, recovery_code, passkey } = input;
  if (passkey) {
    return (await consumePasskey(context, passkey, user.id)) ? 'signed_in' : 'wrong_passkey';
  }
  if (totp) {
    const proof = { user, code: totp, confirmed: true };
    return (await consumeTotp(query, context, proof)) ? 'signed_in' : 'wrong_code';
  }
  if (recovery_code) {
    const is_consumed = await consumeRecoveryCode(query, context, user.id, recovery_code);
    return is_consumed ? 'signed_in' : 'wrong_code';
  }
  return 'code_missing';
}

/**
 * Opens a session. 401 `invalid credentials` in the same time for an unknown name, a wrong password
 * and a user who may not sign in; each try is stored as a sign-in event, and a successful one is
 * audited.
 */
export async function signIn(context: Context, _params: unknown, input: Input) {
  if (input.auth_key) return await signInAs(context, input.auth_key);
  if (input.passkey && !input.username) return await signInByPasskey(context, input.passkey);
  const { username = '', password = '' } = input;
  const attempt = tryOf(username, await knownDevice(context, username), context.ip);
  await countCheckedTry(context, attempt);
  const user = await candidates(connect(asSystem(context)))
    .where('u.username_key', '=', usernameKey(username))
    .executeTakeFirst();
  const fits = await verifyPassword(context, user?.password_hash ?? null, password);
  const first = outcomeOf(context, user, fits);
  const outcome = user && first === 'signed_in' ? await secondFactor(context, user, input) : first;
  const event = signInEvent(context, username, user?.id ?? '', outcome);
  if (!user || outcome !== 'signed_in') {
    await connect(asSystem(context)).insertInto('sign_in_event').values(event).execute();
    if (user && outcome === 'code_missing') {
      refuse('unauthorized', 'two factor code required', await factorChallenge(context, user.id));
    }
    refuse('unauthorized', 'invalid credentials');
  }
  const with_factor = user.two_factor_enabled;
  const opened = await open(context, user, event, { acting: null, with_factor });
  await resetTries(context, attempt);
  return opened;
}

/** Sign-in by a passkey that verified its owner: user name and both factors in one. */
async function signInByPasskey(context: Context, passkey: PasskeyAssertion) {
  await checkSignIn(context);
  const user_id = await consumePasskey(context, passkey, '');
  const user =
    user_id === null
      ? undefined
      : await candidates(connect(asSystem(context)))
          .where('u.id', '=', user_id)
          .executeTakeFirst();
  const first = outcomeOf(context, user, true);
  const outcome = first === 'signed_in' ? 'signed_in_by_passkey' : first;
  const seen = user ? outcome : 'wrong_passkey';
  const event = signInEvent(context, user?.username ?? '', user?.id ?? '', seen);
  if (!user || outcome !== 'signed_in_by_passkey') {
    await connect(asSystem(context)).insertInto('sign_in_event').values(event).execute();
    refuse('unauthorized', 'invalid credentials');
  }
  return await open(context, user, event, { acting: null, with_factor: true });
}

interface Acting {
  user_id: string;
  username: string;
  /** The session that requested the key; this session ends with that one. */
  session_id: string;
}

/** Who acts in the session, or null; and whether a second factor was proven. */
interface Opening {
  acting: Acting | null;
  with_factor: boolean;
}

/** Whether the user may have a session, apart from the address. */
function stands(user: Candidate): boolean {
  if (user.status !== 'active' || user.account_status !== 'active') return false;
  return !access_restrictions.parse(user.access_restrictions).disable_user_login;
}

/**
 * The session of a login-as key: the key works once, within 60 seconds, while its maker may still
 * act.
 */
async function signInAs(context: Context, key: string) {
  const code = await inTransaction(asSystem(context), null, (tx) =>
    consumeCode(tx, context, ['login_as'], key),
  );
  if (!code) refuse('unauthorized', 'invalid credentials');
  const user = await candidates(connect(asSystem(context)))
    .where('u.id', '=', code.user_id)
    .executeTakeFirst();
  const { made_by_user_id: acting_user_id, made_by_session_id } = code;
  const maker = user && (await whoActs(context, { ...user, acting_user_id, made_by_session_id }));
  if (!user || !stands(user) || !maker) refuse('unauthorized', 'invalid credentials');
  const event = signInEvent(context, user.username, user.id, 'signed_in_as');
  const { username } = maker;
  const acting = { user_id: acting_user_id, username, session_id: made_by_session_id };
  return await open(context, user, event, { acting, with_factor: false });
}

function sessionRow(
  context: Context,
  user: Candidate,
  sid: string,
  { acting, with_factor }: Opening,
) {
  const now = context.clock.real();
  return {
    id: sid,
    user_id: user.id,
    ip_address: context.ip,
    user_agent: context.user_agent,
    acting_user_id: acting?.user_id ?? '',
    acting_user_name: acting?.username ?? '',
    made_by_session_id: acting?.session_id ?? '',
    factor_at: with_factor ? now : null,
    created_at: now,
    seen_at: now,
    ends_at: new Date(now.getTime() + session_life_seconds * 1_000),
  };
}

async function open(
  context: Context,
  user: Candidate,
  event: ReturnType<typeof signInEvent>,
  opening: Opening,
) {
  const sid = context.ids.next();
  const token = await makeToken(context, {
    ut: user.account_type,
    role: user.role,
    uid: user.id,
    atid: user.account_id,
    un: user.username,
    sid,
  });
  const session = { ...sessionRow(context, user, sid, opening), token_hash: credentialHash(token) };
  const actor: Actor = {
    ...actorOf(user, 'session', sid),
    acting_user_id: session.acting_user_id,
    acting_user_name: session.acting_user_name,
  };
  const as_user = { ...context, actor };
  await inTransaction(as_user, user.account_id, async (tx: Tx) => {
    await requireUnchanged(tx, user);
    await Promise.all([
      tx.insertInto('user_session').values(session).execute(),
      tx.insertInto('sign_in_event').values(event).execute(),
      ...(opening.acting ? [] : [rememberDevice(tx, as_user, user.id)]),
      audit(tx, as_user, {
        verb: 'create',
        noun: 'session',
        id: sid,
        merchant_id: user.account_id,
      }),
    ]);
  }).catch(async (error: unknown) => {
    if (!(error instanceof UserChanged)) throw error;
    const changed = { ...event, outcome: 'user_changed' satisfies Outcome };
    await connect(asSystem(context)).insertInto('sign_in_event').values(changed).execute();
    refuse('unauthorized', 'invalid credentials');
  });
  return { token, sid };
}
