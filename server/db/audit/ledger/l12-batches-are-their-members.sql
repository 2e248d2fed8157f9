-- A closed batch differs from its members or from its posting (L12, I11).
select merchant_id, id as settlement_batch_id, sum(captured) as captured,
  sum(credited) as credited, sum(net) as net
from (
  select merchant_id, id, amount_captured as captured, amount_credit as credited,
    amount_captured - amount_credit as net
  from settlement_batch where state in ('closed', 'confirmed', 'funded', 'mismatch')
  union all
  select merchant_id, settlement_batch_id,
    case when type in ('refund', 'credit') then 0 else -amount_settled end,
    case when type in ('refund', 'credit') then -amount_settled else 0 end, 0
  from transaction where settlement_batch_id <> ''
  union all
  select owner_id, source_id, 0, 0, -amount
  from ledger_line
  where posting_kind in ('batch_close', 'ach_settle') and kind = 'settlement_receivable'
) x
group by merchant_id, id
having sum(captured) <> 0 or sum(credited) <> 0 or sum(net) <> 0
