// The merchants below a partner or administrator that took the most in a period.
import { sql } from 'kysely';
import type { HomeRecord } from '../../../contract/reports/dashboard.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scopeWithin } from '../../db/scope.ts';
import { lifeless, taking } from '../../payments/transactions/reading/totals.ts';
import { partsByHour } from '../../payments/transactions/reading/totals-hours.ts';
import type { Period } from './days.ts';

const most_merchants = 8;

export async function topMerchants(
  context: Context,
  period: Period,
  of: string,
): Promise<HomeRecord['merchants']> {
  if (context.actor.account_type === 'merchant') return [];
  const reached = scopeWithin(context, of, 'account.id');
  const { rows } = await sql<HomeRecord['merchants'][number]>`${partsByHour([period], reached)}
    select top.merchant_id, account.name as merchant_name, top.amount, top.count from (
      select merchant_id, sum(amount_captured)::bigint as amount,
        sum(captured_count)::bigint as count
      from part where currency = ${period.currency}
        and type = any(${taking}) and not status = any(${lifeless})
      group by merchant_id having sum(amount_captured) > 0
      order by 2 desc, 1 limit ${most_merchants}) as top
    join account on account.id = top.merchant_id
    order by top.amount desc, top.merchant_id`.execute(connect(context));
  return rows;
}
