-- A bank entry came back and is not booked, though its transaction waits for nothing more (I21).
select w.merchant_id, w.processor_id, w.reference, w.kind, w.transaction_id,
  coalesce(t.status, 'not found') as status, w.try_count, w.last_error, w.error_id
from waiting_return w
left join transaction t on t.merchant_id = w.merchant_id and t.id = w.transaction_id
where w.try_count > 2 or (w.recorded_at < clock_timestamp() - interval '1 hour'
  and coalesce(t.status, '') not in ('pending', 'unknown')
  and not (w.kind = 'late_return' and coalesce(t.status, '') = 'pending_settlement'))
