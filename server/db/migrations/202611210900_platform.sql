-- The account tree and what every room stands on: reach, audit, events, jobs, clock, request log.
--
-- Row-level security, the second wall behind scope(): each tenant table carries the same policy.
-- Its settings are made per transaction: app.account_type, app.account_id, and app.merchant_id, the
-- one merchant that a transaction may write to. `system` is the product's own jobs.

-- Global: every admin office, partner and merchant. One tree; a merchant hangs under a partner.
create table account (
  id text primary key,
  account_type text not null check (account_type in ('admin', 'partner', 'merchant')),
  parent_id text references account,
  name text not null,
  status text not null check (status in ('active', 'disabled', 'closed')),
  timezone text not null default 'UTC',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index account_parent on account (parent_id);

-- Global: closure of the tree, each account with itself and everything below it.
create table account_reach (
  account_id text not null references account,
  reached_id text not null references account,
  reached_type text not null,
  depth integer not null,
  primary key (account_id, reached_id)
);
create index account_reach_reached on account_reach (reached_id);

-- Gives a tenant table its policies: read within reach, write the one named merchant. Called by
-- migrations only. The expressions stand in the policy itself (a function would run for each row);
-- every setting and the reach are read once a statement.
create procedure protect(tenant text, owner_column text) language plpgsql as $$
declare
  seen text := format(
    '((select current_setting(''app.account_type'', true)) in (''admin'', ''system'')'
    ' or %1$I = (select current_setting(''app.account_id'', true))'
    ' or %1$I in (select r.reached_id from account_reach r'
    ' where r.account_id = (select current_setting(''app.account_id'', true))))', owner_column);
  written text := format(
    '(%s and %I = (select current_setting(''app.merchant_id'', true)))', seen, owner_column);
begin
  execute format('alter table %I enable row level security', tenant);
  execute format('alter table %I force row level security', tenant);
  execute format('create policy tenant_read on %I for select using %s', tenant, seen);
  execute format('create policy tenant_insert on %I for insert with check %s', tenant, written);
  execute format(
    'create policy tenant_update on %I for update using %s with check %s', tenant, written, written);
  execute format('create policy tenant_delete on %I for delete using %s', tenant, written);
end $$;

-- One row for each privileged action, in the commit of the change; a sealer chains them afterwards.
create table audit_log (
  merchant_id text not null,
  id text not null,
  verb text not null,
  noun text not null,
  noun_id text not null,
  account_type text not null,
  account_id text not null,
  user_id text not null,
  user_name text not null,
  credential text not null,
  ip_address text not null,
  request_id text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, id)
);
create index audit_log_noun on audit_log (merchant_id, noun_id);

-- One event for every committed change that others hear of; consumers mark what they have done.
create table outbox (
  merchant_id text not null,
  id text not null,
  kind text not null,
  resource_id text not null,
  sequence integer not null,
  payload jsonb not null,
  created_at timestamptz not null,
  delivered_at timestamptz,
  attempt_count integer not null default 0,
  next_attempt_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, resource_id, sequence)
);
create index outbox_due on outbox (next_attempt_at) where delivered_at is null;

-- Work that falls due, in business time, so that the sandbox's clock can run it in order.
create table job (
  id text primary key,
  name text not null,
  key text not null,
  merchant_id text not null default '',
  payload jsonb not null default '{}',
  due_at timestamptz not null,
  attempt_count integer not null default 0,
  claimed_until timestamptz,
  last_error text not null default '',
  created_at timestamptz not null,
  unique (name, key)
);
create index job_due on job (due_at);

-- One row: how far business time runs ahead of real time (sandbox and dev only).
create table sandbox_clock (
  id text primary key check (id = 'clock'),
  offset_ms bigint not null check (offset_ms >= 0),
  moved_at timestamptz not null
);

-- Every request for thirty days, so that an Error ID opens its story; input is scrubbed.
create table request_log (
  id text primary key,
  account_type text not null,
  account_id text not null,
  user_id text not null,
  method text not null,
  path text not null,
  status integer not null,
  ip_address text not null,
  input jsonb,
  message text not null,
  duration_ms integer not null,
  recorded_at timestamptz not null
);
create index request_log_age on request_log (recorded_at);
