// API keys of the caller's own account that end soon.
import { sql } from 'kysely';
import { allowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import type { ActionItemQuery, ActionItemRow } from '../../db/action-items.ts';

const soon_days = 30;
const day_ms = 86_400_000;

export const keyActionItems: ActionItemQuery = (context) => {
  if (!allowed(may.see_api_keys, context.actor).ok) return null;
  const now = context.clock.now();
  const soon = new Date(now.getTime() + soon_days * day_ms);
  return sql<ActionItemRow>`select 'expiring_key' as kind, count(*) as count, 0::bigint as amount,
      '' as currency, min(k.expires_at) as oldest_at,
      case when count(*) = 1 then max(k.name) else '' end as name
    from api_key k where k.account_id = ${context.actor.account_id}
      and k.expires_at > ${now} and k.expires_at <= ${soon} having count(*) > 0`;
};
