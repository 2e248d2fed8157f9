// Payments that wait for a person, as a list without dates finds them.
import { sql } from 'kysely';
import type { Status } from '../../../../contract/payments/transactions/states.ts';
import { scope } from '../../../db/scope.ts';
import type { WaitingQuery, WaitingRow } from '../../../db/waiting.ts';
import { monthsBefore, window_months } from './search-where.ts';

/** Flagged payments wait for the account that decides about them; an administrator may for both. */
const flagged_for: Readonly<Partial<Record<string, readonly Status[]>>> = {
  merchant: ['flagged'],
  partner: ['flagged_partner'],
  admin: ['flagged', 'flagged_partner'],
};

export const transactionsWaiting: WaitingQuery = (context) => {
  const flagged = flagged_for[context.actor.account_type] ?? [];
  const statuses = [...flagged, 'unknown', 'returned'];
  const since = monthsBefore(context.clock.now(), window_months);
  return sql<WaitingRow>`select
      case t.status when 'unknown' then 'unresolved' else t.status end as kind,
      count(*) as count, sum(t.amount)::bigint as amount, t.currency,
      min(t.created_at) as oldest_at, '' as name
    from transaction t
    where t.status = any(${statuses})
      and t.created_at >= ${since} and ${scope(context, 't.merchant_id')}
    group by t.status, t.currency`;
};
