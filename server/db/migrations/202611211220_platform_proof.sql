-- What proves the books: the chain over the audit log, and what each run of the audits found.

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

-- What the chain is made of: every column of a row in its binary form, which no setting changes.
create view audit_log_digest with (security_invoker = true) as
select merchant_id, id, recorded_at,
  sha256(record_send(row(merchant_id, id, verb, noun, noun_id, account_type, account_id, user_id,
    user_name, credential, ip_address, request_id, before, after, created_at,
    recorded_at))) as digest
from audit_log;

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

call protect('audit_seal', 'merchant_id');
call protect('audit_finding', 'merchant_id');

grant select, insert on audit_seal, audit_run, audit_finding to penstock_app;
grant select on audit_log_digest to penstock_app;
