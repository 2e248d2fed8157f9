-- Profiles of partners and merchants, their documents and settings, brands, logos, custom fields.

-- One row: whoever moves an account holds it alone, whoever makes one shares it. Without it two
-- moves could each be sound and make a ring together.
create table account_tree (
  id text primary key check (id = 'tree'),
  -- How often an account went under another partner: sums over all that is below a partner are made
  -- anew after that.
  moved_count integer not null default 0
);
insert into account_tree (id) values ('tree');
grant select, update on account_tree to penstock_app;

create table partner (
  id text primary key references account,
  description text not null default '',
  website text not null default '',
  phone text not null default '',
  phone_ext text not null default '',
  email text not null default '',
  fee_schedule_id text not null default '',
  primary_contact jsonb not null default '{}',
  billing_contact jsonb not null default '{}',
  default_values jsonb not null default '{}',
  -- What it may grant. Null: nobody has narrowed it; then all that its own partner may.
  permissions jsonb,
  flags jsonb,
  available_processors jsonb                 -- types it sets up; null: all that is left to it
);
grant select, insert, update, delete on partner to penstock_app;

create table merchant (
  merchant_id text primary key references account,
  description text not null default '',
  website text not null default '',
  phone text not null default '',
  phone_ext text not null default '',
  receipt_email text not null default '',
  fee_schedule_id text not null default '',
  logo_url text not null default '',
  permissions jsonb not null default '{}',
  flags jsonb not null default '{}',
  requireds jsonb not null default '{}',
  default_values jsonb not null default '{}',
  primary_contact jsonb not null default '{}',
  billing_contact jsonb not null default '{}',
  billing_details jsonb not null default '{}',
  tos_accepted_by text not null default '',
  tos_accepted_by_username text not null default '',
  tos_last_accepted_at timestamptz,
  styles jsonb not null default '{}',
  -- Of billing_details: the account number, sealed under the merchant's data key; '' for none.
  billing_account_number text not null default '',
  limits jsonb not null default '{}'         -- of the merchant as a whole
);
call protect('merchant', 'merchant_id');
grant select, insert, update, delete on merchant to penstock_app;

-- The look of a white label, addressed by domain; the empty domain is the installation's own.
create table branding (
  id text primary key,
  domain text not null unique,
  partner_id text references account,
  title text not null,
  brand_name text not null,
  address text not null default '',
  support_email text not null default '',
  support_phone text not null default '',
  styles jsonb not null default '{}',
  products jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  logo_url text not null default '',         -- whoever reads the brand reads the image's path too
  colorado_cap boolean not null default false -- caps surcharges in Colorado (decisions G33)
);
create index branding_partner on branding (partner_id, domain);
grant select, insert, update, delete on branding to penstock_app;

-- The image of a brand, the installation's own as well; its id is new with every image.
create table branding_logo (
  id text primary key,
  branding_id text not null references branding on delete cascade,
  content_type text not null check (content_type in ('image/png', 'image/gif', 'image/jpeg')),
  bytes bytea not null,
  created_at timestamptz not null
);
create index branding_logo_of on branding_logo (branding_id);
grant select, insert, delete on branding_logo to penstock_app;

-- Who gave a setting of an account its value, the last time; id is kind/group/name.
create table setting_mark (
  merchant_id text not null references account,
  id text not null,
  by_account_type text not null,
  by_account_id text not null,
  by_user_id text not null,
  by_user_name text not null,
  set_at timestamptz not null,
  primary key (merchant_id, id)
);
call protect('setting_mark', 'merchant_id');
grant select, insert, update, delete on setting_mark to penstock_app;

-- The image a merchant shows, at most one; its id is new with every image, so that copies of it
-- may be kept for ever.
create table merchant_logo (
  merchant_id text not null references account,
  id text not null,
  content_type text not null check (content_type in ('image/png', 'image/gif', 'image/jpeg')),
  bytes bytea not null,
  created_at timestamptz not null,
  primary key (merchant_id, id)
);
call protect('merchant_logo', 'merchant_id');
grant select, insert, delete on merchant_logo to penstock_app;

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
