-- The stored sums by kind of an hour are not its transactions', though nothing lags behind (I20).
select merchant_id, day, hour_at, currency, processor_id, type, status, payment_type, card_brand,
  response_code, was.transaction_count as transactions, stored.transaction_count as stored
from (
  select t.merchant_id, (t.created_at at time zone s.time_zone)::date as day,
    date_trunc('hour', t.created_at, 'UTC') as hour_at, t.currency, t.processor_id, t.type,
    t.status, t.payment_type,
    coalesce(t.response_body -> 'card' ->> 'card_type',
      t.response_body -> 'terminal' ->> 'card_type', '') as card_brand,
    case when t.status = 'declined' then t.response_code else 0 end as response_code,
    count(*) as transaction_count, count(*) filter (where t.amount_captured > 0) as captured_count,
    sum(t.amount) as amount, sum(t.amount_captured) as amount_captured
  from transaction_day_state s join transaction t on t.merchant_id = s.merchant_id
  where t.status <> 'pending'
  group by t.merchant_id, day, hour_at, t.currency, t.processor_id, t.type, t.status,
    t.payment_type, card_brand, 10) as was
full join transaction_kind_hour as stored
  using (merchant_id, day, hour_at, currency, processor_id, type, status, payment_type, card_brand,
    response_code)
where (was.transaction_count, was.captured_count, was.amount, was.amount_captured)
  is distinct from (stored.transaction_count, stored.captured_count, stored.amount, stored.amount_captured)
  and not sums_lag(coalesce(was.merchant_id, stored.merchant_id), coalesce(was.day, stored.day))
