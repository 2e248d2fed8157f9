// Batches that differ from what the host reports, and what settlement could not book.
import { sql } from 'kysely';
import { scope } from '../../../db/scope.ts';
import type { WaitingQuery, WaitingRow } from '../../../db/waiting.ts';
import { exceptions } from '../exceptions.ts';

export const batchesWaiting: WaitingQuery = (context) => sql<WaitingRow>`
  select 'failed_batch' as kind, count(*) as count, null::bigint as amount, b.currency,
    min(b.batch_date) as oldest_at, '' as name
  from settlement_batch b where b.state = 'mismatch' and ${scope(context, 'b.merchant_id')}
  group by b.currency`;

/** Administrators have them tried again. */
export const exceptionsWaiting: WaitingQuery = (context) =>
  context.actor.account_type !== 'admin'
    ? null
    : sql<WaitingRow>`select 'settlement_exception' as kind, count(*) as count,
        null::bigint as amount, '' as currency, min(e.created_at) as oldest_at, '' as name
      from ${exceptions} where ${scope(context, 'e.merchant_id')} having count(*) > 0`;
