// `GET /admin/stats/partner/…`: transactions of all merchants below one partner.
import { type RawBuilder, sql } from 'kysely';
import { invalid, notFound } from '../../../contract/errors.ts';
import { instant } from '../../../contract/fields.ts';
import {
  type PartnerStatistics,
  type statistics,
  statistics_types,
} from '../../../contract/reports/statistics.ts';
import type { Context } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { scope, scopeWithin } from '../../db/scope.ts';
import { intervalOf } from '../../db/search.ts';
import type { Handlers } from '../../http/serve.ts';
import { partsOf } from '../../payments/transactions/reading/totals/stored-sums.ts';
import {
  incoming_types,
  uncounted_statuses,
} from '../../payments/transactions/reading/totals/totals.ts';
import { kinds } from '../../payments/transactions/reading/totals/totals-kinds.ts';

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

type Interval = Parameters<typeof partsOf>[1][number];

/** A row for each currency, the one with most transactions first. */
function countsOf(context: Context, interval: Interval, of: string, type: string) {
  const times = (where: RawBuilder<unknown>) =>
    sql`coalesce(sum(transaction_count) filter (where ${where}), 0)::bigint`;
  const accepted = (name: string) =>
    times(sql`type = ${name} and status not in ('declined', 'pending', 'unknown')`);
  return sql<Row>`${partsOf(kinds, [interval], scopeWithin(context, of, 'account.id'))}
    select currency, ${times(sql`true`)} as total_count, ${accepted('sale')} as sale_count,
      ${accepted('authorize')} as authorize_count, ${accepted('credit')} as credit_count,
      ${times(sql`status = 'voided'`)} as void_count,
      ${times(sql`status = 'declined' and response_code < 300`)} as decline_count,
      ${times(sql`status = 'declined' and response_code >= 300`)} as error_count,
      coalesce(sum(amount_captured) filter (where type = any(${incoming_types})
        and not status = any(${uncounted_statuses})), 0)::bigint as amount_sum
    from part where ${type} = 'transaction' or payment_type = ${type}
    group by currency order by total_count desc, currency`.execute(connect(context));
}

export const partnerStatistics: Handlers<typeof statistics>['partner'] = async (
  context,
  { partnerId, type, startTime, endTime },
) => {
  if (!(statistics_types as readonly string[]).includes(type)) invalid('Type');
  const { since, until } = intervalIn(context, startTime, endTime);
  await requirePartner(context, partnerId);
  const { rows } = await countsOf(context, { since, until }, partnerId, type);
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
