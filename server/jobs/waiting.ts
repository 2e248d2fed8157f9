// Events whose retries have ended; administrators retry or discard them.
import { sql } from 'kysely';
import { scope } from '../db/scope.ts';
import type { WaitingQuery, WaitingRow } from '../db/waiting.ts';

export const eventsWaiting: WaitingQuery = (context) =>
  context.actor.account_type !== 'admin'
    ? null
    : sql<WaitingRow>`select 'parked_event' as kind, count(*) as count, null::bigint as amount,
        '' as currency, min(r.parked_at) as oldest_at, '' as name
      from outbox_retry r where r.state = 'parked' and ${scope(context, 'r.merchant_id')}
      having count(*) > 0`;
