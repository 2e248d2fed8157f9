-- A posting has no entries or a single one (L02).
select p.owner_id, p.id as posting_id, p.key, count(e.line) as entry_count
from ledger_posting p
left join ledger_entry e on e.owner_id = p.owner_id and e.posting_id = p.id
group by p.owner_id, p.id
having count(e.line) < 2
