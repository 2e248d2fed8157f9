-- The ledger: accounts, postings and entries of three books, their snapshots, days and periods.
--
-- Owner first in every key; owner_id is a merchant, a partner or `platform`. Debit is positive, a
-- balance is a plain sum. Accounts, postings and entries are written once and never changed: the
-- app role may insert and select them, no more. A correction is another posting.

-- Global: the chart of accounts. server/ledger/chart.ts holds the same rows for the code.
create table ledger_kind (
  kind text primary key,
  book text not null check (book in ('payments', 'funds', 'operator')),
  owner_types text not null,                 -- comma-separated
  normal_side text not null check (normal_side in ('debit', 'credit', 'either')),
  party text not null                        -- what a party of this kind is; '' where it has none
);
grant select on ledger_kind to penstock_app;

insert into ledger_kind (kind, book, owner_types, normal_side, party) values
  ('processor_receivable', 'payments', 'merchant', 'debit', 'processor'),
  ('settlement_receivable', 'payments', 'merchant', 'debit', 'processor'),
  ('settlement_suspense', 'payments', 'merchant', 'either', 'processor'),
  ('processor_reserve', 'payments', 'merchant', 'debit', 'processor'),
  ('dispute_receivable', 'payments', 'merchant', 'debit', 'processor'),
  ('merchant_bank', 'payments', 'merchant', 'debit', 'processor'),
  ('cash_collected', 'payments', 'merchant', 'debit', ''),
  ('authorization_hold', 'payments', 'merchant', 'debit', 'processor'),
  ('authorization_contra', 'payments', 'merchant', 'credit', 'processor'),
  ('exposure', 'payments', 'merchant', 'debit', 'processor'),
  ('exposure_contra', 'payments', 'merchant', 'credit', 'processor'),
  ('sales', 'payments', 'merchant', 'credit', ''),
  ('tax_collected', 'payments', 'merchant', 'credit', ''),
  ('national_tax_collected', 'payments', 'merchant', 'credit', ''),
  ('shipping_collected', 'payments', 'merchant', 'credit', ''),
  ('duty_collected', 'payments', 'merchant', 'credit', ''),
  ('tip_collected', 'payments', 'merchant', 'credit', ''),
  ('surcharge_collected', 'payments', 'merchant', 'credit', ''),
  ('service_fee_collected', 'payments', 'merchant', 'credit', ''),
  ('discount_given', 'payments', 'merchant', 'debit', ''),
  ('credits_given', 'payments', 'merchant', 'debit', ''),
  ('processor_fees', 'payments', 'merchant', 'debit', 'processor'),
  ('gateway_fees', 'payments', 'merchant', 'debit', ''),
  ('chargeback_losses', 'payments', 'merchant', 'debit', 'processor'),
  ('settlement_differences', 'payments', 'merchant', 'either', 'processor'),
  ('opening_memo', 'payments', 'merchant', 'either', ''),
  ('odfi_cash', 'funds', 'merchant,platform', 'debit', 'odfi'),
  ('odfi_clearing', 'funds', 'merchant,platform', 'either', 'odfi'),
  ('merchant_pending', 'funds', 'merchant', 'credit', 'processor'),
  ('merchant_payable', 'funds', 'merchant', 'credit', 'processor'),
  ('merchant_reserve', 'funds', 'merchant', 'credit', 'processor'),
  ('due_to_operator', 'funds', 'merchant,platform', 'either', ''),
  ('unidentified_funds', 'funds', 'platform', 'credit', 'odfi'),
  ('operator_cash', 'operator', 'merchant,partner,platform', 'debit', ''),
  ('payment_clearing', 'operator', 'merchant,partner,platform', 'either', ''),
  ('due_from_funds', 'operator', 'merchant,platform', 'either', ''),
  ('fees_unbilled', 'operator', 'merchant,partner', 'debit', ''),
  ('fees_receivable', 'operator', 'merchant,partner', 'debit', ''),
  ('account_credit', 'operator', 'merchant,partner', 'credit', ''),
  ('fee_revenue', 'operator', 'merchant,partner', 'credit', 'group'),
  ('fee_adjustments', 'operator', 'merchant,partner', 'debit', 'group'),
  ('bad_debt', 'operator', 'merchant,partner', 'debit', ''),
  ('commission_expense', 'operator', 'partner', 'debit', 'group'),
  ('commission_pending', 'operator', 'partner', 'credit', ''),
  ('commission_payable', 'operator', 'partner', 'credit', ''),
  ('third_party_cost', 'operator', 'platform', 'debit', 'vendor'),
  ('vendor_payable', 'operator', 'platform', 'credit', 'vendor'),
  ('rounding', 'operator', 'merchant,partner,platform', 'either', ''),
  ('opening_equity', 'operator', 'merchant,partner,platform', 'either', '');

-- id is computed from owner, kind, party and currency, so that no read precedes a write.
create table ledger_account (
  owner_id text not null,
  id text not null,
  owner_type text not null check (owner_type in ('merchant', 'partner', 'platform')),
  book text not null check (book in ('payments', 'funds', 'operator')),
  kind text not null references ledger_kind,
  party text not null default '',
  currency text not null check (length(currency) = 3),
  created_at timestamptz not null default clock_timestamp(),
  primary key (owner_id, id),
  unique (owner_id, kind, party, currency)
);
call protect('ledger_account', 'owner_id');
grant select, insert on ledger_account to penstock_app;

-- key makes a posting idempotent: written twice, it stands once.
create table ledger_posting (
  owner_id text not null,
  id text not null,
  kind text not null,
  key text not null,
  source_type text not null,                 -- the document it speaks of
  source_id text not null,
  effective_on text not null,                -- day of the event
  period text not null,                      -- accounting month
  recorded_at timestamptz not null default clock_timestamp(),
  request_id text not null default '',
  unique (owner_id, key)
);
-- Ids tell owners apart by themselves, so that an index which is not unique goes without the owner:
-- a third less of each entry, and new ones stand at its end, where pages split well.
create index ledger_posting_source on ledger_posting (source_id);
-- The primary key comes last on purpose: while a table is new and unanalyzed, its indexes that begin
-- alike cost the planner the same, and it takes the youngest. A plan that is kept would read every
-- posting of the owner for each entry with another one.
alter table ledger_posting add primary key (owner_id, id);
call protect('ledger_posting', 'owner_id');
grant select, insert on ledger_posting to penstock_app;

-- Written in one commit with posting and accounts, so they are not looked up again for a foreign
-- key: the statement that writes them is the guard, and I16 reads every pointer.
create table ledger_entry (
  owner_id text not null,
  posting_id text not null,
  line smallint not null,
  account_id text not null,
  currency text not null,
  amount bigint not null check (amount <> 0),
  recorded_at timestamptz not null,          -- the posting's
  primary key (owner_id, posting_id, line)
);
create index ledger_entry_account on ledger_entry (account_id, recorded_at);
call protect('ledger_entry', 'owner_id');
grant select, insert on ledger_entry to penstock_app;

-- Derived: a balance at an hour; through_at is exclusive. May be deleted at any time.
create table ledger_snapshot (
  owner_id text not null,
  account_id text not null,
  through_at timestamptz not null,
  balance bigint not null,
  entry_count bigint not null,
  primary key (owner_id, account_id, through_at)
);
call protect('ledger_snapshot', 'owner_id');
grant select, insert, update, delete on ledger_snapshot to penstock_app;

-- Derived, by the outbox consumer: turnover by account, day and kind of posting.
create table ledger_day (
  owner_id text not null,
  account_id text not null,
  effective_on text not null,
  kind text not null,
  debit bigint not null,
  credit bigint not null,
  entry_count bigint not null,
  primary key (owner_id, account_id, effective_on, kind)
);
call protect('ledger_day', 'owner_id');
grant select, insert, update, delete on ledger_day to penstock_app;

-- Months close per owner, once, forward only.
create table ledger_period (
  owner_id text not null,
  period text not null,
  state text not null check (state in ('open', 'closing', 'closed')),
  closing_at timestamptz,
  closed_at timestamptz,
  control jsonb,
  primary key (owner_id, period)
);
call protect('ledger_period', 'owner_id');
grant select, insert, update, delete on ledger_period to penstock_app;

create view ledger_line with (security_invoker = true) as
select p.owner_id, p.id as posting_id, p.kind as posting_kind, p.key, p.source_type, p.source_id,
       p.effective_on, p.period, p.recorded_at, a.owner_type, a.book, a.kind, a.party, e.line,
       e.account_id, e.currency, e.amount
from ledger_entry e
join ledger_posting p on p.owner_id = e.owner_id and p.id = e.posting_id
join ledger_account a on a.owner_id = e.owner_id and a.id = e.account_id;

create view ledger_balance with (security_invoker = true) as
select a.owner_id, a.owner_type, a.book, a.kind, a.party, a.currency,
       coalesce(sum(e.amount), 0)::bigint as amount
from ledger_account a
left join ledger_entry e on e.owner_id = a.owner_id and e.account_id = a.id
group by a.owner_id, a.id;
grant select, insert, update, delete on ledger_line, ledger_balance to penstock_app;
