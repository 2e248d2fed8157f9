-- A merchant's data keys, wrapped by the key-encryption key that lives outside the database.
create table data_key (
  merchant_id text not null references account,
  id text not null,
  purpose text not null,
  wrapped bytea not null,
  created_at timestamptz not null,
  key_id text not null default '',           -- key-encryption key that wraps it
  made_under text not null default '',       -- the one in use when it was made
  retired_at timestamptz,                    -- since then it only opens; real time
  primary key (merchant_id, id)
);
create unique index data_key_current on data_key (merchant_id, purpose) where retired_at is null;
call protect('data_key', 'merchant_id');
grant select, insert, update, delete on data_key to penstock_app;

-- Customers whose ways to pay a merchant keeps. Ids may be the merchant's own names of them.
create table customer (
  merchant_id text not null references account,
  id text not null check (length(id) between 2 and 40),
  description text not null default '',
  notes text not null default '',
  flags jsonb not null default '[]',
  processor_id text not null default '',
  shared boolean not null default false,
  do_not_share boolean not null default false,
  custom_fields jsonb not null default '{}',
  payment_method_id text not null default '',   -- the defaults: '' for none
  payment_method_type text not null default '' check (payment_method_type in ('', 'card', 'ach')),
  billing_address_id text not null default '',
  shipping_address_id text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create index customer_created on customer (merchant_id, created_at, id);
call protect('customer', 'merchant_id');
grant select, insert, update, delete on customer to penstock_app;

create table customer_address (
  merchant_id text not null,
  id text not null,
  customer_id text not null,
  hash text not null,                          -- of the content: one customer has each address once
  first_name text not null,
  last_name text not null,
  company text not null,
  line_1 text not null,
  line_2 text not null,
  city text not null,
  state text not null,
  postal_code text not null,
  country text not null,
  email text not null,
  phone text not null,
  fax text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer on delete cascade
);
create unique index customer_address_hash on customer_address (merchant_id, customer_id, hash);
create index customer_address_email on customer_address (merchant_id, email) where email <> '';
create index customer_address_phone on customer_address (merchant_id, phone) where phone <> '';
create index customer_address_name on customer_address (merchant_id, last_name)
  where last_name <> '';
call protect('customer_address', 'merchant_id');
grant select, insert, update, delete on customer_address to penstock_app;

-- Cards and bank accounts. The number is sealed under a data key of the merchant and found by its
-- keyed digest alone.
create table saved_method (
  merchant_id text not null,
  id text not null,
  customer_id text not null,
  type text not null check (type in ('card', 'ach')),
  sealed_number text not null,
  digest text not null,
  masked text not null,
  last_four text not null,
  card_type text not null default '',
  expires_on date check ((type = 'card') = (expires_on is not null)),  -- last day of its month
  routing_number text not null default '',
  account_type text not null default '',
  sec_code text not null default '',
  check_number text not null default '',       -- of an account that is debited by TEL
  flags jsonb not null default '[]',
  processor_id text not null default '',
  initial_transaction_id text not null default '',  -- the payment it was saved after
  network_transaction_id text not null default '',  -- how the card's network calls that one
  checked_at timestamptz,                      -- last answer of the account updater
  event_count integer not null default 0,      -- its events so far; the outbox keeps the latest
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_id) references customer on delete cascade
);
create index saved_method_customer on saved_method (merchant_id, customer_id);
create index saved_method_digest on saved_method (merchant_id, digest);
create index saved_method_expiring on saved_method (merchant_id, expires_on)
  where expires_on is not null;
-- Cards that the account updater has not looked at lately.
create index saved_method_checked on saved_method (merchant_id, checked_at, id)
  where type = 'card';
call protect('saved_method', 'merchant_id');
grant select, insert, update, delete on saved_method to penstock_app;

-- What an open payment saves once it is approved: written before it is sent, gone with its outcome.
-- Of other payments it is kept for some weeks, so that their payers can be saved (decision 24).
create table saved_method_draft (
  merchant_id text not null,
  transaction_id text not null,
  customer_id text not null,
  is_new_customer boolean not null,
  method_id text not null,
  type text not null check (type in ('card', 'ach')),
  sealed_number text not null,
  digest text not null,
  masked text not null,
  last_four text not null,
  card_type text not null default '',
  expires_on date,
  routing_number text not null default '',
  account_type text not null default '',
  sec_code text not null default '',
  check_number text not null default '',
  expires_at timestamptz,                      -- null: saved or forgotten with the outcome
  primary key (merchant_id, transaction_id)
);
create index saved_method_draft_expiry on saved_method_draft (merchant_id, expires_at)
  where expires_at is not null;
create unique index saved_method_draft_customer on saved_method_draft (merchant_id, customer_id)
  where is_new_customer;
call protect('saved_method_draft', 'merchant_id');
grant select, insert, update, delete on saved_method_draft to penstock_app;

-- The words a customer is found by while they are typed: a range of this index is a beginning.
create table customer_word (
  merchant_id text not null,
  word text collate "C" not null,
  customer_id text not null,
  primary key (merchant_id, word, customer_id),
  foreign key (merchant_id, customer_id) references customer on delete cascade
);
create index customer_word_customer on customer_word (merchant_id, customer_id, word);
call protect('customer_word', 'merchant_id');
grant select, insert, delete on customer_word to penstock_app;

-- Submissions to the account updater: one for each day that the merchant's schedule names.
create table card_update_run (
  merchant_id text not null references account,
  id text not null,
  due_on date not null,                        -- in the merchant's zone
  processor_id text not null,
  card_count integer not null default 0,
  updated_count integer not null default 0,    -- new numbers and new months
  flagged_count integer not null default 0,    -- closed, or contact the cardholder
  error text not null default '',              -- of the last try, '' after a whole one
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, id)
);
create unique index card_update_run_due on card_update_run (merchant_id, due_on);
call protect('card_update_run', 'merchant_id');
grant select, insert, update on card_update_run to penstock_app;

-- What the account updater changed: masks and months, never a number.
create table card_update (
  merchant_id text not null,
  id text not null,
  run_id text,                                 -- null where an answer to a payment said it
  transaction_id text not null default '',     -- that payment
  customer_id text not null,
  payment_method_id text not null,
  result text not null
    check (result in ('new_number', 'new_expiration', 'closed', 'contact', 'valid')),
  card_type text not null,
  masked_before text not null,
  masked_after text not null,
  expired_on date not null,                    -- last day of its month, before
  expires_on date not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, run_id) references card_update_run,
  check ((run_id is null) = (transaction_id <> ''))
);
create unique index card_update_method on card_update (merchant_id, run_id, payment_method_id);
create unique index card_update_payment on card_update (merchant_id, transaction_id)
  where transaction_id <> '';
create index card_update_created on card_update (merchant_id, created_at, id);
call protect('card_update', 'merchant_id');
grant select, insert on card_update to penstock_app;

-- Cards and bank accounts that a payer's browser hands over, for one use within two minutes. They are
-- sealed under the token, of which only the hash stands here (decision 25).
create table payment_token (
  merchant_id text not null references account,
  token_hash text not null,                    -- SHA-256 of the token
  type text not null check (type in ('card', 'ach')),
  sealed text not null,                        -- '' once used or expired
  uses smallint not null default 0 constraint payment_token_used_once check (uses <= 1),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (merchant_id, token_hash)
);
create index payment_token_expires on payment_token (merchant_id, expires_at);
call protect('payment_token', 'merchant_id');
grant select, insert, update, delete on payment_token to penstock_app;

-- Ids of customers, methods and addresses that were merged into others: requests that name them go on
-- working (decision 26).
create table customer_merge (
  merchant_id text not null,
  kind text not null check (kind in ('customer', 'method', 'address')),
  id text not null,                            -- as it was before
  customer_id text not null,                   -- the customer that stays
  kept_id text not null,                       -- what took its place there
  merged_at timestamptz not null,
  primary key (merchant_id, kind, id),
  foreign key (merchant_id, customer_id) references customer on delete cascade
);
create index customer_merge_customer on customer_merge (merchant_id, customer_id);
create index customer_merge_by_kept on customer_merge (kept_id, merchant_id);
call protect('customer_merge', 'merchant_id');
grant select, insert, update, delete on customer_merge to penstock_app;
