-- The stored sums of a day by kind are not those of its hours, which are written with it (I20).
select merchant_id, day, currency, processor_id, type, status, payment_type, card_brand,
  response_code, was.transaction_count as transactions, stored.transaction_count as stored
from (
  select merchant_id, day, currency, processor_id, type, status, payment_type, card_brand,
    response_code, sum(transaction_count) as transaction_count,
    sum(captured_count) as captured_count, sum(amount) as amount,
    sum(amount_captured) as amount_captured
  from transaction_kind_hour
  group by merchant_id, day, currency, processor_id, type, status, payment_type, card_brand,
    response_code) as was
full join transaction_kind_day as stored
  using (merchant_id, day, currency, processor_id, type, status, payment_type, card_brand,
    response_code)
where (was.transaction_count, was.captured_count, was.amount, was.amount_captured)
  is distinct from (stored.transaction_count, stored.captured_count, stored.amount, stored.amount_captured)
