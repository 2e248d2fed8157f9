// Once a day: merchants whose saved cards are due at the account updater.
import { isDatabaseUnavailable } from '../../db/connections/connection-errors.ts';
import type { JobDefinition } from '../../jobs/runner.ts';
import { merchantsWithStaleCards } from '../../vault/customers/card-updates.ts';
import { updateCardsOf } from './run.ts';

const day_ms = 86_400_000;
/** Early morning of the scheduled day in America, afternoon in Asia: the same day in both. */
const hour_utc = 12;

/** The next noon, UTC. */
function nextNoon(after: Date): Date {
  const noon = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate(), hour_utc);
  return new Date(noon > after.getTime() ? noon : noon + day_ms);
}

export const cardUpdatesJob: JobDefinition = {
  name: 'card_updates',
  queue: 'bulk',
  standing: async (context) => [{ key: 'all', due_at: nextNoon(context.clock.now()) }],
  async run(context, job) {
    for (const merchant_id of await merchantsWithStaleCards(context)) {
      await updateCardsOf(context, merchant_id).catch((error) => {
        if (isDatabaseUnavailable(error)) throw error;
        const about = { err: error, alert: 'cards_not_updated', merchant_id };
        context.log.error(about, 'saved cards were not submitted to the account updater');
      });
    }
    return nextNoon(job.due_at);
  },
};
