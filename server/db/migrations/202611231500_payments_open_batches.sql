-- Batches that are not booked yet are few, whatever the table has grown to.
create index settlement_batch_open on settlement_batch (merchant_id, processor_id)
  where state in ('closing', 'unknown');
