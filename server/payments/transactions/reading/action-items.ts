// Payments that wait for a person, as a list without dates finds them.
import { sql } from 'kysely';
import { returned_days } from '../../../../contract/reports/dashboard.ts';
import type { ActionItemQuery, ActionItemRow } from '../../../db/action-items.ts';
import { merchantsWithin } from '../../../db/scope.ts';
import { monthsBefore, window_months } from './search-where.ts';

/** Who decides what (decisions G04); administrators find unknown outcomes in their queue. */
const waits_for: Readonly<Record<string, readonly string[]>> = {
  merchant: ['flagged', 'unknown'],
  partner: ['flagged_partner', 'unknown'],
  admin: ['flagged', 'flagged_partner'],
};
const day_ms = 86_400_000;

/** Returns are news for as long as the filter "last 14 days" finds them, in days of UTC. */
function returnedSince(now: Date): Date {
  const today = now.getTime() - (now.getTime() % day_ms);
  return new Date(today - returned_days * day_ms);
}

export const transactionActionItems: ActionItemQuery = (context) => {
  const now = context.clock.now();
  const since = monthsBefore(now, window_months);
  const waits = [...(waits_for[context.actor.account_type] ?? []), 'returned'];
  return sql<ActionItemRow>`select
      case t.status when 'unknown' then 'unresolved' else t.status end as kind,
      count(*) as count, sum(t.amount)::bigint as amount, t.currency,
      min(t.created_at) as oldest_at, '' as name
    from transaction t
    where t.status = any(${waits}) and t.status <> 'settled'
      and (t.status <> 'returned' or t.updated_at >= ${returnedSince(now)})
      and t.created_at >= ${since} and t.merchant_id in (${merchantsWithin(context, '')})
    group by t.status, t.currency`;
};
