// Batches that differ from what the host reports, and what settlement could not book.
import { sql } from 'kysely';
import { allowed } from '../../../../contract/access/allowed.ts';
import { may } from '../../../../contract/access/may.ts';
import { scope } from '../../../db/scope.ts';
import type { WaitingQuery, WaitingRow } from '../../../db/waiting.ts';
import { exceptions } from '../exceptions.ts';

export const batchesWaiting: WaitingQuery = (context) =>
  allowed(may.see_settlements, context.actor).ok
    ? sql<WaitingRow>`select 'failed_batch' as kind, count(*) as count, 0::bigint as amount,
        '' as currency, min(b.batch_date) as oldest_at, '' as name
      from settlement_batch b where b.state = 'mismatch' and ${scope(context, 'b.merchant_id')}
      having count(*) > 0`
    : null;

export const exceptionsWaiting: WaitingQuery = (context) =>
  allowed(may.manage_settlement_exceptions, context.actor).ok
    ? sql<WaitingRow>`select 'settlement_exception' as kind, count(*) as count,
        0::bigint as amount, '' as currency, min(e.created_at) as oldest_at, '' as name
      from ${exceptions} where ${scope(context, 'e.merchant_id')} having count(*) > 0`
    : null;
