-- A posting was written into a month after it had closed (L19).
select p.owner_id, p.id as posting_id, p.key, p.period, p.recorded_at, r.closed_at
from ledger_posting p
join ledger_period r on r.owner_id = p.owner_id and r.period = p.period
where r.state = 'closed' and p.recorded_at > r.closed_at
