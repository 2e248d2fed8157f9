-- Counts the claims of a job: whoever lost a job to a later claim changes nothing of it any more.
alter table job add column claim_token bigint not null default 0;

-- The business time that each process goes by, outside production; rows of ended ones are removed.
create table clock_lease (
  id text primary key,
  offset_ms bigint not null check (offset_ms >= 0),
  seen_at timestamptz not null               -- the database's clock: the lease of the process
);
grant select, insert, update, delete on clock_lease to penstock_app;
