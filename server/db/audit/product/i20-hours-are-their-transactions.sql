-- The stored figures of an hour are not those of its transactions, though nothing lags behind (I20).
select merchant_id, day, hour_at, currency, response_code,
  was.transaction_count as transactions, stored.transaction_count as stored
from (
  select t.merchant_id, (t.created_at at time zone s.time_zone)::date as day,
    date_trunc('hour', t.created_at, 'UTC') as hour_at, t.currency, t.response_code,
    count(*) as transaction_count,
    coalesce(sum(p.captured), 0) as transaction_amount_sum,
    count(nullif(p.captured, 0)) as captured_count,
    sum((t.type <> 'refund')::int) as attempt_count,
    sum((t.type <> 'refund' and t.status = 'declined')::int) as declined_attempt_count,
    sum((t.type <> 'refund' and t.status = 'unknown')::int) as open_attempt_count,
    sum((t.status = 'declined')::int) as declined_count,
    sum((t.type = 'sale' and p.answered)::int) as sale_count,
    sum((t.type = 'authorize' and p.answered)::int) as authorize_count,
    sum((t.type = 'verification' and p.answered)::int) as verification_count,
    sum((t.type = 'credit' and p.answered)::int) as credit_count,
    count(*) filter (where t.type <> 'sale' and p.captured > 0) as capture_count,
    sum((t.status = 'voided')::int) as void_count,
    count(p.returned) as refund_count, coalesce(sum(p.returned), 0) as refund_sum,
    count(p.authorized) as authorized_count, coalesce(sum(p.authorized), 0) as authorized_sum,
    count(nullif(p.shipping_amount, 0)) as shipping_count,
    coalesce(sum(p.service_fee), 0) as service_fee_sum,
    coalesce(sum(p.surcharge), 0) as surcharge_sum,
    coalesce(sum(p.tip_amount), 0) as tip_sum, count(nullif(p.tip_amount, 0)) as tip_count,
    coalesce(sum(p.discount_amount), 0) as discount_amount_sum,
    count(nullif(p.discount_amount, 0)) as discount_amount_count,
    coalesce(sum(p.tax_amount), 0) as tax_amount_sum,
    coalesce(sum(t.national_tax_amount) filter (where p.captured > 0), 0) as national_tax_amount_sum,
    count(nullif(t.billing_address ->> 'country', '')) as billing_country_count,
    count(nullif(t.billing_address ->> 'state', '')) as billing_state_count,
    count(nullif(t.billing_address ->> 'city', '')) as billing_city_count,
    count(nullif(t.shipping_address ->> 'country', '')) as shipping_country_count,
    count(nullif(t.shipping_address ->> 'state', '')) as shipping_state_count,
    count(nullif(t.shipping_address ->> 'city', '')) as shipping_city_count
  from transaction_day_state s join transaction t on t.merchant_id = s.merchant_id
  cross join lateral (select t.status not in ('declined', 'unknown') as answered,
    t.status in ('unknown', 'declined', 'voided', 'returned', 'partially', 'late') as dead) as a
  cross join lateral (select a.answered,
      case when t.type in ('sale', 'authorize', 'capture') and not a.dead
        then t.amount_captured end as captured,
      case when t.type = 'refund' and not a.dead and t.status <> 'late_return'
        then t.amount end as returned,
      case when t.type in ('sale', 'authorize') and a.answered
        then t.amount_authorized end as authorized,
      case when c.counts then coalesce((t.captured_parts ->> 'shipping_amount')::bigint, t.shipping_amount) end
        as shipping_amount,
      case when c.counts then coalesce((t.captured_parts ->> 'service_fee')::bigint, t.service_fee) end
        as service_fee,
      case when c.counts then coalesce((t.captured_parts ->> 'surcharge')::bigint, t.surcharge) end
        as surcharge,
      case when c.counts then coalesce((t.captured_parts ->> 'tip_amount')::bigint, t.tip_amount) end
        as tip_amount,
      case when c.counts then coalesce((t.captured_parts ->> 'discount_amount')::bigint, t.discount_amount) end
        as discount_amount,
      case when c.counts then coalesce((t.captured_parts ->> 'tax_amount')::bigint, t.tax_amount) end
        as tax_amount
    from (select t.type in ('sale', 'authorize', 'capture') and not a.dead
      and t.amount_captured > 0 as counts) as c) as p
  where t.status <> 'pending'
  group by t.merchant_id, day, hour_at, t.currency, t.response_code) as was
full join transaction_hour as stored
  using (merchant_id, day, hour_at, currency, response_code)
where (
    was.transaction_count, was.transaction_amount_sum, was.captured_count, was.attempt_count,
    was.declined_attempt_count, was.open_attempt_count, was.declined_count, was.sale_count,
    was.authorize_count, was.verification_count, was.credit_count, was.capture_count,
    was.void_count, was.refund_count, was.refund_sum, was.authorized_count, was.authorized_sum,
    was.shipping_count, was.service_fee_sum, was.surcharge_sum, was.tip_sum, was.tip_count,
    was.discount_amount_sum, was.discount_amount_count, was.tax_amount_sum,
    was.national_tax_amount_sum, was.billing_country_count, was.billing_state_count,
    was.billing_city_count, was.shipping_country_count, was.shipping_state_count,
    was.shipping_city_count)
  is distinct from (
    stored.transaction_count, stored.transaction_amount_sum, stored.captured_count, stored.attempt_count,
    stored.declined_attempt_count, stored.open_attempt_count, stored.declined_count, stored.sale_count,
    stored.authorize_count, stored.verification_count, stored.credit_count, stored.capture_count,
    stored.void_count, stored.refund_count, stored.refund_sum, stored.authorized_count,
    stored.authorized_sum, stored.shipping_count, stored.service_fee_sum, stored.surcharge_sum,
    stored.tip_sum, stored.tip_count, stored.discount_amount_sum, stored.discount_amount_count,
    stored.tax_amount_sum, stored.national_tax_amount_sum, stored.billing_country_count,
    stored.billing_state_count, stored.billing_city_count, stored.shipping_country_count,
    stored.shipping_state_count, stored.shipping_city_count)
  and not sums_lag(coalesce(was.merchant_id, stored.merchant_id), coalesce(was.day, stored.day))
