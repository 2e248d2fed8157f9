-- Sums of a day that are exact together with what has not reached them yet, and reports as files.

-- Nothing read the first form: its sums stood in a document, which no statement adds up quickly.
drop table transaction_day;

-- Sums of the transactions created on one day of the merchant's own time zone. Parts (tax, tip …)
-- count rows with something captured, as totals do.
create table transaction_day (
  merchant_id text not null,
  day date not null,
  currency text not null,
  processor_id text not null,
  source text not null,
  type text not null,
  status text not null,
  transaction_count bigint not null,
  amount bigint not null,
  amount_authorized bigint not null,
  amount_captured bigint not null,
  tax_amount bigint not null,
  shipping_amount bigint not null,
  duty_amount bigint not null,
  tip_amount bigint not null,
  surcharge bigint not null,
  service_fee bigint not null,
  discount_amount bigint not null,
  primary key (merchant_id, day, currency, processor_id, source, type, status)
);

-- Whose sums are kept, and the zone their days are cut in. Its row is the lock of the merchant's
-- sums. A merchant without one is summed from its transactions.
create table transaction_day_state (
  merchant_id text primary key references account,
  time_zone text not null
);

-- Days whose sums lag behind their transactions, and when they are summed anew (business time).
create table transaction_day_due (
  merchant_id text not null,
  day date not null,
  due_at timestamptz not null,
  primary key (merchant_id, day)
);

-- Pages, counts and their filters are read from this index alone; rows are fetched by id. Statuses
-- are looked for alone only while something waits for them, so only those stand in an index.
drop index transaction_created;
drop index transaction_status;
create index transaction_created on transaction (merchant_id, created_at desc, id desc)
  include (status, type, payment_type, payment_method, currency, amount, processor_id,
    transaction_source, card_last_four);
create index transaction_waiting on transaction (merchant_id, status, created_at desc)
  where status in ('pending', 'unknown', 'authorized', 'flagged', 'flagged_partner',
    'pending_settlement');
-- An index answers alone where the rows are known to be visible: vacuum keeps up with inserts.
alter table transaction set (
  autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);

-- Which transactions have changes that no consumer has taken: their days are summed live.
create index outbox_undelivered on outbox (merchant_id, resource_id) where delivered_at is null;

-- A report as a file: asked for, written by a job, fetched by the account that asked.
create table report_export (
  merchant_id text not null,                 -- the account that asked: a partner or admin too
  id text not null,
  kind text not null,
  asked jsonb not null,                      -- the search, without any card number
  actor jsonb not null,                      -- who asked; the report reaches no further
  state text not null check (state in ('queued', 'running', 'done', 'failed', 'expired')),
  content_type text not null default '',
  filename text not null default '',
  expected_row_count bigint not null,
  row_count bigint not null default 0,
  byte_count bigint not null default 0,
  sha256 text not null default '',
  failure text not null default '',
  attempt_count integer not null default 0,
  claimed_until timestamptz,                 -- real time: the lease of the process that writes it
  as_of timestamptz,                         -- moment of the snapshot
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (merchant_id, id)
);
create index report_export_open on report_export (expires_at) where state <> 'expired';

call protect('transaction_day', 'merchant_id');
call protect('transaction_day_state', 'merchant_id');
call protect('transaction_day_due', 'merchant_id');
call protect('report_export', 'merchant_id');
grant select, insert, update, delete
  on transaction_day, transaction_day_state, transaction_day_due, report_export to penstock_app;
