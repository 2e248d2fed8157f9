-- What is rare is found without reading what is common: most transactions are settled card sales,
-- so each index leaves one of the three out. A page and its count are read from them alone.
drop index transaction_waiting;
create index transaction_unsettled on transaction
  (merchant_id, status, created_at desc, id desc)
  include (type, payment_type, payment_method, currency, amount)
  where status <> 'settled';
create index transaction_not_sale on transaction
  (merchant_id, type, created_at desc, id desc)
  include (status, payment_type, payment_method, currency, amount)
  where type <> 'sale';
create index transaction_not_card on transaction
  (merchant_id, payment_type, created_at desc, id desc)
  include (status, type, payment_method, currency, amount, transaction_source)
  where payment_type <> 'card';
