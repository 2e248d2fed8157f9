-- A part that totals count of a payment, or that a refund states, is not what the books have (I22).
select merchant_id, id, part, sum(counted) as counted, sum(posted) as posted
from (
  select t.merchant_id, t.id, p.part,
    p.sign * case when t.captured_parts is null then p.stated
      else (t.captured_parts ->> p.name)::bigint end as counted, 0 as posted
  from transaction t cross join lateral (values
    ('tax_collected', 'tax_amount', t.tax_amount, 1),
    ('shipping_collected', 'shipping_amount', t.shipping_amount, 1),
    ('duty_collected', 'duty_amount', t.duty_amount, 1),
    ('tip_collected', 'tip_amount', t.tip_amount, 1),
    ('surcharge_collected', 'surcharge', t.surcharge, 1),
    ('service_fee_collected', 'service_fee', t.service_fee, 1),
    ('discount_given', 'discount_amount', t.discount_amount, -1)) as p (part, name, stated, sign)
  where t.type in ('sale', 'authorize', 'capture') and t.amount_captured > 0
    and t.status in ('pending_settlement', 'settled', 'partially_refunded', 'refunded')
  union all
  select l.owner_id, l.source_id, l.kind, 0, -l.amount
  from ledger_line l
  join transaction t on t.merchant_id = l.owner_id and t.id = l.source_id
  where t.type in ('sale', 'authorize', 'capture') and t.amount_captured > 0
    and t.status in ('pending_settlement', 'settled', 'partially_refunded', 'refunded')
    and l.posting_kind in ('sale', 'capture', 'split_leg', 'tip_adjust', 'cash_sale')
    and l.kind in ('tax_collected', 'shipping_collected', 'duty_collected', 'tip_collected',
      'surcharge_collected', 'service_fee_collected', 'discount_given')
  union all
  select r.merchant_id, r.id, 'surcharge_collected', r.surcharge, coalesce((
    select sum(l.amount) from ledger_line l
    where l.owner_id = r.merchant_id and l.source_id = r.id and l.kind = 'surcharge_collected'
      and l.posting_kind in ('refund', 'cash_refund')), 0)
  from transaction r
  where r.type = 'refund' and r.status in ('pending_settlement', 'settled')
    and (r.surcharge <> 0 or exists (select 1 from rail_attempt a
      where a.merchant_id = r.merchant_id and a.transaction_id = r.id
        and a.operation = 'refund' and a.context ? 'surcharge'))
) x
group by merchant_id, id, part
having sum(counted) <> sum(posted)
