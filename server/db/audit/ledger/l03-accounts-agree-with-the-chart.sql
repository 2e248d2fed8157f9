-- An account or an entry disagrees with the chart of accounts (L03).
select a.owner_id, a.id, a.kind, 'the account does not fit its kind' as fault
from ledger_account a
join ledger_kind k on k.kind = a.kind
where a.book <> k.book
  or a.owner_type <> all (string_to_array(k.owner_types, ','))
  or (k.party = '') <> (a.party = '')
union all
select e.owner_id, e.posting_id, a.kind, 'the entry is in another currency than its account'
from ledger_entry e
join ledger_account a on a.owner_id = e.owner_id and a.id = e.account_id
where a.currency <> e.currency
union all
select a.owner_id, a.id, a.kind, 'the owner is no account of its type'
from ledger_account a
left join account t on t.id = a.owner_id
where a.owner_type <> 'platform' and t.account_type is distinct from a.owner_type
