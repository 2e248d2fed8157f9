-- House ACH: what the payments book expects differs from what the client account owes (L08).
select b.owner_id, b.party, b.currency, m.side, sum(b.amount) as difference
from ledger_balance b
join (values
  ('settlement_receivable', 'payable'), ('merchant_payable', 'payable'),
  ('processor_reserve', 'reserve'), ('merchant_reserve', 'reserve')) as m (kind, side)
  on m.kind = b.kind
where exists (
  select from ledger_account h
  where h.owner_id = b.owner_id and h.party = b.party and h.kind = 'merchant_pending')
group by b.owner_id, b.party, b.currency, m.side
having sum(b.amount) <> 0
