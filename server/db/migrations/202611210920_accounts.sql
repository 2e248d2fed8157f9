-- Profiles of partners and merchants, their documents, and branding.

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
  default_values jsonb not null default '{}'
);

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
  tos_last_accepted_at timestamptz
);

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
  products jsonb not null default '[]'
);

call protect('merchant', 'merchant_id');
