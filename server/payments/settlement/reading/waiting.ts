// Batches that differ from what the host reports, and what settlement could not book.
import { sql } from 'kysely';
import { allowed } from '../../../../contract/access/allowed.ts';
import { may } from '../../../../contract/access/may.ts';
import { scope } from '../../../db/scope.ts';
import { countWaiting, type WaitingQuery } from '../../../db/waiting.ts';
import { exceptions } from '../exceptions.ts';

export const batchesWaiting: WaitingQuery = (context) =>
  allowed(may.see_settlements, context.actor).ok
    ? countWaiting(
        'failed_batch',
        sql`b.batch_date`,
        sql`settlement_batch b where b.state = 'mismatch' and ${scope(context, 'b.merchant_id')}`,
      )
    : null;

export const exceptionsWaiting: WaitingQuery = (context) =>
  allowed(may.manage_settlement_exceptions, context.actor).ok
    ? countWaiting(
        'settlement_exception',
        sql`e.created_at`,
        sql`${exceptions} where ${scope(context, 'e.merchant_id')}`,
      )
    : null;
