-- A posting does not sum to zero in one of its books and currencies (L01, I5).
select owner_id, posting_id, book, currency, sum(amount) as difference
from ledger_line
group by owner_id, posting_id, book, currency
having sum(amount) <> 0
