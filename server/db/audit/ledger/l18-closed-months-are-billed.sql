-- A closed month leaves fees that were accrued and never invoiced (L18).
select l.owner_id, l.currency, sum(l.amount) as unbilled
from ledger_line l
join (
  select owner_id, max(period) as period from ledger_period where state = 'closed'
  group by owner_id) r on r.owner_id = l.owner_id
where l.kind = 'fees_unbilled' and l.period <= r.period
group by l.owner_id, l.currency
having sum(l.amount) <> 0
