-- People and keys: users, their roles, sessions and second factors, API keys, one-time codes, terms,
-- and what happened at sign-in.

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
  -- Null: the user has chosen none, and sees the time zone of the account.
  timezone text,
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
  updated_at timestamptz not null,
  -- The role's rights stand in the place of the user's own.
  custom_role_id text not null default '',
  password_changed_at timestamptz,
  -- The newest news the user has opened; null: none yet.
  news_read_at timestamptz,
  constraint user_account_of unique (account_id, id)
);
create index user_account_account on user_account (account_id);
-- Users of a role are counted with every role shown, and looked for before a role goes.
create index user_account_role on user_account (custom_role_id) where custom_role_id <> '';
-- Lists of users are sorted by name within one account.
create index user_account_names on user_account (account_id, name, id);
-- Whose users and keys a caller may see is the account's reach, as with tenant rows. Signing in
-- happens before there is a caller, so it works as `system`.
call protect('user_account', 'account_id');
grant select, insert, update, delete on user_account to penstock_app;

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
  ended_at timestamptz,
  -- Somebody who acts as the session's user; both stand on every audit row.
  acting_user_id text not null default '',
  acting_user_name text not null default '',
  ended_because text not null default '',
  made_by_session_id text not null default '', -- of whoever acts: this one ends with it
  factor_at timestamptz                      -- when a second factor was last proven in it
);
create index user_session_user on user_session (user_id);
create index user_session_acting on user_session (acting_user_id) where acting_user_id <> '';
grant select, insert, update, delete on user_session to penstock_app;

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
  updated_at timestamptz not null,
  -- A key may do nothing beyond its user's rights; these only narrow it. Empty lists: all.
  scopes jsonb not null default '[]',
  allowed_addresses jsonb not null default '[]',
  allowed_origins jsonb not null default '[]',
  expires_at timestamptz,
  rotated_from text not null default '',
  -- A public key is no secret: browsers carry it. Its text is kept, so that it can be read again.
  public_value text not null default '' check (
    public_value = '' or type = 'pub' and public_value ~ '^pub_')
);
create index api_key_user on api_key (user_id);
call protect('api_key', 'account_id');
grant select, insert, update, delete on api_key to penstock_app;

-- Good and bad sign-in attempts; a failed try leaves this row and no audit row.
create table sign_in_event (
  id text primary key,
  user_id text not null,
  username text not null,
  outcome text not null,
  ip_address text not null,
  user_agent text not null,
  request_id text not null,
  recorded_at timestamptz not null,
  fingerprint text not null default ''       -- what the visitor's browser hinted
);
create index sign_in_event_user on sign_in_event (user_id, recorded_at desc);
create index sign_in_event_request on sign_in_event (request_id);
grant select, insert on sign_in_event to penstock_app;

-- A named set of rights of one account; its users hold what it grants. merchant_id is the owner.
create table custom_role (
  merchant_id text not null references account,
  id text not null,
  name text not null,
  description text not null default '',
  permissions jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, name)
);
call protect('custom_role', 'merchant_id');
grant select, insert, update, delete on custom_role to penstock_app;

-- One-time codes, kept as hashes: set-up, reset, login-as, second-factor set-up. Business time.
create table one_time_code (
  id text primary key,
  kind text not null check (kind in ('set_up', 'reset_password', 'login_as', 'two_factor')),
  user_id text not null references user_account on delete cascade,
  code_hash text not null unique,
  made_by_user_id text not null default '',
  made_by_session_id text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_code_user on one_time_code (user_id);
create index one_time_code_age on one_time_code (expires_at);
grant select, insert, update, delete on one_time_code to penstock_app;

-- Passwords a user had, newest last; a new one is none of the last four.
create table password_history (
  user_id text not null references user_account on delete cascade,
  id text not null,
  password_hash text not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
grant select, insert, delete on password_history to penstock_app;

-- Sign-in attempts for one name from one place (a known device, else an address). The name is kept
-- as a hash, known or not, so that nothing tells them apart. Real time.
create table sign_in_try (
  name_hash text not null,
  place text not null,
  fail_count integer not null,
  first_at timestamptz not null,
  blocked_until timestamptz,
  primary key (name_hash, place)
);
create index sign_in_try_age on sign_in_try (first_at);
grant select, insert, update, delete on sign_in_try to penstock_app;

-- Devices that have signed in before: the cookie's value as a hash.
create table known_device (
  user_id text not null references user_account on delete cascade,
  device_hash text not null,
  user_agent text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);
grant select, insert, update, delete on known_device to penstock_app;

-- Second factors. A secret is a ciphertext under the installation's key; last_step makes a code
-- work once: it only ever grows, in the statement that takes the code.
create table user_factor (
  user_id text not null references user_account on delete cascade,
  id text not null,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  secret text not null default '',
  last_step bigint not null default 0,
  credential_id text unique,
  public_key text not null default '',
  sign_count bigint not null default 0,
  transports jsonb not null default '[]',
  confirmed_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  rp_id text not null default '',            -- the domain at which a passkey works
  primary key (user_id, id)
);
grant select, insert, update, delete on user_factor to penstock_app;

create table recovery_code (
  user_id text not null references user_account on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
grant select, insert, update, delete on recovery_code to penstock_app;

-- Challenges of passkeys, answered once; `confirm` proves somebody again who is signed in. Kept as a
-- hash. Real time; user_id is empty where whoever answers is not known yet.
create table passkey_challenge (
  challenge_hash text primary key,
  purpose text not null check (purpose in ('register', 'factor', 'sign_in', 'confirm')),
  user_id text not null default '',
  rp_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index passkey_challenge_age on passkey_challenge (expires_at);
grant select, insert, update, delete on passkey_challenge to penstock_app;

-- A solved challenge of the bot check opens one call: whoever inserts its row first has it.
create table bot_check_used (
  proof_hash text primary key,
  expires_at timestamptz not null
);
create index bot_check_used_age on bot_check_used (expires_at);
grant select, insert, delete on bot_check_used to penstock_app;

-- Terms of service, each version once; who accepted which.
create table terms_version (
  version integer primary key,
  body text not null,
  published_at timestamptz not null
);
grant select, insert on terms_version to penstock_app;

create table terms_acceptance (
  user_id text not null references user_account on delete cascade,
  version integer not null references terms_version,
  accepted_at timestamptz not null,
  ip_address text not null,
  primary key (user_id, version)
);
grant select, insert on terms_acceptance to penstock_app;

insert into terms_version (version, body, published_at) values (1,
'These terms are an agreement between the operator of this service and each account that uses it.

1. Use of the service. You may use the service to accept card and bank payments for goods and services that your business has described to the operator. Any other use requires the operator''s written consent.

2. Account security. Each person must log in with their own username. You must not share passwords, second factors or secret keys. If you suspect misuse, tell the operator immediately and end the affected sessions and keys.

3. Card data. You must enter card numbers, security codes and bank account numbers only in the service. You must not store them in notes, descriptions, emails or files.

4. Acceptable payments. You may accept a payment only with the payer''s consent. You must issue the refunds that you owe, and answer questions about a payment within ten days.

5. Records. The service records each action, the person who took it and the time. These records are evidence in any question between you and the operator.

6. Fees and settlement. You agree to pay the fees in your account''s fee schedule. Returns, refunds and disputes are charged to the account that accepted the payment.

7. Suspension. The operator may suspend your payments if the law, a card brand or a processor requires it, or if payers are at risk. The operator will tell you the reason as soon as permitted. Either party may end this agreement with thirty days'' notice. Amounts owed for earlier payments remain due.', '2026-11-01T00:00:00Z');
