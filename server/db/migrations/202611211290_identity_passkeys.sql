-- Passkeys: the domain each works at, and challenges that are answered once. Proofs of the bot
-- check that were taken. What the visitor's browser hinted when it came to the door.

alter table user_factor add column rp_id text not null default '';

-- Kept as a hash. Real time; user_id is empty where whoever answers is not known yet.
create table passkey_challenge (
  challenge_hash text primary key,
  purpose text not null check (purpose in ('register', 'factor', 'sign_in')),
  user_id text not null default '',
  rp_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index passkey_challenge_age on passkey_challenge (expires_at);
grant select, insert, update, delete on passkey_challenge to penstock_app;

-- A solved challenge of the bot check opens one call: whoever inserts its row first has it.
create table bot_check_taken (
  proof_hash text primary key,
  expires_at timestamptz not null
);
create index bot_check_taken_age on bot_check_taken (expires_at);
grant select, insert, delete on bot_check_taken to penstock_app;

alter table sign_in_event add column fingerprint text not null default '';
