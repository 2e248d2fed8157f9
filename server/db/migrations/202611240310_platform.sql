-- The account tree and what every room stands on: row-level security, the product's role, audit
-- log, outbox, jobs, clock, request log, news.

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
-- Lists of accounts: the newest first, and by name.
create index account_by_type on account (account_type, created_at, id);
create index account_by_name on account (account_type, name, id);

-- Global: closure of the tree, each account with itself and everything below it.
create table account_closure (
  account_id text not null references account,
  descendant_id text not null references account,
  descendant_type text not null,
  depth integer not null,
  primary key (account_id, descendant_id)
);
create index account_closure_descendant on account_closure (descendant_id);

-- Row-level security, the second wall behind scope(): each tenant table carries the same policy.
-- Its settings are made per transaction: app.account_type, app.account_id, and app.merchant_id, the
-- one merchant that a transaction may write to. `system` is the product's own jobs.
--
-- Gives a tenant table its policies: read within reach, write the one named merchant. Called by
-- migrations only. The expressions stand in the policy itself (a function would run for each row);
-- every setting and the reach are read once a statement.
create procedure protect(tenant text, owner_column text) language plpgsql as $$
declare
  seen text := format(
    '((select current_setting(''app.account_type'', true)) in (''admin'', ''system'')'
    ' or %1$I = (select current_setting(''app.account_id'', true))'
    ' or %1$I in (select r.descendant_id from account_closure r'
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

-- The role the product works as: neither owner nor exempt, with the rights each table needs. Tables
-- that are only ever added to are append-only by their grants.
do $$
begin
  if not exists (select from pg_roles where rolname = 'penstock_app') then
    create role penstock_app nologin nosuperuser nobypassrls;
  end if;
end $$;
grant usage on schema public to penstock_app;
grant select, insert, update, delete on account, account_closure, migration to penstock_app;

-- Fails: the other branch of a guard that has to find a row, so that the commit ends where there is
-- none and nobody looks before committing. `isMissingRow()` knows it by this code, which nothing else
-- fails with. Called only where a row is missing, it costs the statements that find theirs nothing.
create function missing_row() returns boolean language plpgsql as $$
begin
  raise exception using errcode = 'PN001', message = 'a required row is missing';
end $$;
grant execute on function missing_row() to penstock_app;

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
  -- Somebody who acted as the user, else ''.
  acting_user_id text not null default '',
  acting_user_name text not null default '',
  primary key (merchant_id, id)
);
-- By what was done in one request, by whom, when, and to what. Ids are found whoever's they are:
-- the log of a record is read by administrators too. Newest first is read backwards.
create index audit_log_request on audit_log (request_id);
create index audit_log_acting on audit_log (acting_user_id, created_at desc)
  where acting_user_id <> '';
create index audit_log_everyone on audit_log (created_at);
create index audit_log_created on audit_log (merchant_id, created_at);
create index audit_log_user on audit_log (user_id, created_at);
create index audit_log_noun on audit_log (noun_id);
call protect('audit_log', 'merchant_id');
grant select, insert on audit_log to penstock_app;

-- One row for each row of audit_log, written afterwards by the sealer: a gap-free sequence per
-- tenant, and a hash over the hash before it, the place and the row. Append-only like the log.
create table audit_seal (
  merchant_id text not null,
  sequence bigint not null check (sequence > 0),
  audit_id text not null,
  hash bytea not null check (length(hash) = 32),
  mac text not null default '',              -- signs the end of what was sealed in one go
  sealed_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, sequence),
  unique (merchant_id, audit_id)
);
call protect('audit_seal', 'merchant_id');
grant select, insert on audit_seal to penstock_app;

-- What the chain is made of: every column of a row in its binary form, which no setting changes.
create view audit_log_digest with (security_invoker = true) as
select merchant_id, id, recorded_at,
  sha256(record_send(row(merchant_id, id, verb, noun, noun_id, account_type, account_id, user_id,
    user_name, credential, ip_address, request_id, before, after, created_at,
    recorded_at, acting_user_id, acting_user_name))) as digest
from audit_log;
grant select on audit_log_digest to penstock_app;

-- Global: each time the audits ran, with how much had been sealed by then, signed.
create table audit_run (
  id text primary key,
  kind text not null check (kind in ('all', 'recent')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  audit_count integer not null,
  wrong_count integer not null,
  sealed_through timestamptz not null,
  sealed_count bigint not null,
  mac text not null
);
create index audit_run_finished on audit_run (finished_at desc);
grant select, insert on audit_run to penstock_app;

-- What a run found wrong, with the party whose rows they are; '' where it is nobody's.
create table audit_finding (
  merchant_id text not null,
  id text not null,
  run_id text not null,
  audit text not null,
  sentence text not null,
  row_count bigint not null,
  sample jsonb not null,                     -- the first rows, at most ten
  found_at timestamptz not null,
  primary key (merchant_id, id)
);
create index audit_finding_found on audit_finding (merchant_id, found_at desc);
call protect('audit_finding', 'merchant_id');
grant select, insert on audit_finding to penstock_app;

-- A document as people may read it: no member named like a secret tells more than yes, no or null.
create function masked(document jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
begin
  if jsonb_typeof(document) = 'object' then
    return (select coalesce(jsonb_object_agg(m.key, case
        when jsonb_typeof(m.value) in ('boolean', 'null') then m.value
        when m.key ~* '(secret|password|passphrase|hash|digest|token|api_?key|auth_?key|private_?key)'
          or m.key ~* '^(number|bin|cc_bin|full_cc_number|cvc|cvv|track|track_[12]|account_number)$'
          or m.key ~* '^(totp|reset_code|code|recovery_codes|settings|card|ach|ssn4|dl_number)$'
          or m.key ~* '^(drivers_license|social_security_number.*|authorization)$'
          then '"***"'
        else masked(m.value) end), '{}')
      from jsonb_each(document) as m);
  elsif jsonb_typeof(document) = 'array' then
    return (select coalesce(jsonb_agg(masked(e.value) order by e.place), '[]')
      from jsonb_array_elements(document) with ordinality as e (value, place));
  end if;
  return document;
end $$;

-- One event for every committed change that others hear of, known by its resource and its number in
-- it; consumers mark what they have done. Each row is changed once: what it leaves behind is soon
-- written over.
create table outbox (
  merchant_id text not null,
  id text not null,
  kind text not null,
  resource_id text not null,
  sequence integer not null,
  payload jsonb not null,
  created_at timestamptz not null,
  delivered_at timestamptz,
  next_attempt_at timestamptz not null,
  request_id text not null default '',
  primary key (merchant_id, resource_id, sequence)
) with (autovacuum_vacuum_scale_factor = 0.05);
-- Which merchants have events that wait, since when, and of which resources.
create index outbox_waiting on outbox (merchant_id, next_attempt_at) include (resource_id)
  where delivered_at is null;
call protect('outbox', 'merchant_id');
grant select, insert, update, delete on outbox to penstock_app;

-- Who hands over a merchant's events holds the lock of its row.
create table outbox_lock (
  merchant_id text primary key references account
);
call protect('outbox_lock', 'merchant_id');
grant select, insert, update, delete on outbox_lock to penstock_app;

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
  -- How often it was enqueued, so that enqueuing it while it runs is not lost when it ends.
  request_count integer not null default 0,
  -- Counts its claims: whoever lost it to a later claim changes nothing of it any more.
  claim_token bigint not null default 0,
  unique (name, key)
);
create index job_due on job (due_at);
grant select, insert, update, delete on job to penstock_app;

-- One row: how far business time runs ahead of real time (sandbox and dev only).
create table sandbox_clock (
  id text primary key check (id = 'clock'),
  offset_ms bigint not null check (offset_ms >= 0),
  moved_at timestamptz not null
);
grant select, insert, update, delete on sandbox_clock to penstock_app;

-- The business time that each process goes by, outside production; rows of ended ones are removed.
create table clock_lease (
  id text primary key,
  offset_ms bigint not null check (offset_ms >= 0),
  seen_at timestamptz not null               -- the database's clock: the lease of the process
);
grant select, insert, update, delete on clock_lease to penstock_app;

-- How often anything was changed that processes remember: rights, settings, processors, limits.
-- Its one row is counted up in the commit of the change and read before what is remembered is used.
create table settings_version (
  id integer primary key check (id = 1),
  version bigint not null
);
grant select, insert, update on settings_version to penstock_app;

-- Every request for thirty days, so that an Error ID opens its trace; input is scrubbed. The id
-- begins with the moment, so the oldest are found by it.
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
  recorded_at timestamptz not null,
  processor_ms integer not null default 0    -- of the duration, what passed at processors
);
grant select, insert, update, delete on request_log to penstock_app;

-- News items: what an account tells those directly below it. merchant_id is the account that wrote.
create table news_item (
  merchant_id text not null references account,
  id text not null,
  title text not null,
  message text not null,
  author_name text not null,
  visibility text not null check (visibility in ('all', 'merchant', 'partner')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create index news_item_latest on news_item (merchant_id, created_at, id);
call protect('news_item', 'merchant_id');
-- News goes down the tree, where everything else is read from above: one step, never further.
create policy news_from_above on news_item for select using (
  merchant_id = (
    select a.parent_id from account a
    where a.id = (select current_setting('app.account_id', true))));
grant select, insert, update, delete on news_item to penstock_app;
