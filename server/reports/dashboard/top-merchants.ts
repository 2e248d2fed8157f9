// The merchants below a partner or administrator that took the most in a period.
import { sql } from 'kysely';
import type { HomeRecord } from '../../../contract/reports/dashboard.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import type { Period } from './days.ts';
import { figureParts } from './sums.ts';

const most_merchants = 8;

export async function topMerchants(
  context: Context,
  period: Period,
  of: string,
): Promise<HomeRecord['merchants']> {
  if (context.actor.account_type === 'merchant') return [];
  const { rows } = await sql<HomeRecord['merchants'][number]>`
    ${figureParts(context, [period], of)}
    select top.merchant_id, account.name as merchant_name, top.amount, top.count from (
      select merchant_id, sum(transaction_amount_sum)::bigint as amount,
        sum(captured_count)::bigint as count
      from part where currency = ${period.currency}
      group by merchant_id having sum(transaction_amount_sum) > 0
      order by 2 desc, 1 limit ${most_merchants}) as top
    join account on account.id = top.merchant_id
    order by top.amount desc, top.merchant_id`.execute(connect(context));
  return rows;
}
