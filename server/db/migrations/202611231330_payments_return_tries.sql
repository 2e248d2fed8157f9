-- Bank entries that could not be booked: how often that was tried, when it is tried again, and why.
alter table waiting_return
  add column try_count integer not null default 0,
  add column next_try_at timestamptz,        -- null: as soon as its transaction allows it
  add column last_error text not null default '',
  add column error_id text not null default '';
grant update (try_count, next_try_at, last_error, error_id) on waiting_return to penstock_app;
