// Ends the sessions of a user whose password, factors, rights or restrictions have changed.
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/database.ts';

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
