-- Processors, transactions, attempts at processors, idempotency, limits, batches, sums of days.

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
call protect('processor', 'merchant_id');
-- A processor that nothing was ever sent to may be deleted; one with a past is released (Q1).
grant select, insert, update, delete on processor to penstock_app;
-- A merchant has one default for each method.
create unique index processor_default_card on processor (merchant_id) where default_card;
create unique index processor_default_ach on processor (merchant_id) where default_ach;
create unique index processor_default_apm on processor (merchant_id) where default_apm;
create unique index processor_default_cash on processor (merchant_id) where default_cash;
-- A terminal is a processor of its own type (decision 27); a merchant names each one once.
create unique index terminal_tpn on processor (merchant_id, (settings ->> 'tpn'))
  where type = 'dejavoo_spin' and status <> 'released';

-- The payment that a terminal waits for: one at a time, until it ends or its deadline has passed.
create table terminal_lock (
  merchant_id text not null,
  processor_id text not null,
  attempt_id text not null,
  transaction_id text not null,
  user_name text not null,
  created_at timestamptz not null,
  deadline_at timestamptz not null,
  constraint terminal_is_free primary key (merchant_id, processor_id),
  foreign key (merchant_id, processor_id) references processor on delete cascade
);
call protect('terminal_lock', 'merchant_id');
grant select, insert, update, delete on terminal_lock to penstock_app;

-- Card readers as a merchant registers them.
create table device (
  merchant_id text not null references account,
  id text not null,
  friendly_name text not null,
  manufacturer text not null default '',
  part_number text not null default '',
  serial_number text not null default '',
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
-- A serial number is the same in either case, and with or without spaces and marks between its parts.
create function plain_serial_number(typed text) returns text immutable language sql as $$
  select upper(regexp_replace(normalize(typed, NFKC), '[^[:alnum:]]', '', 'g'))
$$;
create unique index device_serial_number on device (merchant_id, plain_serial_number(serial_number))
  where plain_serial_number(serial_number) <> '';
call protect('device', 'merchant_id');
grant select, insert, update, delete on device to penstock_app;

-- Apple Pay of a merchant: its merchant ID with Apple, for one domain.
create table apple_pay_registration (
  merchant_id text not null references account,
  id text not null,
  type text not null check (type in ('signing_request', 'own_keys')),
  apple_pay_merchant_id text not null,
  display_name text not null,
  domain_name text not null,
  domain_file text not null default '',        -- what Apple checks the domain by
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create index apple_pay_registration_id on apple_pay_registration (id);
call protect('apple_pay_registration', 'merchant_id');
grant select, insert, update, delete on apple_pay_registration to penstock_app;

-- Which registration, whosever, has the file that a host serves.
create table apple_pay_domain (
  domain_name text primary key,
  registration_id text not null
);
create index apple_pay_domain_registration on apple_pay_domain (registration_id);
grant select, insert, update, delete on apple_pay_domain to penstock_app;

-- Keys of a registration with their certificates; a former one still decrypts what was encrypted
-- for it.
create table apple_pay_certificate (
  merchant_id text not null,
  id text not null,
  registration_id text not null,
  kind text not null check (kind in ('identity', 'processing')),
  status text not null check (status in ('requested', 'current', 'former')),
  public_key_hash text not null,               -- SHA-256 of its SPKI, base64
  sealed_key text not null,                    -- PKCS #8, under the merchant's data key
  signing_request text not null,
  certificate text not null default '',
  valid_from timestamptz,
  expires_at timestamptz,
  warned_days integer,                         -- of the last warning of its expiry
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, registration_id) references apple_pay_registration on delete cascade
);
create index apple_pay_certificate_registration
  on apple_pay_certificate (merchant_id, registration_id);
create unique index apple_pay_certificate_in_use
  on apple_pay_certificate (merchant_id, registration_id, kind, status) where status <> 'former';
create index apple_pay_certificate_expires on apple_pay_certificate (expires_at)
  where status = 'current';
call protect('apple_pay_certificate', 'merchant_id');
grant select, insert, update, delete on apple_pay_certificate to penstock_app;

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
  host_batch_number bigint,                  -- of a close that is sent once, from its answer on
  num_transactions integer not null,
  amount_captured bigint not null,
  amount_credit bigint not null,
  net_deposit bigint not null,
  response_code integer not null,
  response_message text not null,
  event_count integer not null default 0,    -- its events so far; the outbox keeps the latest
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, processor_id, currency, batch_on, batch_number),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id)
);
create index settlement_batch_date on settlement_batch (merchant_id, batch_date desc, id desc);
-- Batches that are not booked yet are few, whatever the table has grown to.
create index settlement_batch_open on settlement_batch (merchant_id, processor_id)
  where state in ('closing', 'unknown');
call protect('settlement_batch', 'merchant_id');
grant select, insert, update on settlement_batch to penstock_app;

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
  -- Level 3 texts, descriptor, stored credential, explanation
  detail jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  captured_at timestamptz,
  settled_at timestamptz,
  -- What the books have of each part of a payment, where that is not what the payment states: of a
  -- partial approval or capture, and where stated parts exceed the amount. Null: as stated.
  captured_parts jsonb,
  foreign key (merchant_id, processor_id) references processor (merchant_id, id),
  check (amount_captured >= 0 and amount_settled >= 0 and amount_authorized >= 0),
  -- Capacity is taken here before anything is sent; this repeats the guard of the statement.
  check (refund_reserved >= 0 and refund_reserved <= greatest(amount_settled, amount_captured)),
  check (amount_refunded >= 0 and amount_refunded <= refund_reserved)
) with (
  -- The outcome comes a moment after the row: it finds room in the same page.
  fillfactor = 80,
  -- An index answers alone where the rows are known to be visible: vacuum keeps up with inserts.
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_vacuum_scale_factor = 0.05
);
create index transaction_order on transaction (merchant_id, order_id) where order_id <> '';
create index transaction_reference on transaction (merchant_id, referenced_transaction_id)
  where referenced_transaction_id <> '';
-- Payments that were asked custom fields, newest first. Under row security the planner takes no
-- operator of jsonb into an index, so the index holds few rows and the values are compared in them.
create index transaction_custom_fields on transaction (merchant_id, created_at desc, id desc)
  where custom_fields <> '{}';
-- What is rare is found without reading what is common: most transactions are settled card sales
-- that came by the API, so each of four indexes leaves one of these out. A page and its count are
-- read from them alone.
create index transaction_not_sale on transaction
  (merchant_id, type, created_at desc, id desc)
  include (status, payment_type, payment_method, currency, amount)
  where type <> 'sale';
create index transaction_not_card on transaction
  (merchant_id, payment_type, created_at desc, id desc)
  include (status, type, payment_method, currency, amount, transaction_source)
  where payment_type <> 'card';
-- The members of a batch are found without reading its merchant's other payments.
create index transaction_batch on transaction (merchant_id, settlement_batch_id)
  where settlement_batch_id <> '';
-- Newest first is read backwards: entries that come at the front leave every page half empty.
-- Rows of one moment are put in order when they are read, so the id need not stand in a key that no
-- page is cut from by itself.
create index transaction_everyone on transaction (created_at);
-- Pages, counts and their filters are read from this index alone; rows are fetched by id.
create index transaction_created on transaction (merchant_id, created_at, id)
  include (status, type, payment_type, payment_method, currency, amount, processor_id,
    transaction_source, card_last_four);
create index transaction_unsettled on transaction (merchant_id, status, created_at, id)
  include (type, payment_type, payment_method, currency, amount, amount_captured)
  where status <> 'settled';
-- A payer on the line names the last four digits: found by the index that finds a card by its
-- digest, since both begin with them; who knows the digest alone tries all ten thousand. The digest
-- of a number is another one at each merchant.
create index transaction_card on transaction (card_last_four, method_digest, created_at);
create index transaction_not_api on transaction
  (merchant_id, transaction_source, created_at, id)
  include (status, type, payment_type, payment_method, currency, amount)
  where transaction_source <> 'api';
-- The youngest index: before a table is analyzed, look-ups by id take the youngest that fits.
alter table transaction add primary key (merchant_id, id);
call protect('transaction', 'merchant_id');
grant select, insert, update on transaction to penstock_app;

-- History of status moves; the last one is the row's status (I4). Moves and attempts are written in
-- one commit with their transaction, so it is not looked up again for a foreign key: the statement
-- that writes them is the guard, and I16 reads every pointer.
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
  primary key (merchant_id, transaction_id, sequence)
);
call protect('transaction_event', 'merchant_id');
grant select, insert on transaction_event to penstock_app;

-- Payments that only ask about a card: the list of holds that were not given back yet. A line comes
-- with its payment and goes with the commit that ends it.
create table card_check (
  merchant_id text not null,
  transaction_id text not null,
  primary key (merchant_id, transaction_id)
);
call protect('card_check', 'merchant_id');
grant select, insert, delete on card_check to penstock_app;

-- Intent and outcome of every message to a processor. Written before the socket opens: a row in
-- state `sent` may have reached the processor, whatever happened to us since. Nearly every row is
-- updated, by its outcome, inquiries and claims, so it is vacuumed early to reuse the space.
create table rail_attempt (
  merchant_id text not null,
  id text not null,
  transaction_id text not null,
  operation text not null,
  processor_id text not null,
  processor_type text not null,
  -- Ours, stable over retries; unique since it is the attempt's id.
  reference text not null,
  parent_reference text not null default '', -- reference of the attempt it acts on
  fingerprint text not null,
  amount bigint not null,
  currency text not null,
  state text not null check (state in
    ('sent', 'answered', 'failed_before_send', 'no_answer')),
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
  -- Whoever works on a lost attempt counts this up first; only the last one may end it.
  fencing_token integer not null default 0,
  request_id text not null default '',
  -- The id a lost attempt is ended by, for good: set when a person who names it takes the attempt,
  -- or with the end that an inquiry gives it.
  claimed_id text not null default '',
  primary key (merchant_id, id),
  check (reference = id)
) with (autovacuum_vacuum_scale_factor = 0.05);
create index rail_attempt_open on rail_attempt (state, deadline_at)
  where state in ('sent', 'no_answer');
-- Ids tell tenants apart by themselves, so that an index which is not unique goes without the
-- merchant: a third less of each entry, and new ones stand at its end, where pages split well.
create index rail_attempt_transaction on rail_attempt (transaction_id);
-- No two charges of a processor are ended by one id, whether a person says it or an inquiry.
create unique index rail_attempt_claim on rail_attempt (merchant_id, processor_id, claimed_id)
  where claimed_id <> '';
call protect('rail_attempt', 'merchant_id');
grant select, insert, update on rail_attempt to penstock_app;

-- What one person wants to make of a lost attempt, until a second one confirms it.
create table attempt_proposal (
  merchant_id text not null,
  id text not null,                          -- the attempt
  decision text not null check (decision in ('approve', 'not_processed')),
  processor_transaction_id text not null default '',
  reason text not null,
  user_id text not null,
  user_name text not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, id) references rail_attempt (merchant_id, id)
);
call protect('attempt_proposal', 'merchant_id');
grant select, insert, update, delete on attempt_proposal to penstock_app;

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
call protect('idempotency', 'merchant_id');
grant select, insert, update, delete on idempotency to penstock_app;

-- What was taken of a limit by local day and month, where one is set; counted in commit 1. An empty
-- processor_id: what the merchant has taken at all of its processors together.
create table limit_counter (
  merchant_id text not null,
  processor_id text not null,
  kind text not null check (kind in ('sale', 'credit')),
  period text not null,                      -- YYYY-MM-DD or YYYY-MM
  currency text not null,
  amount bigint not null check (amount >= 0),
  primary key (merchant_id, processor_id, kind, period, currency)
);
call protect('limit_counter', 'merchant_id');
grant select, insert, update, delete on limit_counter to penstock_app;

-- Bank entries the host sent back before our transaction stood where they could be booked.
create table waiting_return (
  merchant_id text not null,
  processor_id text not null,
  reference text not null,                   -- of the attempt that made the entry
  kind text not null check (kind in ('returned', 'late_return')),
  code text not null,
  effective_on text not null,                -- local day of the close that reported it
  transaction_id text not null default '',   -- empty: no attempt of ours has this reference
  created_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  -- How often booking it was tried, when it is tried again, and why it failed.
  try_count integer not null default 0,
  next_try_at timestamptz,                   -- null: as soon as its transaction allows it
  last_error text not null default '',
  error_id text not null default '',
  primary key (merchant_id, processor_id, reference, kind),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id)
);
call protect('waiting_return', 'merchant_id');
grant select, insert, delete on waiting_return to penstock_app;
grant update (try_count, next_try_at, last_error, error_id) on waiting_return to penstock_app;

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

-- What charts and statistics show of one hour of UTC, for readers in any zone; kept with the sums of
-- the day, which is the merchant's own: where its zone is half an hour off, two days share an hour.
-- Each figure is counted by its own rule (totals-hours.ts).
create table transaction_hour (
  merchant_id text not null,
  hour_at timestamptz not null,
  day date not null,
  currency text not null,
  response_code integer not null,
  transaction_amount_sum bigint not null,
  refund_sum bigint not null,
  authorized_sum bigint not null,
  service_fee_sum bigint not null,
  surcharge_sum bigint not null,
  tip_sum bigint not null,
  discount_amount_sum bigint not null,
  tax_amount_sum bigint not null,
  national_tax_amount_sum bigint not null,
  transaction_count integer not null,
  captured_count integer not null,
  attempt_count integer not null,
  declined_attempt_count integer not null,
  open_attempt_count integer not null,
  declined_count integer not null,
  sale_count integer not null,
  authorize_count integer not null,
  verification_count integer not null,
  credit_count integer not null,
  capture_count integer not null,
  void_count integer not null,
  refund_count integer not null,
  authorized_count integer not null,
  shipping_count integer not null,
  tip_count integer not null,
  discount_amount_count integer not null,
  billing_country_count integer not null,
  billing_state_count integer not null,
  billing_city_count integer not null,
  shipping_country_count integer not null,
  shipping_state_count integer not null,
  shipping_city_count integer not null,
  primary key (merchant_id, hour_at, day, currency, response_code)
);

-- Sums by kind of payment and by processor: of a day, for what a period is made of; of an hour of
-- UTC, for the ends of a period that are no whole days of the merchant's zone.
create table transaction_kind_day (
  merchant_id text not null,
  day date not null,
  currency text not null,
  processor_id text not null,
  type text not null,
  status text not null,
  payment_type text not null,
  card_brand text not null,
  response_code integer not null,            -- of declined payments; 0 for all others
  transaction_count bigint not null,
  captured_count bigint not null,            -- of them, those with something captured
  amount bigint not null,
  amount_captured bigint not null,
  primary key (merchant_id, day, currency, processor_id, type, status, payment_type, card_brand,
    response_code)
);
create table transaction_kind_hour (
  like transaction_kind_day,
  hour_at timestamptz not null,
  primary key (merchant_id, hour_at, day, currency, processor_id, type, status, payment_type,
    card_brand, response_code)
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

-- Whether the kept sums of a merchant's local day may be outdated: for the audits of sums.
create function sums_lag(merchant text, local_day date) returns boolean stable language sql as $$
  select exists (
      select from transaction_day_due where merchant_id = merchant and day = local_day)
    or exists (
      select from (
        select resource_id from outbox where merchant_id = merchant and delivered_at is null
        union all
        select resource_id from outbox_retry
        where merchant_id = merchant and consumer = 'transaction_days') as changed
      join transaction t on t.merchant_id = merchant and t.id = changed.resource_id
      join transaction_day_state s on s.merchant_id = merchant
      where (t.created_at at time zone s.time_zone)::date = local_day)
$$;

call protect('transaction_day', 'merchant_id');
call protect('transaction_hour', 'merchant_id');
call protect('transaction_kind_day', 'merchant_id');
call protect('transaction_kind_hour', 'merchant_id');
call protect('transaction_day_state', 'merchant_id');
call protect('transaction_day_due', 'merchant_id');
grant select, insert, update, delete
  on transaction_day, transaction_hour, transaction_kind_day, transaction_kind_hour,
    transaction_day_state, transaction_day_due
  to penstock_app;
