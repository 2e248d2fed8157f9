-- What a transaction captured or gave back differs from its postings in the ledger (I5).
select merchant_id, id, sum(posted) as posted, sum(recorded) as recorded
from (
  select owner_id as merchant_id, source_id as id, amount as posted, 0 as recorded
  from ledger_line
  where kind in ('processor_receivable', 'cash_collected')
    and posting_kind in ('sale', 'capture', 'split_leg', 'tip_adjust', 'void', 'cash_sale')
  union all
  select owner_id, source_id, -amount, 0
  from ledger_line
  where kind in ('processor_receivable', 'cash_collected')
    and posting_kind in ('refund', 'refund_void', 'credit', 'cash_refund')
  union all
  select merchant_id, id, 0,
    case
      when status not in ('pending_settlement', 'settled', 'partially_refunded', 'refunded',
        'returned', 'late_return') then 0
      when type in ('refund', 'credit') then amount
      else amount_captured
    end
  from transaction
) x
group by merchant_id, id
having sum(posted) <> sum(recorded)
