-- The members of a batch are found without reading its merchant's other payments.
create index transaction_batch on transaction (merchant_id, settlement_batch_id)
  where settlement_batch_id <> '';
