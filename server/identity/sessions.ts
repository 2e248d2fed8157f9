// Signing in, the caller, signing out (gateway-api 2.1). Sessions live in real time (Q17).
import type { Selectable } from 'kysely';
import { notFound, refuse } from '../../contract/errors.ts';
import { session_life_seconds, type sessions } from '../../contract/identity/sessions.ts';
import { asSystem, type Context } from '../context.ts';
import { audit } from '../db/audit-log.ts';
import { connect, inTransaction } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import type { UserAccount } from '../db/tables.generated.ts';
import type { Handlers } from '../http/serve.ts';
import { actorOf } from './authenticate.ts';
import { forgetCredentials } from './credential-cache.ts';
import { fitsPassword } from './passwords.ts';
import { credentialHash, makeToken } from './session-tokens.ts';
import { toUser, usernameKey } from './users.ts';

type Candidate = Selectable<UserAccount> & { account_name: string; account_status: string };

/** Why a try at the door ended as it did; only the product's own people read it. */
type Outcome =
  | 'signed_in'
  | 'unknown_user'
  | 'wrong_password'
  | 'user_disabled'
  | 'account_disabled';

function candidate(context: Context, username: string): Promise<Candidate | undefined> {
  return connect(asSystem(context))
    .selectFrom('user_account as u')
    .innerJoin('account as a', 'a.id', 'u.account_id')
    .selectAll('u')
    .select(['a.name as account_name', 'a.status as account_status'])
    .where('u.username_key', '=', usernameKey(username))
    .executeTakeFirst();
}

function outcomeOf(user: Candidate | undefined, fits: boolean): Outcome {
  if (!user) return 'unknown_user';
  if (!fits) return 'wrong_password';
  if (user.status !== 'active') return 'user_disabled';
  return user.account_status === 'active' ? 'signed_in' : 'account_disabled';
}

function signInEvent(context: Context, username: string, user_id: string, outcome: Outcome) {
  return {
    id: context.ids.next(),
    user_id,
    // A password typed into the wrong field must not be kept.
    username: user_id === '' ? '' : username,
    outcome,
    ip_address: context.ip,
    user_agent: context.user_agent,
    request_id: context.request_id,
    recorded_at: context.clock.real(),
  };
}

/**
 * Opens a session. 401 `invalid credentials` in the same time for an unknown name, a wrong password
 * and a disabled user or account; each leaves a sign-in event, and only a good one an audit row.
 */
async function create(
  context: Context,
  _params: unknown,
  input: { username: string; password: string },
) {
  const user = await candidate(context, input.username);
  const fits = await fitsPassword(user?.password_hash ?? null, input.password);
  const outcome = outcomeOf(user, fits);
  const event = signInEvent(context, input.username, user?.id ?? '', outcome);
  if (!user || outcome !== 'signed_in') {
    await connect(asSystem(context)).insertInto('sign_in_event').values(event).execute();
    refuse('unauthorized', 'invalid credentials');
  }
  return await open(context, user, event);
}

async function open(context: Context, user: Candidate, event: ReturnType<typeof signInEvent>) {
  const sid = context.ids.next();
  const token = await makeToken(context, {
    ut: user.account_type,
    role: user.role,
    uid: user.id,
    atid: user.account_id,
    un: user.username,
    sid,
  });
  const now = context.clock.real();
  const session = {
    id: sid,
    user_id: user.id,
    token_hash: credentialHash(token),
    ip_address: context.ip,
    user_agent: context.user_agent,
    created_at: now,
    seen_at: now,
    ends_at: new Date(now.getTime() + session_life_seconds * 1_000),
  };
  const as_user = { ...context, actor: actorOf(user, 'session', sid) };
  await inTransaction(as_user, user.account_id, async (tx) => {
    await Promise.all([
      tx.insertInto('user_session').values(session).execute(),
      tx.insertInto('sign_in_event').values(event).execute(),
      audit(tx, as_user, {
        verb: 'create',
        noun: 'session',
        id: sid,
        merchant_id: user.account_id,
      }),
    ]);
  });
  return { token, sid };
}

/** The calling user, by session or key. */
async function get(context: Context) {
  const row = await connect(context)
    .selectFrom('user_account')
    .selectAll()
    .where('id', '=', context.actor.user_id)
    .where(scope(context, 'user_account.account_id'))
    .executeTakeFirst();
  if (!row) notFound();
  return { ...toUser(row), account_name: context.actor.account_name, ip: context.ip };
}

/** Ends the calling session: its token is 401 from here on. */
async function remove(context: Context): Promise<void> {
  const { actor } = context;
  await inTransaction(context, actor.account_id, async (tx) => {
    await Promise.all([
      tx
        .updateTable('user_session')
        .set({ ended_at: context.clock.real() })
        .where('id', '=', actor.credential_id)
        .where('ended_at', 'is', null)
        .execute(),
      audit(tx, context, {
        verb: 'remove',
        noun: 'session',
        id: actor.credential_id,
        merchant_id: actor.account_id,
      }),
    ]);
  });
  forgetCredentials(context);
}

export const sessionHandlers: Handlers<typeof sessions> = { create, get, remove };
