-- A card transaction captured less than nothing or more than was authorized and tipped (I1).
select merchant_id, id, status, amount_authorized, amount_captured, tip_amount
from transaction
where payment_type = 'card' and type not in ('refund', 'credit')
  and (amount_captured < 0 or amount_captured > amount_authorized + tip_amount)
