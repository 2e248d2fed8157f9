-- Custom outputs, whose default they are, and what proves an exported file.

-- merchant_id is the account of whoever made it: merchant, partner or office.
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

-- A streamed report leaves a row as well: its file is not kept, what proves it is.
alter table report_export
  add column manifest jsonb,
  add column marks jsonb not null default '[]';  -- some of its lines, to know an altered copy by
create index report_export_sha256 on report_export (merchant_id, sha256) where sha256 <> '';
