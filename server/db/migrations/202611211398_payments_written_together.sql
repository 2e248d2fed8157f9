-- Rows that a payment writes in one commit with what they belong to are not looked up again for a
-- foreign key: the statement that writes them is the guard, and I16 reads every pointer.

alter table ledger_entry
  drop constraint ledger_entry_owner_id_posting_id_fkey,
  drop constraint ledger_entry_owner_id_account_id_fkey;
alter table transaction_event
  drop constraint transaction_event_merchant_id_transaction_id_fkey;
alter table rail_attempt
  drop constraint rail_attempt_merchant_id_transaction_id_fkey;
