-- People and keys: users, their sessions, API keys, and what happened at the door.

create table user_account (
  id text primary key,
  account_type text not null check (account_type in ('admin', 'partner', 'merchant')),
  account_id text not null references account,
  username text not null,
  username_key text not null unique,
  name text not null,
  email text not null,
  phone text not null,
  password_hash text not null,
  role text not null check (role in ('admin', 'standard')),
  status text not null check (status in ('active', 'disabled')),
  timezone text not null,
  dateformat text not null default 'MM/DD/YYYY',
  permissions jsonb not null default '{}',
  flags jsonb not null default '{}',
  notifications jsonb not null default '{}',
  defaults jsonb not null default '{}',
  access_restrictions jsonb not null default '{}',
  supress_email_notification boolean not null default false,
  two_factor_enabled boolean not null default false,
  tos_accepted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index user_account_account on user_account (account_id);

-- The token is kept as a hash; id is the session id that travels beside it. Times are real time.
create table user_session (
  id text primary key,
  user_id text not null references user_account,
  token_hash text not null unique,
  ip_address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz
);
create index user_session_user on user_session (user_id);

create table api_key (
  id text primary key,
  user_id text not null references user_account,
  account_type text not null,
  account_id text not null references account,
  type text not null check (type in ('api', 'pub')),
  name text not null,
  key_hash text not null unique,
  hint text not null,
  last_used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index api_key_user on api_key (user_id);

-- Good and bad tries at the door; a failed try leaves this row and no audit row.
create table sign_in_event (
  id text primary key,
  user_id text not null,
  username text not null,
  outcome text not null,
  ip_address text not null,
  user_agent text not null,
  request_id text not null,
  recorded_at timestamptz not null
);
create index sign_in_event_user on sign_in_event (user_id, recorded_at desc);

-- Whose users and keys a caller may see is the account's reach, as with tenant rows. Signing in
-- happens before there is a caller, so it works as `system`.
call protect('user_account', 'account_id');
call protect('api_key', 'account_id');
