-- A committed change has no event, or the events of something have a gap, or one is stuck (I9).
--
-- Events that everybody has taken are forgotten after thirty days, the oldest first.
with event_counts as (
  select merchant_id, resource_id, min(sequence) as first, max(sequence) as last,
    count(*) as event_count
  from outbox group by merchant_id, resource_id
), latest as (
  select merchant_id, max(delivered_at) as delivered_at from outbox group by merchant_id
)
select merchant_id, resource_id, last as sequence, 'its events have a gap' as fault
from event_counts where event_count <> last - first + 1
union all
select t.merchant_id, t.id, coalesce(o.last, 0), 'its last change has no event'
from transaction t
left join event_counts o on o.merchant_id = t.merchant_id and o.resource_id = t.id
where t.status <> 'pending' and o.last is distinct from t.version
  and (o.last is not null
    or t.updated_at > (select max(x.created_at) from outbox x) - interval '29 days')
union all
select c.merchant_id, c.id, o.last, 'its last event is not the one it counted'
from (
  select merchant_id, id, event_count from settlement_batch
  union all select merchant_id, id, event_count from saved_method
) c
join event_counts o on o.merchant_id = c.merchant_id and o.resource_id = c.id
where o.last <> c.event_count
union all
select o.merchant_id, o.resource_id, o.sequence, 'younger events were taken and this one was not'
from outbox o
join latest l on l.merchant_id = o.merchant_id
where o.delivered_at is null and o.created_at < l.delivered_at - interval '72 hours'
