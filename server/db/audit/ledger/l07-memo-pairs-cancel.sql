-- Holds or exposures differ from their contra account, or the operator's claim from its twin (L07).
select owner_id, party, currency, left(kind, 8) as pair, sum(amount) as difference
from ledger_balance
where kind in ('authorization_hold', 'authorization_contra', 'exposure', 'exposure_contra')
group by owner_id, party, currency, left(kind, 8)
having sum(amount) <> 0
union all
select '', '', currency, 'due', sum(amount)
from ledger_balance
where kind in ('due_to_operator', 'due_from_funds')
group by currency
having sum(amount) <> 0
