// Batches that differ from what the host reports, and what settlement could not book.
import { sql } from 'kysely';
import { allowed } from '../../../../contract/access/allowed.ts';
import { may } from '../../../../contract/access/may.ts';
import { type ActionItemQuery, countActionItems } from '../../../db/action-items.ts';
import { scope } from '../../../db/scope.ts';
import { exceptions } from '../exceptions.ts';

export const batchActionItems: ActionItemQuery = (context) =>
  allowed(may.see_settlements, context.actor).ok
    ? countActionItems(
        'failed_batch',
        sql`b.batch_date`,
        sql`settlement_batch b where b.state = 'mismatch' and ${scope(context, 'b.merchant_id')}`,
      )
    : null;

export const exceptionActionItems: ActionItemQuery = (context) =>
  allowed(may.manage_settlement_exceptions, context.actor).ok
    ? countActionItems(
        'settlement_exception',
        sql`e.created_at`,
        sql`${exceptions} where ${scope(context, 'e.merchant_id')}`,
      )
    : null;
