-- A time runs backwards: before its making, in the future, or a history out of order (I19).
--
-- The future begins at business time, a minute later where the servers' clocks disagree. A change
-- takes its time before it waits for its row, by less than the minute a transaction may live.
with clock as (
  select clock_timestamp() + coalesce((select max(offset_ms) from sandbox_clock), 0)
    * interval '1 millisecond' + interval '1 minute' as latest
)
select t.merchant_id, t.id, t.created_at, t.updated_at, 'changed before it was made' as fault
from transaction t where t.updated_at < t.created_at
union all
select t.merchant_id, t.id, t.created_at, t.updated_at, 'changed in the future'
from transaction t, clock c where t.updated_at > c.latest
union all
select e.merchant_id, e.transaction_id, e.created_at, e.before, 'a history out of order'
from (
  select e.*, lag(e.created_at) over
    (partition by e.merchant_id, e.transaction_id order by e.sequence) as before
  from transaction_event e
) e
where e.created_at < e.before - interval '1 minute'
union all
select p.owner_id, p.id, p.recorded_at, clock_timestamp(), 'recorded in the future'
from ledger_posting p where p.recorded_at > clock_timestamp() + interval '1 minute'
union all
select a.merchant_id, a.id, a.recorded_at, clock_timestamp(), 'recorded in the future'
from audit_log a where a.recorded_at > clock_timestamp() + interval '1 minute'
