-- An approved charge and its transaction do not belong to each other one to one (I7).
--
-- What one database can say of it; the processor's own journal is held against ours in tests.
with charge as (
  select a.merchant_id, a.transaction_id, a.processor_id, a.currency, a.reference,
    coalesce(a.answer -> 'processor_ref' ->> 'transaction_id', '') as processor_transaction_id
  from rail_attempt a
  where a.operation in ('sale', 'authorize', 'credit', 'refund', 'verify') and a.recovery_of = ''
    and a.state = 'answered' and a.outcome in ('approved', 'partial')
), counted as (
  select c.*, count(*) over (partition by c.merchant_id, c.transaction_id) as charge_count
  from charge c
)
select c.merchant_id, c.transaction_id, c.reference, t.status,
  case when c.charge_count > 1 then 'it was charged more than once'
    else 'its charge is approved and it is not' end as fault
from counted c
join transaction t on t.merchant_id = c.merchant_id and t.id = c.transaction_id
where c.charge_count > 1 or t.status in ('pending', 'unknown', 'declined')
  and not (t.status = 'declined' and exists (
    select from transaction_event e
    where e.merchant_id = t.merchant_id and e.transaction_id = t.id
      and e.from_status in ('flagged', 'flagged_partner')))
union all
select t.merchant_id, t.id, '', t.status, 'no approved charge of its processor stands behind it'
from transaction t
left join charge c on c.merchant_id = t.merchant_id and c.transaction_id = t.id
  and c.processor_id = t.processor_id and c.currency = t.currency
where c.reference is null and t.payment_type <> 'cash'
  and t.status not in ('pending', 'unknown', 'declined')
union all
select c.merchant_id, min(c.transaction_id), min(c.reference), '', 'the processor says it of two'
from charge c
where c.processor_transaction_id <> ''
group by c.merchant_id, c.processor_id, c.processor_transaction_id
having count(*) > 1
