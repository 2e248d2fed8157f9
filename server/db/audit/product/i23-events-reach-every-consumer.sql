-- An event is parked for a consumer, or its position is forgotten: nothing will deliver it (I23).
with latest as (
  select max(created_at) as at from outbox
)
select r.merchant_id, r.consumer, r.resource_id, r.sequence, r.state,
  case when o.id is null then 'its event is gone'
    when r.state = 'parked' then 'it is parked: ' || r.error
    when o.delivered_at is null then 'it was never delivered'
    when r.state = 'held' then 'nothing is open before it'
    else 'its next try was long ago' end as fault
from outbox_retry r
cross join latest
left join outbox o on o.merchant_id = r.merchant_id and o.resource_id = r.resource_id
  and o.sequence = r.sequence
where o.id is null or r.state = 'parked' or o.delivered_at is null
  or r.state = 'held' and not exists (
    select 1 from outbox_retry e
    where e.merchant_id = r.merchant_id and e.consumer = r.consumer
      and e.resource_id = r.resource_id and e.sequence < r.sequence)
  or r.state = 'waiting' and r.next_attempt_at < latest.at - interval '24 hours'
