-- A passkey also proves somebody again who is signed in.

alter table passkey_challenge drop constraint passkey_challenge_purpose_check;
alter table passkey_challenge add constraint passkey_challenge_purpose_check
  check (purpose in ('register', 'factor', 'sign_in', 'confirm'));
