// What may be asked of a user: a welcome, a new password, no login, any address, acting as them.
import type { InputOf } from '../../../contract/endpoint.ts';
import { refuse } from '../../../contract/errors.ts';
import type { users } from '../../../contract/identity/user-endpoints.ts';
import { access_restrictions, type UserRecord } from '../../../contract/identity/users.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import type { Handlers } from '../../http/serve.ts';
import { checkUserWithin } from '../api-keys/key-limits.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { loginAs } from '../sessions/login-as.ts';
import { withLockedUser } from './locked-user.ts';
import { people, writeUser } from './people.ts';
import { writeWelcome } from './user-emails.ts';
import { toUser } from './users.ts';

async function resendWelcome(context: Context, { id }: { id: string }): Promise<void> {
  await withLockedUser(context, id, async (tx, user) => {
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
  return await withLockedUser(context, id, async (tx, user) => {
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
