-- What any gateway must write for one card sale, in two commits. `:n` is a random number,
-- `:merchant` and `:processor` are ids of the demo world.
insert into transaction (merchant_id, id, type, status, response, response_code, currency, amount,
  base_amount, payment_method, payment_type, transaction_source, user_id, user_name, merchant_name,
  processor_id, processor_type, processor_name, method_digest, created_at, updated_at)
values (:merchant, 't' || lpad(:n::text, 19, '0'), 'sale', 'pending', 'pending', 0, 'usd', 1299,
  1299, 'card', 'card', 'api', 'u', 'u', 'm', :processor, 'tsys_sierra', 'p', md5(:n::text),
  clock_timestamp(), clock_timestamp());
insert into transaction_event values (:merchant, 't' || lpad(:n::text, 19, '0'), 1, '', 'pending',
  'create', 'u', 'u', 'r', clock_timestamp());
insert into rail_attempt (merchant_id, id, transaction_id, operation, processor_id, processor_type,
  reference, fingerprint, amount, currency, state, deadline_at, created_at)
values (:merchant, 'a' || lpad(:n::text, 19, '0'), 't' || lpad(:n::text, 19, '0'), 'sale',
  :processor, 'tsys_sierra', 'a' || lpad(:n::text, 19, '0'), 'f', 1299, 'usd', 'sent',
  clock_timestamp(), clock_timestamp());
commit;
update rail_attempt set state = 'answered', outcome = 'approved', response_code = 100,
  answered_at = clock_timestamp()
where merchant_id = :merchant and id = 'a' || lpad(:n::text, 19, '0');
update transaction set status = 'pending_settlement', response = 'approved', response_code = 100,
  amount_authorized = 1299, amount_captured = 1299, version = 2, captured_at = clock_timestamp()
where merchant_id = :merchant and id = 't' || lpad(:n::text, 19, '0') and version = 1;
insert into transaction_event values (:merchant, 't' || lpad(:n::text, 19, '0'), 2, 'pending',
  'pending_settlement', 'create', 'u', 'u', 'r', clock_timestamp());
with p as (
  insert into ledger_posting
    (owner_id, id, kind, key, source_type, source_id, effective_on, period)
  values (:merchant, 'p' || lpad(:n::text, 19, '0'), 'sale', 'sale:' || :n::text, 'transaction',
    't' || lpad(:n::text, 19, '0'), '2026-01-01', '2026-01')
  returning owner_id, id, recorded_at)
insert into ledger_entry select p.owner_id, p.id, e.line, a.id, 'usd', e.amount, p.recorded_at
from p, (values (1, 1299, 'processor_receivable'), (2, -1299, 'sales')) as e (line, amount, kind)
join ledger_account a on a.owner_id = :merchant and a.kind = e.kind and a.currency = 'usd'
  and a.party in ('', :processor);
insert into audit_log (merchant_id, id, verb, noun, noun_id, account_type, account_id, user_id,
  user_name, credential, ip_address, request_id, created_at)
values (:merchant, 'l' || lpad(:n::text, 19, '0'), 'create', 'transaction',
  't' || lpad(:n::text, 19, '0'), 'merchant', :merchant, 'u', 'u', 'api_key', '', 'r',
  clock_timestamp());
insert into outbox (merchant_id, id, kind, resource_id, sequence, payload, created_at,
  next_attempt_at)
values (:merchant, 'o' || lpad(:n::text, 19, '0'), 'transaction_create',
  't' || lpad(:n::text, 19, '0'), 1, '{}', clock_timestamp(), clock_timestamp());
