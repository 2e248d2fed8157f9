-- The stored sums of a day are not those of its transactions, though nothing lags behind (I20).
select merchant_id, day, currency, processor_id, source, type, status,
  was.transaction_count as transactions, stored.transaction_count as stored
from (
  select t.merchant_id, (t.created_at at time zone s.time_zone)::date as day, t.currency,
    t.processor_id, t.transaction_source as source, t.type, t.status,
    count(*) as transaction_count, sum(t.amount) as amount,
    sum(t.amount_authorized) as amount_authorized, sum(t.amount_captured) as amount_captured,
    sum(case when t.amount_captured = 0 then 0 when t.captured_parts is null then t.tax_amount
      + t.shipping_amount + t.duty_amount + t.tip_amount + t.surcharge + t.service_fee
      + t.discount_amount else (t.captured_parts ->> 'tax_amount')::bigint
      + (t.captured_parts ->> 'shipping_amount')::bigint + (t.captured_parts ->> 'duty_amount')::bigint
      + (t.captured_parts ->> 'tip_amount')::bigint + (t.captured_parts ->> 'surcharge')::bigint
      + (t.captured_parts ->> 'service_fee')::bigint
      + (t.captured_parts ->> 'discount_amount')::bigint end) as parts
  from transaction_day_state s join transaction t on t.merchant_id = s.merchant_id
  where t.status <> 'pending'
  group by t.merchant_id, day, t.currency, t.processor_id, source, t.type, t.status) as was
full join transaction_day as stored
  using (merchant_id, day, currency, processor_id, source, type, status)
where (was.transaction_count, was.amount, was.amount_authorized, was.amount_captured, was.parts)
  is distinct from (stored.transaction_count, stored.amount, stored.amount_authorized,
    stored.amount_captured, stored.tax_amount + stored.shipping_amount + stored.duty_amount
    + stored.tip_amount + stored.surcharge + stored.service_fee + stored.discount_amount)
  and not sums_lag(coalesce(was.merchant_id, stored.merchant_id), coalesce(was.day, stored.day))
