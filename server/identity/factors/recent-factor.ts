// When a second factor was last proven in a session, and the check for a recent one.
import { refuse } from '../../../contract/errors.ts';
import type { Context } from '../../context.ts';
import { connect, type Tx } from '../../db/database.ts';

/** How long a second factor counts as just proven, in real time. */
const recent_seconds = 15 * 60;

/**
 * The caller has just proven a second factor that they had before. One that is set up in the
 * session says nothing of who set it up, and counts from the next sign-in on.
 */
export async function recordFactor(tx: Tx, { actor, clock }: Context): Promise<void> {
  await tx
    .updateTable('user_session')
    .set({ factor_at: clock.real() })
    .where('id', '=', actor.credential_id)
    .where('user_id', '=', actor.user_id)
    .execute();
}

/** 403 in production unless a second factor was proven in this session a short time ago. */
export async function checkRecentFactor(context: Context): Promise<void> {
  if (context.config.environment !== 'production') return;
  const since = new Date(context.clock.real().getTime() - recent_seconds * 1_000);
  const proven = await connect(context)
    .selectFrom('user_session')
    .select('id')
    .where('id', '=', context.actor.credential_id)
    .where('user_id', '=', context.actor.user_id)
    .where('factor_at', '>', since)
    .executeTakeFirst();
  if (proven) return;
  const words = 'this requires a second factor within the last 15 minutes; log in again';
  refuse('forbidden', `forbidden: ${words}`, { blocked_by: 'second_factor', name: '' });
}
