-- A payment that came back still counts in sales, taxes, credits or another part (L22).
select l.owner_id, l.source_id as transaction_id, l.kind, sum(l.amount) as left_over
from transaction t
join ledger_line l on l.owner_id = t.merchant_id and l.source_id = t.id
where t.status in ('returned', 'late_return')
  and l.kind not in ('processor_receivable', 'settlement_receivable')
group by l.owner_id, l.source_id, l.kind
having sum(l.amount) <> 0
