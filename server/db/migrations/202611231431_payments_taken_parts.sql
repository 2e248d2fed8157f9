-- What the books have of each part of a payment, where that is not what the payment states: of a
-- partial approval or capture, and where stated parts exceed the amount. Null: as stated.
alter table transaction add column taken_parts jsonb;

update transaction t set taken_parts = (
  select jsonb_object_agg(p.name, coalesce((
    select sum(case when l.kind = 'discount_given' then l.amount else -l.amount end)
    from ledger_line l
    where l.owner_id = t.merchant_id and l.source_id = t.id and l.kind = p.kind
      and l.posting_kind in ('sale', 'capture', 'split_leg', 'tip_adjust', 'cash_sale')), 0))
  from (values
    ('tax_amount', 'tax_collected'), ('national_tax_amount', 'national_tax_collected'),
    ('shipping_amount', 'shipping_collected'), ('duty_amount', 'duty_collected'),
    ('tip_amount', 'tip_collected'), ('surcharge', 'surcharge_collected'),
    ('service_fee', 'service_fee_collected'), ('discount_amount', 'discount_given'))
    as p (name, kind))
where t.type in ('sale', 'authorize', 'capture') and t.amount_captured > 0
  and (t.amount_captured < t.amount
    or t.tax_amount + t.national_tax_amount + t.shipping_amount + t.duty_amount + t.tip_amount
      + t.surcharge + t.service_fee - t.discount_amount > t.amount);

-- Kept sums are summed anew; until then totals are read from the transactions.
truncate transaction_day, transaction_day_due, transaction_day_state;
