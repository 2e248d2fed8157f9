// Events whose retries have ended: somebody retries or discards them.
import { sql } from 'kysely';
import { allowed } from '../../contract/access/allowed.ts';
import { may } from '../../contract/access/may.ts';
import { type ActionItemQuery, countActionItems } from '../db/action-items.ts';
import { scope } from '../db/scope.ts';

export const eventActionItems: ActionItemQuery = (context) =>
  allowed(may.manage_parked_events, context.actor).ok
    ? countActionItems(
        'parked_event',
        sql`r.parked_at`,
        sql`outbox_retry r where r.state = 'parked' and ${scope(context, 'r.merchant_id')}`,
      )
    : null;
