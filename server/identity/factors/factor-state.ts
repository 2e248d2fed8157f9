// The consequences of a change of a user's second factors, whatever their kind.
import { refuse } from '../../../contract/errors.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/database.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { invalidateCodes } from '../sign-in/codes.ts';
import type { UserRow } from '../users/users.ts';

/** Whether users of this account type must have a second factor (Q5). */
export function isFactorEnforced({ two_factor_for }: Config, account_type: string): boolean {
  return two_factor_for.some((type) => type === account_type);
}

/**
 * After a factor was added or removed, with its user locked: sets the user's switch, ends the other
 * sessions, invalidates set-up links, and removes recovery codes with the last factor. Gives how
 * many factors are left.
 */
export async function applyFactorChange(tx: Tx, context: Context, user: UserRow): Promise<number> {
  const { count } = await tx
    .selectFrom('user_factor')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', user.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow();
  if (count === 0) await tx.deleteFrom('recovery_code').where('user_id', '=', user.id).execute();
  await tx
    .updateTable('user_account')
    .set({ two_factor_enabled: count > 0, updated_at: context.clock.now() })
    .where('id', '=', user.id)
    .execute();
  await invalidateCodes(tx, context, 'two_factor', user.id);
  const own_session = context.actor.user_id === user.id ? context.actor.credential_id : '';
  await endSessions(tx, context, user.id, 'second factor changed', own_session);
  return count;
}

/** 400 for removing one's own last factor where one is enforced: another has to be added first. */
export function requireOneFactor(context: Context, user: UserRow, left: number): void {
  if (left > 0 || !isFactorEnforced(context.config, user.account_type)) return;
  refuse('refused', 'bad request error: a second factor is required: set another one up first');
}
