-- Rotation of keys: which key wraps a data key, under which it was made, and when it was retired.

alter table data_key
  add column key_id text not null default '',      -- key-encryption key that wraps it
  add column made_under text not null default '',  -- the one in use when it was made
  add column retired_at timestamptz;               -- since then it only opens; real time

alter table data_key drop constraint data_key_merchant_id_purpose_key;
create unique index data_key_current on data_key (merchant_id, purpose) where retired_at is null;
