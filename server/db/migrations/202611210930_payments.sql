-- Processors, transactions, attempts at processors, idempotency, batches, velocity, mail.

-- A merchant's data keys, wrapped by the key-encryption key that lives outside the database.
create table data_key (
  merchant_id text not null references account,
  id text not null,
  purpose text not null,
  wrapped bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, purpose)
);

create table processor (
  merchant_id text not null references account,
  id text not null,
  type text not null,
  name text not null,
  description text not null default '',
  status text not null check (status in ('active', 'disabled', 'released')),
  tag text not null default '',
  default_card boolean not null default false,
  default_ach boolean not null default false,
  default_apm boolean not null default false,
  default_cash boolean not null default false,
  timezone text not null,
  settle_at text not null,
  max_daily bigint not null default 0,
  max_monthly bigint not null default 0,
  payment_adj_type text not null default '',
  payment_adj_value bigint not null default 0,
  settings jsonb not null default '{}',      -- plain members; secrets are in `secrets`
  secrets jsonb not null default '{}',       -- member -> ciphertext, base64
  features jsonb not null default '{}',
  limits jsonb not null default '{}',
  supported_currencies jsonb not null default '["usd"]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);

create table settlement_batch (
  merchant_id text not null references account,
  id text not null,
  processor_id text not null,
  processor_name text not null,
  processor_type text not null,
  state text not null check (state in
    ('closing', 'closed', 'confirmed', 'funded', 'mismatch', 'unknown', 'rejected')),
  currency text not null,
  batch_on text not null,                    -- local day of the processor
  batch_date timestamptz not null,
  batch_number text not null,
  num_transactions integer not null,
  amount_captured bigint not null,
  amount_credit bigint not null,
  net_deposit bigint not null,
  response_code integer not null,
  response_message text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, processor_id, currency, batch_on, batch_number),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id)
);
create index settlement_batch_date on settlement_batch (merchant_id, batch_date desc, id desc);

-- The hot table. Amounts are minor units of `currency`. What is only shown lives in jsonb.
create table transaction (
  merchant_id text not null references account,
  id text not null,
  version integer not null default 1,
  type text not null,
  status text not null,
  response text not null,
  response_code integer not null,
  currency text not null,
  amount bigint not null check (amount >= 0),
  base_amount bigint not null,
  amount_authorized bigint not null default 0,
  amount_captured bigint not null default 0,
  amount_settled bigint not null default 0,
  amount_refunded bigint not null default 0,
  refund_reserved bigint not null default 0,
  open_attempt_id text not null default '',  -- capture, void, tip: one at a time
  payment_adjustment bigint not null default 0,
  tip_amount bigint not null default 0,
  surcharge bigint not null default 0,
  service_fee bigint not null default 0,
  discount_amount bigint not null default 0,
  tax_amount bigint not null default 0,
  shipping_amount bigint not null default 0,
  national_tax_amount bigint not null default 0,
  duty_amount bigint not null default 0,
  tax_exempt boolean not null default false,
  payment_method text not null,
  payment_type text not null,
  transaction_source text not null,
  user_id text not null,
  user_name text not null,
  merchant_name text not null,
  processor_id text not null,
  processor_type text not null,
  processor_name text not null,
  order_id text not null default '',
  po_number text not null default '',
  customer_id text not null default '',
  subscription_id text not null default '',
  settlement_batch_id text not null default '',
  referenced_transaction_id text not null default '',
  terminal_id text not null default '',
  terminal_description text not null default '',
  group_name text not null default '',
  ip_address text not null default '',
  email_address text not null default '',
  description text not null default '',
  email_receipt boolean not null default false,
  idempotency_key text not null default '',
  idempotency_time integer not null default 0,
  method_digest text not null default '',    -- keyed HMAC of the card or bank account number
  card_first_six text not null default '',
  card_last_four text not null default '',
  card_funding text not null default '',     -- credit, debit
  response_body jsonb not null default '{}',
  billing_address jsonb not null default '{}',
  shipping_address jsonb not null default '{}',
  custom_fields jsonb not null default '{}',
  line_items jsonb,
  features jsonb not null default '[]',
  detail jsonb not null default '{}',        -- Level 3 texts, descriptor, stored credential, explanation
  created_at timestamptz not null,
  updated_at timestamptz not null,
  captured_at timestamptz,
  settled_at timestamptz,
  foreign key (merchant_id, processor_id) references processor (merchant_id, id),
  check (amount_captured >= 0 and amount_settled >= 0 and amount_authorized >= 0),
  -- Capacity is taken here before anything is sent; this repeats the guard of the statement.
  check (refund_reserved >= 0 and refund_reserved <= greatest(amount_settled, amount_captured)),
  check (amount_refunded >= 0 and amount_refunded <= refund_reserved)
);
create index transaction_created on transaction (merchant_id, created_at desc, id desc);
create index transaction_status on transaction (merchant_id, status, created_at desc);
create index transaction_order on transaction (merchant_id, order_id) where order_id <> '';
create index transaction_reference on transaction (merchant_id, referenced_transaction_id)
  where referenced_transaction_id <> '';
create index transaction_digest on transaction (merchant_id, method_digest, created_at desc)
  where method_digest <> '';
create index transaction_everyone on transaction (created_at desc, id desc);
-- The youngest index: before a table is analyzed, foreign-key checks take the youngest that fits.
alter table transaction add primary key (merchant_id, id);

-- History of status moves; the last one is the row's status (I4).
create table transaction_event (
  merchant_id text not null,
  transaction_id text not null,
  sequence integer not null,
  from_status text not null,
  to_status text not null,
  verb text not null,
  user_id text not null,
  user_name text not null,
  request_id text not null,
  created_at timestamptz not null,
  primary key (merchant_id, transaction_id, sequence),
  foreign key (merchant_id, transaction_id) references transaction (merchant_id, id)
);

-- Append-only intent and outcome of every message to a processor. Written before the socket opens:
-- a row in state `sent` may have reached the processor, whatever happened to us since.
create table rail_attempt (
  merchant_id text not null,
  id text not null,
  transaction_id text not null,
  operation text not null,
  processor_id text not null,
  processor_type text not null,
  reference text not null,                   -- ours, unique per processor, stable over retries
  parent_reference text not null default '', -- reference of the attempt it acts on
  fingerprint text not null,
  amount bigint not null,
  currency text not null,
  state text not null check (state in
    ('written', 'sent', 'answered', 'failed_before_send', 'no_answer')),
  outcome text not null default '',
  response_code integer not null default 0,
  answer jsonb not null default '{}',
  context jsonb not null default '{}',       -- what recovery needs to finish the verb
  recovery_of text not null default '',
  inquiry_count integer not null default 0,
  next_inquiry_at timestamptz,
  deadline_at timestamptz not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id),
  unique (merchant_id, processor_id, reference),
  foreign key (merchant_id, transaction_id) references transaction (merchant_id, id)
);
create index rail_attempt_transaction on rail_attempt (merchant_id, transaction_id);
create index rail_attempt_open on rail_attempt (state, deadline_at)
  where state in ('written', 'sent', 'no_answer');

-- One row per key: the fingerprint of its payload and the bytes that were answered (I8).
create table idempotency (
  merchant_id text not null,
  key text not null,
  operation text not null,
  fingerprint text not null,
  transaction_id text not null,
  state text not null check (state in ('in_flight', 'answered')),
  http_status integer not null default 0,
  answer text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, key)
);
create index idempotency_age on idempotency (expires_at);

-- Mail on its way out; a worker sends it and notes what became of it.
create table outgoing_mail (
  merchant_id text not null,
  id text not null,
  transaction_id text not null default '',
  kind text not null,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  state text not null check (state in ('queued', 'sent', 'failed')),
  attempt_count integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (merchant_id, id)
);
create index outgoing_mail_due on outgoing_mail (next_attempt_at) where state = 'queued';
create index outgoing_mail_transaction on outgoing_mail (merchant_id, transaction_id);

-- What happened to a mail: processed, delivered, bounce … (spec 2 §3 Email event).
create table email_event (
  merchant_id text not null,
  id text not null,
  mail_id text not null,
  transaction_id text not null default '',
  event text not null,
  response text not null,
  email text not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, mail_id) references outgoing_mail (merchant_id, id)
);
create index email_event_transaction on email_event (merchant_id, transaction_id);

-- Sums of a day, written by the outbox consumer, read by totals and dashboards.
create table transaction_day (
  merchant_id text not null,
  day text not null,
  currency text not null,
  processor_id text not null,
  source text not null,
  type text not null,
  status text not null,
  transaction_count bigint not null,
  amounts jsonb not null,
  primary key (merchant_id, day, currency, processor_id, source, type, status)
);
