-- Reports as files, custom outputs, saved searches.

-- A report as a file: requested by an account, written by a job, fetched by the same account.
-- A streamed report leaves a row as well: its file is not kept, what proves it is.
create table report_export (
  merchant_id text not null,                 -- the requesting account: a partner or admin too
  id text not null,
  kind text not null,
  request jsonb not null,                    -- the search, without any card number
  actor jsonb not null,                      -- who requested it; the report reaches no further
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
  manifest jsonb,
  marks jsonb not null default '[]',         -- some of its lines, to know an altered copy by
  primary key (merchant_id, id)
);
create index report_export_open on report_export (expires_at) where state <> 'expired';
create index report_export_sha256 on report_export (merchant_id, sha256) where sha256 <> '';
call protect('report_export', 'merchant_id');
grant select, insert, update, delete on report_export to penstock_app;

-- Custom outputs. merchant_id is the account of whoever made one: merchant, partner or office.
create table custom_output (
  merchant_id text not null references account,
  id text not null,
  user_id text not null,                     -- who made it; what is shared outlives its maker
  type text not null check (type in ('transaction', 'transaction-table', 'transaction-totals')),
  name text not null,
  field_list jsonb not null,
  shared boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, type, user_id, name)
);
-- One default a type for the account (user_id is empty) and one for each user.
create table custom_output_default (
  merchant_id text not null,
  id text not null,
  type text not null,
  user_id text not null,
  custom_output_id text not null,
  primary key (merchant_id, id),
  unique (merchant_id, type, user_id),
  foreign key (merchant_id, custom_output_id) references custom_output on delete cascade
);
create index custom_output_default_output on custom_output_default (merchant_id, custom_output_id);
call protect('custom_output', 'merchant_id');
call protect('custom_output_default', 'merchant_id');
grant select, insert, update, delete on custom_output, custom_output_default to penstock_app;

-- Saved searches: a list's filters under a name, of one user, or shared with the user's account.
-- merchant_id is the account of whose user it is: merchant, partner or office.
create table saved_search (
  merchant_id text not null references account,
  id text not null,
  user_id text not null,
  section text not null,
  name text not null,
  data jsonb not null,
  columns jsonb not null default '[]',
  sort jsonb,
  shared boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, user_id) references user_account (account_id, id) on delete cascade,
  unique (merchant_id, user_id, section, name)
);
create index saved_search_section on saved_search (merchant_id, section, name);
call protect('saved_search', 'merchant_id');
grant select, insert, update, delete on saved_search to penstock_app;
