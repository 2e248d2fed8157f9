-- What a payment writes: fewer and narrower index entries, and room for what changes in its page.

-- A reference is the id of its attempt, which the primary key keeps unique already.
alter table rail_attempt drop constraint rail_attempt_merchant_id_processor_id_reference_key;
alter table rail_attempt add check (reference = id);

-- Ids tell tenants apart by themselves, so that an index which is not unique goes without the
-- merchant: a third less of each entry, and new ones stand at its end, where pages split well.
drop index rail_attempt_transaction;
create index rail_attempt_transaction on rail_attempt (transaction_id);
drop index ledger_posting_source;
create index ledger_posting_source on ledger_posting (source_id);
drop index ledger_entry_account;
create index ledger_entry_account on ledger_entry (account_id, recorded_at);
-- The digest of a number is another one at each merchant.
drop index transaction_digest;
create index transaction_digest on transaction (method_digest, created_at)
  where method_digest <> '';

-- Newest first is read backwards: entries that come at the front leave every page half empty.
-- Rows of one moment are put in order when they are read, so the id need not stand in a key that no
-- page is cut from by itself.
drop index transaction_everyone;
create index transaction_everyone on transaction (created_at);
drop index transaction_created;
create index transaction_created on transaction (merchant_id, created_at, id)
  include (status, type, payment_type, payment_method, currency, amount, processor_id,
    transaction_source, card_last_four);
drop index transaction_unsettled;
create index transaction_unsettled on transaction (merchant_id, status, created_at, id)
  include (type, payment_type, payment_method, currency, amount)
  where status <> 'settled';
drop index audit_log_everyone;
create index audit_log_everyone on audit_log (created_at);
drop index audit_log_created;
create index audit_log_created on audit_log (merchant_id, created_at);
drop index audit_log_user;
create index audit_log_user on audit_log (user_id, created_at);
drop index audit_log_noun;
create index audit_log_noun on audit_log (noun_id);

-- The id begins with the moment.
drop index request_log_age;

-- The outcome comes a moment after the row: it finds room in the same page.
alter table transaction set (fillfactor = 80);
-- Each row of these is changed once: what it leaves behind is soon written over.
alter table rail_attempt set (autovacuum_vacuum_scale_factor = 0.05);
alter table outbox set (autovacuum_vacuum_scale_factor = 0.05);
