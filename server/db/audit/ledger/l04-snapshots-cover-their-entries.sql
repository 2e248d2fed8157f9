-- A snapshot differs from the entries it covers (L04, I5).
select s.owner_id, s.account_id, s.through_at, s.balance, coalesce(sum(e.amount), 0) as entries
from ledger_snapshot s
left join ledger_entry e on e.owner_id = s.owner_id and e.account_id = s.account_id
  and e.recorded_at < s.through_at
group by s.owner_id, s.account_id, s.through_at
having coalesce(sum(e.amount), 0) <> s.balance or count(e.line) <> s.entry_count
