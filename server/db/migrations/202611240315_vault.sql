-- A merchant's data keys, wrapped by the key-encryption key that lives outside the database.
create table data_key (
  merchant_id text not null references account,
  id text not null,
  purpose text not null,
  wrapped bytea not null,
  created_at timestamptz not null,
  key_id text not null default '',           -- key-encryption key that wraps it
  made_under text not null default '',       -- the one in use when it was made
  retired_at timestamptz,                    -- since then it only opens; real time
  primary key (merchant_id, id)
);
create unique index data_key_current on data_key (merchant_id, purpose) where retired_at is null;
call protect('data_key', 'merchant_id');
grant select, insert, update, delete on data_key to penstock_app;
