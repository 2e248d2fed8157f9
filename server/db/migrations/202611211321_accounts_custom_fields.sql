-- Custom fields of merchants. A deleted one stays for the payments that hold its values; it has
-- left its group, so that the group may go too.
create table custom_field (
  merchant_id text not null references account,
  id text not null,
  name text not null,
  group_name text,
  type text not null check (
    type in ('text', 'textarea', 'hidden', 'radio', 'checkbox', 'select', 'multiselect')),
  required boolean not null,
  validation_type text not null check (
    validation_type in ('open', 'alpha', 'alphanumeric', 'sentence', 'numeric')),
  choices jsonb,
  default_value text not null,
  position integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (merchant_id, id),
  constraint custom_field_group foreign key (merchant_id, group_name)
    references field_group (merchant_id, name) on update cascade,
  constraint custom_field_grouped check ((group_name is null) = (deleted_at is not null))
);
create index custom_field_order on custom_field (merchant_id, position, id);
create index custom_field_of_group on custom_field (merchant_id, group_name);
call protect('custom_field', 'merchant_id');
grant select, insert, update on custom_field to penstock_app;

-- Payments that were asked custom fields, newest first. Under row security the planner takes no
-- operator of jsonb into an index, so the index holds few rows and the values are compared in them.
create index transaction_asked on transaction (merchant_id, created_at desc, id desc)
  where custom_fields <> '{}';
