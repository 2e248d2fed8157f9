-- The role the product works as: neither owner nor exempt, with the rights each table needs.

do $$
begin
  if not exists (select from pg_roles where rolname = 'penstock_app') then
    create role penstock_app nologin nosuperuser nobypassrls;
  end if;
end $$;

call protect('audit_log', 'merchant_id');
call protect('outbox', 'merchant_id');
call protect('data_key', 'merchant_id');
call protect('processor', 'merchant_id');
call protect('settlement_batch', 'merchant_id');
call protect('transaction', 'merchant_id');
call protect('transaction_event', 'merchant_id');
call protect('rail_attempt', 'merchant_id');
call protect('idempotency', 'merchant_id');
call protect('outgoing_mail', 'merchant_id');
call protect('email_event', 'merchant_id');
call protect('transaction_day', 'merchant_id');

grant usage on schema public to penstock_app;
grant select, insert, update, delete on all tables in schema public to penstock_app;
-- Append-only by grants.
revoke update, delete on audit_log, transaction_event, email_event, sign_in_event from penstock_app;
revoke delete on transaction, rail_attempt, settlement_batch, processor from penstock_app;
revoke update, delete on ledger_account, ledger_posting, ledger_entry from penstock_app;
revoke insert, update, delete on ledger_kind from penstock_app;
