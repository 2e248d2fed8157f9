-- A status moved where it may not, or differs from its history (I4).
--
-- The moves are those of contract/payments/transactions/states.ts; a test compares them.
with legal (from_status, to_status) as (
  values
    ('', 'pending'),
    ('', 'declined'),
    ('', 'flagged'),
    ('', 'flagged_partner'),
    ('', 'pending_settlement'),
    ('pending', 'unknown'),
    ('pending', 'declined'),
    ('pending', 'authorized'),
    ('pending', 'pending_settlement'),
    ('pending', 'flagged'),
    ('pending', 'flagged_partner'),
    ('unknown', 'declined'),
    ('unknown', 'authorized'),
    ('unknown', 'pending_settlement'),
    ('unknown', 'flagged'),
    ('unknown', 'flagged_partner'),
    ('flagged', 'pending_settlement'),
    ('flagged', 'voided'),
    ('flagged', 'declined'),
    ('flagged_partner', 'pending_settlement'),
    ('flagged_partner', 'voided'),
    ('flagged_partner', 'declined'),
    ('authorized', 'pending_settlement'),
    ('authorized', 'voided'),
    ('pending_settlement', 'settled'),
    ('pending_settlement', 'voided'),
    ('pending_settlement', 'returned'),
    ('settled', 'partially_refunded'),
    ('settled', 'refunded'),
    ('settled', 'late_return'),
    ('partially_refunded', 'partially_refunded'),
    ('partially_refunded', 'refunded'),
    ('partially_refunded', 'settled'),
    ('partially_refunded', 'late_return'),
    ('refunded', 'partially_refunded'),
    ('refunded', 'settled'),
    ('refunded', 'late_return')
), history as (
  select e.*, lag(e.to_status, 1, '') over own as before,
    lead(e.sequence) over own is null as is_last, row_number() over own as place
  from transaction_event e
  window own as (partition by e.merchant_id, e.transaction_id order by e.sequence)
)
select h.merchant_id, h.transaction_id, h.from_status, h.to_status, 'no legal move' as fault
from history h
where not exists (
  select from legal l where l.from_status = h.from_status and l.to_status = h.to_status)
union all
select merchant_id, transaction_id, from_status, to_status, 'the history has a gap'
from history
where from_status <> before or sequence <> place
union all
select t.merchant_id, t.id, h.to_status, t.status, 'the history ends elsewhere'
from transaction t
left join history h on h.merchant_id = t.merchant_id and h.transaction_id = t.id and h.is_last
where h.to_status is distinct from t.status
