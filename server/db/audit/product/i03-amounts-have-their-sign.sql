-- An amount is negative, or a posting moves money against the direction of its kind (I3).
--
-- A refund states its absolute value: what it takes from the processor's debt is the ledger's sign.
select merchant_id, id, type as what, least(amount, tip_amount, surcharge, service_fee,
    discount_amount, tax_amount, shipping_amount, national_tax_amount, duty_amount) as amount
from transaction
where least(amount, tip_amount, surcharge, service_fee, discount_amount, tax_amount,
  shipping_amount, national_tax_amount, duty_amount) < 0
union all
select merchant_id, id, operation, amount from rail_attempt where amount < 0
union all
select owner_id, source_id, posting_kind, amount
from ledger_line
where kind in ('processor_receivable', 'settlement_receivable', 'cash_collected')
  and amount < 0 and posting_kind in ('sale', 'capture', 'split_leg', 'cash_sale', 'refund_void')
  or kind in ('processor_receivable', 'cash_collected')
  and amount > 0 and posting_kind in ('void', 'refund', 'credit', 'cash_refund')
  or kind in ('authorization_hold', 'exposure')
  and (amount > 0) <> (posting_kind in ('authorize', 'authorize_increment', 'exposure_open'))
  and posting_kind <> 'reverse'
