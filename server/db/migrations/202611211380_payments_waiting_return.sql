-- Bank entries the host sent back before our transaction stood where they could be booked.
create table waiting_return (
  merchant_id text not null,
  processor_id text not null,
  reference text not null,                   -- of the attempt that made the entry
  kind text not null check (kind in ('returned', 'late_return')),
  code text not null,
  effective_on text not null,                -- local day of the close that told it
  transaction_id text not null default '',   -- empty: no attempt of ours has this reference
  created_at timestamptz not null,
  recorded_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, processor_id, reference, kind),
  foreign key (merchant_id, processor_id) references processor (merchant_id, id)
);
call protect('waiting_return', 'merchant_id');
grant select, insert, delete on waiting_return to penstock_app;
