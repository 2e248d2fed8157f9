-- Saved searches: a list's filters under a name, of one user, or shared with the user's account.

alter table user_account add constraint user_account_of unique (account_id, id);

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
