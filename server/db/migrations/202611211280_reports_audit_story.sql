-- Searching the audit log, and what one request did: its correlation id on all that it wrote.

-- By time, for everybody and for one tenant; by what was done to, by whom, and in which request.
create index audit_log_everyone on audit_log (created_at desc, id desc);
create index audit_log_created on audit_log (merchant_id, created_at desc, id desc);
create index audit_log_request on audit_log (request_id);
create index audit_log_user on audit_log (user_id, created_at desc, id desc);
create index audit_log_acting on audit_log (acting_user_id, created_at desc)
  where acting_user_id <> '';
-- Ids are found whoever's they are: the log of a record is asked for by administrators too.
drop index audit_log_noun;
create index audit_log_noun on audit_log (noun_id, created_at desc, id desc);

-- These are found by their transaction; letters have none.
alter table rail_attempt add column request_id text not null default '';
alter table outbox add column request_id text not null default '';
alter table outgoing_mail add column request_id text not null default '';
create index outgoing_mail_request on outgoing_mail (request_id) where request_id <> '';
create index outgoing_mail_created on outgoing_mail (created_at desc, id desc);
create index sign_in_event_request on sign_in_event (request_id);
create index outgoing_mail_id on outgoing_mail (id);

-- A document as people may read it: no member named like a secret tells more than yes, no or null.
create function masked(document jsonb) returns jsonb
language plpgsql immutable parallel safe as $$
begin
  if jsonb_typeof(document) = 'object' then
    return (select coalesce(jsonb_object_agg(m.key, case
        when jsonb_typeof(m.value) in ('boolean', 'null') then m.value
        when m.key ~* '(secret|password|passphrase|hash|digest|token|api_?key|auth_?key|private_?key)'
          or m.key ~* '^(number|bin|cc_bin|full_cc_number|cvc|cvv|track|track_[12]|account_number)$'
          or m.key ~* '^(totp|reset_code|code|recovery_codes|settings|card|ach|ssn4|dl_number)$'
          or m.key ~* '^(drivers_license|social_security_number.*|authorization)$'
          then '"***"'
        else masked(m.value) end), '{}')
      from jsonb_each(document) as m);
  elsif jsonb_typeof(document) = 'array' then
    return (select coalesce(jsonb_agg(masked(e.value) order by e.place), '[]')
      from jsonb_array_elements(document) with ordinality as e (value, place));
  end if;
  return document;
end $$;
