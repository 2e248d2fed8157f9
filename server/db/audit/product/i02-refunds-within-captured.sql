-- Refunds exceed what was captured or settled, or differ from what their transaction says (I2).
select p.merchant_id, p.id, p.amount_captured, p.amount_settled, p.refund_reserved,
  p.amount_refunded, coalesce(r.open, 0) as open_refunds, coalesce(r.done, 0) as done_refunds
from transaction p
left join (
  select merchant_id, referenced_transaction_id,
    sum(amount) filter (where status in ('pending', 'unknown', 'pending_settlement', 'settled'))
      as open,
    sum(amount) filter (where status in ('pending_settlement', 'settled')) as done
  from transaction where type = 'refund' group by merchant_id, referenced_transaction_id
) r on r.merchant_id = p.merchant_id and r.referenced_transaction_id = p.id
where p.type not in ('refund', 'credit')
  and (coalesce(r.open, 0) > p.amount_captured
    or coalesce(r.open, 0) > p.amount_settled
    or coalesce(r.open, 0) <> p.refund_reserved
    or coalesce(r.done, 0) <> p.amount_refunded)
union all
select merchant_id, id, amount_captured, amount_settled, refund_reserved, amount_refunded, 0, 0
from transaction
where status = 'voided' and (amount_settled <> 0 or settlement_batch_id <> '')
