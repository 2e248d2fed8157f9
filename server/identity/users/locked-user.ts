// A user that something is done to: in scope, within the caller's rights, locked.
import type { Context } from '../../context.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { invalidateCredentials } from '../sessions/credential-cache.ts';
import { userWithin } from './find-users.ts';
import { checkTarget } from './grants.ts';
import type { UserRow } from './users.ts';

/**
 * Works on a locked user in scope, in a commit that writes to its account. 403 for users with
 * the admin role, unless the caller has it too.
 */
export async function withLockedUser<T>(
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
  invalidateCredentials(context);
  return done;
}
