// Ends the sessions of a user whose password, factors, rights or restrictions have changed.
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/database.ts';

/** Members of a user whose change ends the sessions, so that the user has to sign in again. */
export const ends_sessions = ['status', 'role', 'custom_role_id'] as const;

/**
 * Ends every session of a user from this commit on; `but` stays. Sessions in which the user acts
 * as somebody else end too.
 */
export async function endSessions(
  tx: Tx,
  context: Context,
  user_id: string,
  because: string,
  but = '',
): Promise<void> {
  await tx
    .updateTable('user_session')
    .set({ ended_at: context.clock.real(), ended_because: because })
    .where((where) =>
      where.or([
        where.and([where('user_id', '=', user_id), where('id', '<>', but)]),
        where.and([where('acting_user_id', '=', user_id), where('acting_user_id', '<>', '')]),
      ]),
    )
    .where('ended_at', 'is', null)
    .execute();
}
