-- The position of one consumer at one event, kept only where it is not past it: an event that all
-- consumers took at once has no row here, so a payment writes nothing more.
create table outbox_retry (
  merchant_id text not null,
  id text not null,
  consumer text not null,
  resource_id text not null,
  sequence integer not null,
  -- waiting: tried again at next_attempt_at · held: behind an earlier event of its resource, for a
  -- consumer that keeps their order · parked: dead letter, a person decides
  state text not null check (state in ('waiting', 'held', 'parked')),
  attempt_count integer not null default 0,
  next_attempt_at timestamptz not null,      -- business time
  error text not null default '',
  error_id text not null default '',         -- request_id of the log lines of the last try
  created_at timestamptz not null,
  parked_at timestamptz check ((parked_at is not null) = (state = 'parked')),
  primary key (merchant_id, id),
  unique (merchant_id, resource_id, sequence, consumer)
);
create index outbox_retry_due on outbox_retry (next_attempt_at) where state = 'waiting';
create index outbox_retry_parked on outbox_retry (parked_at, id) where state = 'parked';
call protect('outbox_retry', 'merchant_id');
grant select, insert, update, delete on outbox_retry to penstock_app;
