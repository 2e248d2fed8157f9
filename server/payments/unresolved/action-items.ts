// Attempts without a known outcome, as the operator's queue lists them.
import { sql } from 'kysely';
import type { ActionItemQuery, ActionItemRow } from '../../db/action-items.ts';
import { scope } from '../../db/scope.ts';

/** Merchants and partners are told of the payments instead: the queue is the operator's. */
export const attemptActionItems: ActionItemQuery = (context) =>
  context.actor.account_type === 'admin'
    ? sql<ActionItemRow>`select 'unresolved' as kind, count(*) as count,
        sum(a.amount)::bigint as amount, a.currency, min(a.created_at) as oldest_at, '' as name
      from rail_attempt a
      where a.state = 'no_answer' and a.recovery_of = '' and ${scope(context, 'a.merchant_id')}
      group by a.currency`
    : null;
