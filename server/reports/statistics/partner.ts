// `GET /admin/stats/partner/…`: transactions of all merchants below one partner.
import { sql } from 'kysely';
import { invalid, notFound } from '../../../contract/errors.ts';
import { instant } from '../../../contract/fields.ts';
import {
  type PartnerStatistics,
  type statistics,
  statistics_types,
} from '../../../contract/reports/statistics.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope } from '../../db/scope.ts';
import { intervalOf } from '../../db/search.ts';
import type { Handlers } from '../../http/serve.ts';
import { figureParts } from '../dashboard/sums.ts';

/** A time of the path as a bound of a search: unix seconds, a day, or RFC 3339. */
function boundOf(text: string, label: string): string {
  if (/^\d{1,11}$/.test(text)) return new Date(Number(text) * 1_000).toISOString();
  return instant.safeParse(text).success ? text : invalid(label);
}

function intervalIn(context: Context, startTime: string, endTime: string) {
  const start_date = boundOf(startTime, 'Start Time');
  const end_date = boundOf(endTime, 'End Time');
  const now = context.clock.now();
  const { since } = intervalOf({ start_date }, now, 'Start Time');
  const { until } = intervalOf({ end_date }, now, 'End Time');
  if (since === null || until === null || since >= until) return invalid('End Time');
  return { since, until };
}

async function requirePartner(context: Context, id: string): Promise<void> {
  const { rows } = await sql`select 1 from account where id = ${id} and account_type = 'partner'
    and ${scope(context, 'account.id')}`.execute(connect(context));
  if (rows.length === 0) notFound();
}

type Row = Omit<PartnerStatistics, 'by_currency'>;

const counted = ['sale_count', 'authorize_count', 'credit_count', 'void_count'] as const;
const refused = ['decline_count', 'error_count', 'total_count'] as const;

export const partnerStatistics: Handlers<typeof statistics>['partner'] = async (
  context,
  { partnerId, type, startTime, endTime },
) => {
  if (!(statistics_types as readonly string[]).includes(type)) invalid('Type');
  const { since, until } = intervalIn(context, startTime, endTime);
  await requirePartner(context, partnerId);
  const { rows } = await sql<Row>`${figureParts(context, [{ since, until }], partnerId)}
    select currency, sum(transaction_count)::bigint as total_count,
      sum(sale_count)::bigint as sale_count, sum(authorize_count)::bigint as authorize_count,
      sum(credit_count)::bigint as credit_count, sum(void_count)::bigint as void_count,
      coalesce(sum(declined_count) filter (where response_code < 300), 0)::bigint as decline_count,
      coalesce(sum(declined_count) filter (where response_code >= 300), 0)::bigint as error_count,
      sum(transaction_amount_sum)::bigint as amount_sum
    from part where ${type} = 'transaction' or payment_type = ${type}
    group by currency order by total_count desc, currency`.execute(connect(context));
  const total = (name: (typeof counted)[number] | (typeof refused)[number]) =>
    rows.reduce((sum, row) => sum + row[name], 0);
  const counts = Object.fromEntries([...counted, ...refused].map((name) => [name, total(name)]));
  return {
    ...(counts as Pick<Row, (typeof counted)[number] | (typeof refused)[number]>),
    amount_sum: rows[0]?.amount_sum ?? 0,
    currency: rows[0]?.currency ?? '',
    by_currency: rows.map(({ currency, amount_sum }) => ({ currency, amount_sum })),
  };
};
