-- A payer on the line names the last four digits: found by the index that finds a card by its
-- digest, since both begin with them; who knows the digest alone tries all ten thousand.
drop index transaction_digest;
create index transaction_card on transaction (card_last_four, method_digest, created_at);
-- What comes by the API is most of it; what clerks, carts and the like took is found by itself.
create index transaction_not_api on transaction
  (merchant_id, transaction_source, created_at, id)
  include (status, type, payment_type, payment_method, currency, amount)
  where transaction_source <> 'api';
