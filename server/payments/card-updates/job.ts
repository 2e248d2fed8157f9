// Once a day: merchants whose saved cards are due at the account updater.
import { tryEach } from '../../db/each.ts';
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
    await tryEach(context, {
      parts: await merchantsWithStaleCards(context),
      alert: 'cards_not_updated',
      sentence: 'saved cards were not submitted to the account updater',
      about: (merchant_id) => ({ merchant_id }),
      work: (merchant_id) => updateCardsOf(context, merchant_id),
    });
    return nextNoon(job.due_at);
  },
};
