// The merchants below a partner or administrator that took the most in a period.
import { sql } from 'kysely';
import type { HomeRecord } from '../../../contract/reports/dashboard.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scopeWithin } from '../../db/scope.ts';
import { partsOf } from '../../payments/transactions/reading/totals/stored-sums.ts';
import { figuresOf } from '../../payments/transactions/reading/totals/totals-hours.ts';
import type { Span } from './days.ts';

const max_merchants = 8;

type TopMerchant = HomeRecord['merchants'][number] & { currency: string };

/** The first of each currency. */
export async function topMerchants(
  context: Context,
  period: Pick<Span, 'since' | 'until'>,
  of: string,
): Promise<TopMerchant[]> {
  if (context.actor.account_type === 'merchant') return [];
  const figures = figuresOf(['transaction_amount_sum', 'captured_count']);
  const reached = scopeWithin(context, of, 'account.id');
  const { rows } = await sql<TopMerchant>`${partsOf(figures, [period], reached)}
    select top.merchant_id, account.name as merchant_name, top.currency, top.amount, top.count
    from (
      select merchant_id, currency, sum(transaction_amount_sum)::bigint as amount,
        sum(captured_count)::bigint as count, row_number() over (partition by currency
          order by sum(transaction_amount_sum) desc, merchant_id) as place
      from part group by merchant_id, currency having sum(transaction_amount_sum) > 0) as top
    join account on account.id = top.merchant_id
    where top.place <= ${max_merchants}
    order by top.currency, top.place`.execute(connect(context));
  return rows;
}
