// Events whose retries have ended: somebody retries or discards them.
import { sql } from 'kysely';
import { allowed } from '../../contract/access/allowed.ts';
import { may } from '../../contract/access/may.ts';
import { scope } from '../db/scope.ts';
import { countWaiting, type WaitingQuery } from '../db/waiting.ts';

export const eventsWaiting: WaitingQuery = (context) =>
  allowed(may.manage_parked_events, context.actor).ok
    ? countWaiting(
        'parked_event',
        sql`r.parked_at`,
        sql`outbox_retry r where r.state = 'parked' and ${scope(context, 'r.merchant_id')}`,
      )
    : null;
