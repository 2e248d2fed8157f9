// Acting as another user: a key that opens one session (G46).
import { refuse } from '../../../contract/errors.ts';
import { access_restrictions } from '../../../contract/identity/users.ts';
import type { Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { checkRecentFactor } from '../factors/recent-factor.ts';
import { makeCode } from '../sign-in/codes.ts';
import { withLockedUser } from '../users/locked-user.ts';
import { mayActAs } from './may-act.ts';

/** Requires a person's session: makes a key of 60 seconds for one session as that user (G46). */
export async function loginAs(context: Context, { id }: { id: string }): Promise<{ key: string }> {
  const { actor } = context;
  await checkRecentFactor(context);
  return await withLockedUser(context, id, async (tx, user) => {
    if (!mayActAs(actor, user)) {
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
