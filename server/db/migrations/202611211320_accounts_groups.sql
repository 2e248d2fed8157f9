-- Groups of custom fields, each merchant's own.
create table field_group (
  merchant_id text not null references account,
  id text not null,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, name)
);
call protect('field_group', 'merchant_id');
grant select, insert, update, delete on field_group to penstock_app;
