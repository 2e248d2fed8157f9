-- People: roles an account defines, one-time codes, who acts as whom, what a key may do.

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

-- The role's rights stand in the place of the user's own.
alter table user_account add column custom_role_id text not null default '';
alter table user_account add column password_changed_at timestamptz;

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

-- Somebody who acts as the session's user; both stand on every audit row.
alter table user_session add column acting_user_id text not null default '';
alter table user_session add column acting_user_name text not null default '';
alter table user_session add column ended_because text not null default '';
alter table audit_log add column acting_user_id text not null default '';
alter table audit_log add column acting_user_name text not null default '';

-- The chain over the audit log holds both of them.
create or replace view audit_log_digest with (security_invoker = true) as
select merchant_id, id, recorded_at,
  sha256(record_send(row(merchant_id, id, verb, noun, noun_id, account_type, account_id, user_id,
    user_name, credential, ip_address, request_id, before, after, created_at,
    recorded_at, acting_user_id, acting_user_name))) as digest
from audit_log;

-- What a key may do beyond its user's rights: nothing; these only narrow it. Empty lists: all.
alter table api_key add column scopes jsonb not null default '[]';
alter table api_key add column allowed_addresses jsonb not null default '[]';
alter table api_key add column allowed_origins jsonb not null default '[]';
alter table api_key add column expires_at timestamptz;
alter table api_key add column rotated_from text not null default '';

-- Passwords a user had, newest last; a new one is none of the last four.
create table password_history (
  user_id text not null references user_account on delete cascade,
  id text not null,
  password_hash text not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
grant select, insert, delete on password_history to penstock_app;

-- Tries at the door for one name from one place (a known device, else an address). The name is kept
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
'These terms apply between the operator of this installation and every account that uses it.

1. What it is for. The service takes card and bank payments for goods and services that the account''s business has described to the operator. Other uses need the operator''s consent in writing.

2. Care of access. Each person signs in as themselves. Passwords, second factors and secret keys are shared with nobody. Whoever suspects misuse tells the operator at once and ends the sessions and keys concerned.

3. Care of card data. Card numbers, security codes and bank accounts are typed into the service alone. They are not kept in notes, descriptions, mails or files of the account.

4. Honest payments. The account takes payments only with the payer''s consent, gives back what it owes, and answers questions about a payment within ten days.

5. Records. The service keeps a record of what is done in it, by whom and when. These records settle questions between the operator and the account.

6. Fees and settlement. Fees are those of the account''s fee schedule. Returns, refunds and disputes are charged to the account whose payment they concern.

7. Interruption. The operator may stop an account''s payments where the law, a card brand or a processor asks for it, or where payers are at risk, and says why as soon as it may.

8. End. Either side may end the use of the service with thirty days'' notice. What is owed for payments already taken stays owed.', '2026-11-01T00:00:00Z');
