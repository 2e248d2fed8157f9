-- Mails on their way out, and webhooks: endpoints of merchants, what is sent to them, and each
-- delivery with its tries.

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
  has_code boolean not null default false,   -- its link lets in whoever reads it
  state text not null check (state in ('queued', 'sent', 'failed')),
  attempt_count integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  request_id text not null default '',       -- found by their transaction; letters have none
  primary key (merchant_id, id)
);
create index outgoing_mail_due on outgoing_mail (next_attempt_at) where state = 'queued';
create index outgoing_mail_transaction on outgoing_mail (merchant_id, transaction_id);
create index outgoing_mail_request on outgoing_mail (request_id) where request_id <> '';
create index outgoing_mail_created on outgoing_mail (created_at desc, id desc);
create index outgoing_mail_id on outgoing_mail (id);
call protect('outgoing_mail', 'merchant_id');
grant select, insert, update, delete on outgoing_mail to penstock_app;

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
call protect('email_event', 'merchant_id');
grant select, insert on email_event to penstock_app;

create table webhook (
  merchant_id text not null references account,
  id text not null,
  type text not null check (type in ('transaction', 'settlement', 'cardsync')),
  url text not null,
  limit_per_second integer not null default 0 check (limit_per_second between 0 and 1000),
  status text not null check (status in ('active', 'disabled', 'auto_disabled')),
  available_subtypes jsonb not null default '{}',
  secret text not null,                      -- ciphertext
  previous_secret text not null default '',  -- ciphertext, while a rotation overlaps
  previous_until timestamptz,
  failing_since timestamptz,                 -- first failure since the last success
  next_send_at timestamptz,                  -- real time: the next slot under limit_per_second
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
call protect('webhook', 'merchant_id');
grant select, insert, update, delete on webhook to penstock_app;

-- What is sent, once an event: the very bytes that every endpoint and every retry gets.
create table webhook_event (
  merchant_id text not null,
  id text not null,                          -- of the outbox event
  kind text not null,
  resource_id text not null,
  sequence integer not null,
  body text not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
call protect('webhook_event', 'merchant_id');
grant select, insert, delete on webhook_event to penstock_app;

create table webhook_delivery (
  merchant_id text not null,
  id text not null,
  webhook_id text not null,
  event_id text not null,
  resource_id text not null,
  sequence integer not null,
  replay boolean not null default false,
  state text not null check (state in ('pending', 'delivered', 'failed', 'paused')),
  attempt_count integer not null default 0,
  attempts jsonb not null default '[]',      -- of each try: moment, answer, duration
  last_status integer not null default 0,
  last_error text not null default '',
  first_attempt_at timestamptz,
  next_attempt_at timestamptz not null,
  claimed_by text not null default '',
  claimed_until timestamptz,                 -- real time
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (merchant_id, id),
  foreign key (merchant_id, webhook_id) references webhook (merchant_id, id) on delete cascade,
  foreign key (merchant_id, event_id) references webhook_event (merchant_id, id)
);
-- An event goes to an endpoint once; what a person replays comes on top.
create unique index webhook_delivery_once on webhook_delivery (merchant_id, webhook_id, event_id)
  where not replay;
create index webhook_delivery_log on webhook_delivery (merchant_id, webhook_id, created_at, id);
create index webhook_delivery_queue
  on webhook_delivery (merchant_id, webhook_id, next_attempt_at) where state = 'pending';
create index webhook_delivery_order
  on webhook_delivery (merchant_id, webhook_id, resource_id, sequence) where state = 'pending';
create index webhook_delivery_due on webhook_delivery (next_attempt_at) where state = 'pending';
call protect('webhook_delivery', 'merchant_id');
grant select, insert, update, delete on webhook_delivery to penstock_app;
