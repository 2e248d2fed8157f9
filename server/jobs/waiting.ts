// Events whose retries have ended: somebody retries or discards them.
import { sql } from 'kysely';
import { allowed } from '../../contract/access/allowed.ts';
import { may } from '../../contract/access/may.ts';
import { scope } from '../db/scope.ts';
import type { WaitingQuery, WaitingRow } from '../db/waiting.ts';

export const eventsWaiting: WaitingQuery = (context) =>
  allowed(may.manage_parked_events, context.actor).ok
    ? sql<WaitingRow>`select 'parked_event' as kind, count(*) as count, 0::bigint as amount,
        '' as currency, min(r.parked_at) as oldest_at, '' as name
      from outbox_retry r where r.state = 'parked' and ${scope(context, 'r.merchant_id')}
      having count(*) > 0`
    : null;
