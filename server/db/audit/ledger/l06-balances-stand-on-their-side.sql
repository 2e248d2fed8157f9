-- An account stands on a side where it may never stand (L06).
select owner_id, kind, party, currency, amount
from ledger_balance
where amount < 0 and kind in ('authorization_hold', 'exposure', 'dispute_receivable')
  or amount > 0
    and kind in ('merchant_reserve', 'commission_pending', 'account_credit', 'unidentified_funds')
