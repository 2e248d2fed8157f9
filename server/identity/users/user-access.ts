// Actions on a user: welcome, new password, disabled login, allowed addresses, acting as the user.
import type { InputOf } from '../../../contract/endpoint.ts';
import { refuse } from '../../../contract/errors.ts';
import type { users } from '../../../contract/identity/user-endpoints.ts';
import { access_restrictions, type UserRecord } from '../../../contract/identity/users.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import type { Handlers } from '../../http/serve.ts';
import { checkUserWithin } from '../api-keys/key-limits.ts';
import { checkRecentFactor } from '../factors/recent-factor.ts';
import { forgetCredentials } from '../sessions/credential-cache.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { makeCode } from '../sign-in/codes.ts';
import { userWithin } from './find-users.ts';
import { checkTarget } from './grants.ts';
import { writeWelcome } from './letters.ts';
import { people, writeUser } from './people.ts';
import { toUser, type UserRow } from './users.ts';

/**
 * Works on a locked user in scope, in a commit that writes to its account. 403 for users with
 * the admin role, unless the caller has it too.
 */
async function withUser<T>(
  context: Context,
  id: string,
  work: (tx: Tx, user: UserRow) => Promise<T>,
): Promise<T> {
  const { account_id } = await userWithin(context, connect(context), id);
  const done = await inTransaction(context, account_id, async (tx) => {
    const user = await userWithin(context, tx, id, true);
    checkTarget(context.actor, user);
    return await work(tx, user);
  });
  forgetCredentials(context);
  return done;
}

async function resendWelcome(context: Context, { id }: { id: string }): Promise<void> {
  await withUser(context, id, async (tx, user) => {
    if (user.account_type === 'admin') {
      refuse('refused', 'bad request error: administrators receive no welcome email');
    }
    await writeWelcome(tx, context, user);
    const merchant_id = user.account_id;
    await audit(tx, context, { verb: 'welcome', noun: 'user', id, merchant_id });
  });
}

type Restrictions = UserRecord['access_restrictions'];

async function restrict(
  context: Context,
  id: string,
  change: Partial<Restrictions>,
): Promise<UserRecord> {
  if (change.ip === null && id === context.actor.user_id && context.actor.kind !== 'session') {
    refuse('forbidden', 'forbidden: an API key cannot remove the IP restriction of its user');
  }
  return await withUser(context, id, async (tx, user) => {
    const before = access_restrictions.parse(user.access_restrictions);
    if (change.disable_user_login === false && before.disable_user_login) {
      checkUserWithin(context.actor, null, toUser(user));
    }
    const after = await writeUser(tx, context, user, {
      access_restrictions: JSON.stringify({ ...before, ...change }),
      updated_at: context.clock.now(),
    });
    if (change.disable_user_login) await endSessions(tx, context, id, 'login disabled');
    return after;
  });
}

type Disable = InputOf<typeof users.requestDisableLogin>;

async function requestDisableLogin(context: Context, { id }: { id: string }, input: Disable) {
  if (id === context.actor.user_id) {
    refuse('refused', 'bad request error: you cannot disable your own login');
  }
  return await restrict(context, id, input);
}

/** Requires a person's session: makes a key of 60 seconds for one session as that user (G46). */
async function loginAs(context: Context, { id }: { id: string }): Promise<{ key: string }> {
  const { actor } = context;
  await checkRecentFactor(context);
  return await withUser(context, id, async (tx, user) => {
    if (user.account_type === 'admin' || user.account_id === actor.account_id) {
      refuse('forbidden', 'forbidden: you cannot act as this user');
    }
    const { disable_user_login } = access_restrictions.parse(user.access_restrictions);
    if (disable_user_login || user.status !== 'active') {
      refuse('refused', "bad request error: the user's login is disabled");
    }
    const key = await makeCode(tx, context, { kind: 'login_as', user_id: id });
    const merchant_id = user.account_id;
    await audit(tx, context, { verb: 'login_as', noun: 'user', id, merchant_id });
    return { key };
  });
}

export const userHandlers: Handlers<typeof users> = {
  ...people,
  resendWelcome,
  requestPasswordChange: (context, { id }, input) => restrict(context, id, input),
  requestDisableLogin,
  async resetIpRestriction(context, _params, { user_id }) {
    await restrict(context, user_id, { ip: null });
  },
  loginAs,
};
