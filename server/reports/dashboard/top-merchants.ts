// The merchants below a partner or administrator that took the most in a period.
import { sql } from 'kysely';
import type { HomeRecord } from '../../../contract/reports/dashboard.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { lifeless, taking } from '../../payments/transactions/reading/totals.ts';
import type { Period } from './days.ts';

const most_merchants = 8;

export async function topMerchants(
  context: Context,
  { since, until, currency }: Period,
): Promise<HomeRecord['merchants']> {
  if (context.actor.account_type === 'merchant') return [];
  const { rows } = await sql<HomeRecord['merchants'][number]>`
    select top.merchant_id, account.name as merchant_name, top.amount, top.count from (
      select t.merchant_id, sum(t.amount_captured)::bigint as amount,
        count(*) filter (where t.amount_captured > 0) as count
      from transaction t
      where t.created_at >= ${since} and t.created_at < ${until} and t.currency = ${currency}
        and t.type = any(${taking}) and not t.status = any(${lifeless})
        and ${scope(context, 't.merchant_id')}
      group by t.merchant_id having sum(t.amount_captured) > 0
      order by 2 desc, 1 limit ${most_merchants}) as top
    join account on account.id = top.merchant_id
    order by top.amount desc, top.merchant_id`.execute(connect(context));
  return rows;
}
