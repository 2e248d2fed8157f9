-- Of two people who approve two lost attempts by one id of the processor, only one may.

-- The id a person approves the attempt by, from the turn that takes it until its end is written.
alter table rail_attempt add column claimed_id text not null default '';
create unique index rail_attempt_claim on rail_attempt (merchant_id, processor_id, claimed_id)
  where claimed_id <> '' and state = 'no_answer';
