// Balances in the caller's scope, summed as requested, each with the sign of its normal side.
import { type SqlBool, sql } from 'kysely';
import type { InputOf, Rows } from '../../contract/endpoint.ts';
import type { BalanceRecord, balances } from '../../contract/ledger/balances.ts';
import type { Context } from '../context.ts';
import { connect } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import type { Handlers } from '../http/serve.ts';
import { from_accounts, snapshot_and_tail } from './balances.ts';

type Input = InputOf<(typeof balances)['search']>;

/** Up to the last snapshot, the sums of days are added up; after it, the entries. */
function amountUntil(as_of: string | undefined) {
  if (as_of === undefined) return snapshot_and_tail;
  return sql<number>`(coalesce((
    select sum(d.debit + d.credit) from ledger_day d
    where d.owner_id = a.owner_id and d.account_id = a.id and d.effective_on <= ${as_of}), 0)
  + coalesce((
    select sum(e.amount) from ledger_entry e
    join ledger_posting p on p.owner_id = e.owner_id and p.id = e.posting_id
    where e.owner_id = a.owner_id and e.account_id = a.id
      and e.recorded_at >= coalesce(s.through_at, '-infinity')
      and p.effective_on <= ${as_of}), 0))::bigint`;
}

function whereOf(context: Context, input: Input) {
  const conditions = [scope(context, 'a.owner_id')];
  const { merchant_id, processor_id, currency, account } = input;
  if (merchant_id) conditions.push(sql<SqlBool>`a.owner_id = ${merchant_id}`);
  if (currency) conditions.push(sql<SqlBool>`a.currency = ${currency}`);
  if (account) conditions.push(sql<SqlBool>`a.kind = ${account}`);
  if (processor_id) {
    conditions.push(sql<SqlBool>`a.party = ${processor_id} and k.party = 'processor'`);
  }
  // Accounts of the operator's book can have a merchant as party, but belong to the operator.
  if (context.actor.account_type === 'merchant') {
    conditions.push(sql<SqlBool>`a.book <> 'operator'`);
  }
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

type Row = { [K in keyof BalanceRecord]: BalanceRecord[K] | null } & { row_count: number };

/** One page of balances, by owner, book, account, party and currency; minor units. */
export async function searchBalances(context: Context, input: Input): Promise<Rows<BalanceRecord>> {
  const by = input.group_by ?? ['merchant', 'processor'];
  const { rows } = await sql<Row>`
    with balance as materialized (
      select b.merchant_id, b.book, b.account, b.party, b.currency, b.normal_side,
        min(b.owner_id) as owner_id,
        (sum(b.amount) * case b.normal_side when 'credit' then -1 else 1 end)::bigint as balance
      from (
        select case when ${by.includes('merchant')}::boolean then a.owner_id else '' end
            as merchant_id,
          case when ${by.includes('processor')}::boolean then a.party else '' end as party,
          a.owner_id, a.book, a.kind as account, a.currency, k.normal_side,
          ${amountUntil(input.as_of)} as amount
        ${from_accounts} join ledger_kind k on k.kind = a.kind
        where ${whereOf(context, input)}) b
      group by b.merchant_id, b.book, b.account, b.party, b.currency, b.normal_side
      having sum(b.amount) <> 0)
    select p.*, c.row_count from (select count(*) as row_count from balance) c
    left join lateral (
      select b.merchant_id, b.book, b.account, b.party, b.currency, b.normal_side, b.balance,
        coalesce(processor.name, '') as party_name
      from balance b left join processor
        on processor.merchant_id = b.owner_id and processor.id = b.party
      order by b.merchant_id, b.book, b.account, b.party, b.currency
      limit ${input.limit} offset ${input.offset}) p on true`.execute(connect(context));
  const page = rows.filter((row) => row.book !== null);
  return {
    rows: page.map(({ row_count: _, ...row }) => row as BalanceRecord),
    total_count: rows[0]?.row_count ?? 0,
  };
}

export const balanceHandlers: Handlers<typeof balances> = {
  search: (context, _params, input) => searchBalances(context, input),
};
