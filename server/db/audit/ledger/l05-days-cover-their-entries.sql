-- The turnover of a day differs from the entries behind it, up to the last snapshot (L05, I20).
select owner_id, account_id, effective_on, kind, sum(debit) as debit, sum(credit) as credit
from (
  select owner_id, account_id, effective_on, kind, debit, credit, entry_count from ledger_day
  union all
  select e.owner_id, e.account_id, p.effective_on, p.kind, -greatest(e.amount, 0),
    -least(e.amount, 0), -1
  from ledger_entry e
  join ledger_posting p on p.owner_id = e.owner_id and p.id = e.posting_id
  where e.recorded_at < (
    select max(s.through_at) from ledger_snapshot s
    where s.owner_id = e.owner_id and s.account_id = e.account_id)
) x
group by owner_id, account_id, effective_on, kind
having sum(debit) <> 0 or sum(credit) <> 0 or sum(entry_count) <> 0
