-- Unresolved attempts in a person's hands, and how much a processor has taken of its limits.

-- Whoever works on a lost attempt counts this up first; only the last one may end it.
alter table rail_attempt add column work_count integer not null default 0;

-- What one person wants to make of a lost attempt, until a second one confirms it.
create table attempt_proposal (
  merchant_id text not null,
  id text not null,                          -- the attempt
  decision text not null check (decision in ('approve', 'not_processed')),
  processor_transaction_id text not null default '',
  reason text not null,
  user_id text not null,
  user_name text not null,
  created_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, id) references rail_attempt (merchant_id, id)
);
call protect('attempt_proposal', 'merchant_id');
grant select, insert, update, delete on attempt_proposal to penstock_app;

-- Volume of a processor by its local day and month, where a limit is set; taken in commit 1.
create table processor_volume (
  merchant_id text not null,
  processor_id text not null,
  kind text not null check (kind in ('sale', 'credit')),
  period text not null,                      -- YYYY-MM-DD or YYYY-MM
  currency text not null,
  amount bigint not null check (amount >= 0),
  primary key (merchant_id, processor_id, kind, period, currency),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id)
);
call protect('processor_volume', 'merchant_id');
grant select, insert, update, delete on processor_volume to penstock_app;
