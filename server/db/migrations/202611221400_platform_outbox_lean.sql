-- An event is known by its resource and its number in it. Those that wait stand in one index: which
-- merchants have some, since when, and of which resources.
alter table outbox drop constraint outbox_pkey,
  drop constraint outbox_merchant_id_resource_id_sequence_key,
  add primary key (merchant_id, resource_id, sequence);
drop index outbox_due;
drop index outbox_undelivered;
create index outbox_waiting on outbox (merchant_id, next_attempt_at) include (resource_id)
  where delivered_at is null;
