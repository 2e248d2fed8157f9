-- What a processor owes for pending items differs from the sum of these items (L09, I11, I20).
select owner_id, processor_id, currency, sum(amount) as difference
from (
  select owner_id, party as processor_id, currency, amount
  from ledger_balance where kind = 'processor_receivable'
  union all
  select merchant_id, processor_id, currency,
    case when type in ('refund', 'credit') then amount else -amount_captured end
  from transaction where status = 'pending_settlement' and payment_type <> 'cash'
) x
group by owner_id, processor_id, currency
having sum(amount) <> 0
