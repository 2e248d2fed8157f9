-- Open holds differ from authorized transactions, or open exposures from unanswered attempts (L11).
select owner_id, kind, processor_id, currency, sum(amount) as difference
from (
  select owner_id, kind, party as processor_id, currency, amount
  from ledger_balance where kind in ('authorization_hold', 'exposure')
  union all
  select merchant_id, 'authorization_hold', processor_id, currency, -amount_authorized
  from transaction where status in ('authorized', 'flagged', 'flagged_partner')
  union all
  select merchant_id, 'exposure', processor_id, currency, -amount
  from rail_attempt where state = 'no_answer' and recovery_of = ''
    and not (context @> '{"unexposed": true}')
) x
group by owner_id, kind, processor_id, currency
having sum(amount) <> 0
