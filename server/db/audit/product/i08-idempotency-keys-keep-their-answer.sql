-- A finished request lost the answer it must repeat, or its fingerprint or transaction (I8).
select i.merchant_id, i.key, i.state, i.transaction_id
from idempotency i
where i.fingerprint = ''
  or i.state = 'answered' and (i.answer = '' or i.http_status = 0)
  or i.transaction_id <> '' and not exists (
    select from transaction t where t.merchant_id = i.merchant_id and t.id = i.transaction_id)
  or i.state = 'in_flight' and i.transaction_id <> '' and not exists (
    select from rail_attempt a
    where a.merchant_id = i.merchant_id and a.transaction_id = i.transaction_id
      and a.state in ('sent', 'no_answer'))
