-- A settled transaction stands in no batch, or a batch counts other members than it has (I11).
select t.merchant_id, t.id, t.settlement_batch_id, 'not in a batch of its processor' as fault
from transaction t
left join settlement_batch b on b.merchant_id = t.merchant_id and b.id = t.settlement_batch_id
where t.payment_type <> 'cash'
  and (t.settlement_batch_id <> ''
    or t.status in ('settled', 'partially_refunded', 'refunded', 'late_return'))
  and (b.id is null or b.processor_id <> t.processor_id or b.currency <> t.currency)
union all
select b.merchant_id, '', b.id, 'counts other members than it has'
from settlement_batch b
left join transaction t on t.merchant_id = b.merchant_id and t.settlement_batch_id = b.id
where b.state in ('closed', 'confirmed', 'funded', 'mismatch')
group by b.merchant_id, b.id
having count(t.id) <> b.num_transactions
