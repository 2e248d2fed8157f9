// Where a merchant's money is: balances with each processor, and what settled and arrived by day.
import { sql } from 'kysely';
import { invalid } from '../../contract/errors.ts';
import {
  type PayoutProcessor,
  type PayoutsRecord,
  payout_days,
  type payouts,
} from '../../contract/ledger/payouts.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { requireMerchant } from '../db/require-merchant.ts';
import { scope } from '../db/scope.ts';
import type { Handlers } from '../http/serve.ts';
import { from_accounts, snapshot_and_tail } from './balances.ts';

type Sums = PayoutsRecord['sums'][number];
type Day = PayoutsRecord['days'][number];

const day_ms = 86_400_000;

/** What stands with each processor, without those where nothing does. */
async function sumsOf(context: Context, owner_id: string): Promise<Sums[]> {
  const of = (kind: string) =>
    sql`coalesce(sum(b.amount) filter (where b.kind = ${kind}), 0)::bigint`;
  const { rows } = await sql<Sums>`
    select b.party as processor_id, b.currency,
      ${of('authorization_hold')} as held, ${of('processor_receivable')} as open,
      ${of('settlement_receivable')} as settled, ${of('processor_reserve')} as reserve,
      ${of('dispute_receivable')} as disputed, ${of('settlement_suspense')} as difference,
      ${of('cash_collected')} as cash
    from (select a.kind, a.party, a.currency, ${snapshot_and_tail} as amount
      ${from_accounts}
      where a.owner_id = ${owner_id} and ${scope(context, 'a.owner_id')}
        and a.kind in ('authorization_hold', 'processor_receivable', 'settlement_receivable',
          'processor_reserve', 'dispute_receivable', 'settlement_suspense', 'cash_collected')) b
    group by b.party, b.currency having bool_or(b.amount <> 0)
    order by b.currency, b.party`.execute(connect(context));
  return rows;
}

/** Days up to the last snapshot are summed already; what came behind it is looked at by day. */
async function daysOf(context: Context, owner_id: string, since: string): Promise<Day[]> {
  const { rows } = await sql<Day>`
    with account as materialized (
      select a.id, a.owner_id, a.kind, a.party, a.currency, s.through_at ${from_accounts}
      where a.owner_id = ${owner_id} and ${scope(context, 'a.owner_id')}
        and a.kind in ('settlement_receivable', 'merchant_bank'))
    select m.party as processor_id, m.currency, m.effective_on as day,
      coalesce(sum(m.amount) filter (
        where m.kind = 'settlement_receivable' and m.posted <> 'funding'), 0)::bigint as settled,
      coalesce(sum(m.amount) filter (where m.kind = 'merchant_bank'), 0)::bigint as paid_out
    from (
      select a.kind, a.party, a.currency, d.effective_on, d.kind as posted,
        d.debit + d.credit as amount
      from account a join ledger_day d on d.owner_id = a.owner_id and d.account_id = a.id
      where d.effective_on >= ${since}
      union all
      select a.kind, a.party, a.currency, p.effective_on, p.kind, e.amount
      from account a
      join ledger_entry e on e.owner_id = a.owner_id and e.account_id = a.id
        and e.recorded_at >= coalesce(a.through_at, '-infinity')
      join ledger_posting p on p.owner_id = e.owner_id and p.id = e.posting_id
      where p.effective_on >= ${since}) m
    group by m.party, m.currency, m.effective_on
    order by m.effective_on desc, m.currency, m.party`.execute(connect(context));
  return rows.filter((row) => row.settled !== 0 || row.paid_out !== 0);
}

/** What processors and terminals are called, and when they settle by themselves. */
async function processorsOf(
  context: Context,
  owner_id: string,
  ids: readonly string[],
): Promise<PayoutsRecord['processors']> {
  const { rows } = await sql<PayoutProcessor>`
    select id, name, timezone, case when status = 'released'
      or features ->> 'disable_auto_settle' = 'true' then '' else settle_at end as settle_at
    from processor where merchant_id = ${owner_id} and ${scope(context, 'merchant_id')}
      and id = any(${ids})
    order by id`.execute(connect(context));
  return rows;
}

/** Three statements whatever the merchant has; empty for one outside the caller's scope. */
export async function payoutsOf(context: Context, owner_id: string): Promise<PayoutsRecord> {
  const since_ms = context.clock.now().getTime() - payout_days * day_ms;
  const since = new Date(since_ms).toISOString().slice(0, 10);
  const [sums, days] = await Promise.all([
    sumsOf(context, owner_id),
    daysOf(context, owner_id, since),
  ]);
  const ids = [...new Set([...sums, ...days].map(({ processor_id }) => processor_id))];
  return { since, sums, days, processors: await processorsOf(context, owner_id, ids) };
}

export const payoutHandlers: Handlers<typeof payouts> = {
  get: async (context, _params, { merchant_id }) => {
    const { account_type, account_id } = context.actor;
    const own = account_type === 'merchant' ? account_id : undefined;
    if (merchant_id !== undefined) await requireMerchant(context, merchant_id);
    return await payoutsOf(context, merchant_id ?? own ?? invalid('Merchant ID'));
  },
};
