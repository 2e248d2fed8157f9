// The hourly job that sums the ledger: a snapshot of each balance and the turnover of each day.
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { connect, inTransaction } from '../db/database.ts';
import { forEachMerchant } from '../db/each.ts';

// An entry has the time of its insert and is seen only after its commit. Ten minutes are far longer
// than a transaction that posts, so no entry with an earlier time appears later.
const bound = sql<Date>`date_trunc('hour', clock_timestamp() - interval '10 minutes')`;

/**
 * Writes for every account with entries behind its last snapshot the next one, and adds the same
 * entries to ledger_day in the same commit, so that both cover exactly the same (L04, L05). Looks
 * at recorded_at alone: the sandbox's clock changes nothing. Running twice in an hour writes
 * nothing new; who deletes snapshots must delete the days too. The caller is the system; gives the
 * rows written.
 */
export async function writeSnapshots(context: Context, through_at?: Date): Promise<number> {
  const { rows: owners } = await sql<{ merchant_id: string }>`
    select distinct owner_id as merchant_id from ledger_account`.execute(connect(context));
  const through = through_at ? sql<Date>`${through_at}::timestamptz` : bound;
  let written = 0;
  await forEachMerchant(context, 'no_snapshot', owners, async ({ merchant_id: owner_id }) => {
    written += await inTransaction(context, owner_id, async (tx) => {
      const { rows } = await sql<{ snapshot_count: number }>`
        with tail as materialized (
          select a.id as account_id, s.balance, s.entry_count, p.effective_on, p.kind, e.amount,
            b.through_at
          from (select ${through} as through_at) b
          cross join ledger_account a
          left join lateral (
            select x.balance, x.entry_count, x.through_at from ledger_snapshot x
            where x.owner_id = a.owner_id and x.account_id = a.id
            order by x.through_at desc limit 1) s on true
          join ledger_entry e on e.owner_id = a.owner_id and e.account_id = a.id
            and e.recorded_at >= coalesce(s.through_at, '-infinity')
            and e.recorded_at < b.through_at
          join ledger_posting p on p.owner_id = e.owner_id and p.id = e.posting_id
          where a.owner_id = ${owner_id}
        ), snapshot as (
          insert into ledger_snapshot (owner_id, account_id, through_at, balance, entry_count)
          select ${owner_id}, account_id, through_at, coalesce(min(balance), 0) + sum(amount),
            coalesce(min(entry_count), 0) + count(*)
          from tail group by account_id, through_at
          returning account_id
        ), turnover as (
          insert into ledger_day as d
            (owner_id, account_id, effective_on, kind, debit, credit, entry_count)
          select ${owner_id}, account_id, effective_on, kind, sum(greatest(amount, 0)),
            sum(least(amount, 0)), count(*)
          from tail group by account_id, effective_on, kind
          on conflict (owner_id, account_id, effective_on, kind) do update set
            debit = d.debit + excluded.debit, credit = d.credit + excluded.credit,
            entry_count = d.entry_count + excluded.entry_count
        )
        select count(*) as snapshot_count from snapshot`.execute(tx);
      return rows[0]?.snapshot_count ?? 0;
    });
  });
  return written;
}
