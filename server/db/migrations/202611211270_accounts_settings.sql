-- Accounts as their owners change them: what a partner may grant, who set what, brands, logos.

-- Null: nobody has narrowed it. Then a partner may grant all that its own partner may.
alter table partner add column permissions jsonb;
alter table partner add column flags jsonb;

alter table merchant add column styles jsonb not null default '{}';
-- Of billing_details: the account number, sealed under the merchant's data key; '' for none.
alter table merchant add column billing_account_number text not null default '';

alter table branding add column created_at timestamptz not null default now();
alter table branding add column updated_at timestamptz not null default now();
create index branding_partner on branding (partner_id, domain);

-- One row: whoever moves an account holds it alone, whoever makes one shares it. Without it two
-- moves could each be sound and make a ring together.
create table account_tree (id text primary key check (id = 'tree'));
insert into account_tree (id) values ('tree');
grant select, update on account_tree to penstock_app;

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

-- Lists of accounts: the newest first, and by name.
create index account_by_type on account (account_type, created_at, id);
create index account_by_name on account (account_type, name, id);
