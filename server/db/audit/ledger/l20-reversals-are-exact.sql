-- A reversal is not the exact opposite of the one posting it names (L20).
--
-- Its key is `reverse:` and the key of that posting; keys are unique, so it happens once.
select r.owner_id, r.id as posting_id, r.key, a.account_id, sum(a.amount) as difference
from ledger_posting r
left join ledger_posting p on p.owner_id = r.owner_id and p.key = substr(r.key, 9)
join ledger_entry a on a.owner_id = r.owner_id and a.posting_id in (r.id, p.id)
where r.kind = 'reverse'
group by r.owner_id, r.id, a.account_id
having sum(a.amount) <> 0
