-- A message to a processor is neither resolved nor waiting for its next inquiry or a person (I6).
select merchant_id, id, transaction_id, state, 'left behind' as fault
from rail_attempt
where state = 'sent' and recorded_at < clock_timestamp() - interval '1 hour'
union all
select merchant_id, id, transaction_id, state, 'no inquiry is due'
from rail_attempt
where state = 'no_answer' and recovery_of = '' and next_inquiry_at is null and inquiry_count < 9
union all
select t.merchant_id, '', t.id, t.status, 'unknown without an open attempt'
from transaction t
where t.status = 'unknown' and not exists (
  select from rail_attempt a
  where a.merchant_id = t.merchant_id and a.transaction_id = t.id
    and a.state in ('sent', 'no_answer'))
