-- No two charges of a processor are ended by one id, whether a person says it or an inquiry.

-- The id a lost attempt is ended by: from the turn of the person who names it, or from the end that
-- an inquiry gives it, and for good. A claim of the former kind ended with its attempt.
alter table rail_attempt drop column claimed_id;
alter table rail_attempt add column claimed_id text not null default '';
create unique index rail_attempt_claim on rail_attempt (merchant_id, processor_id, claimed_id)
  where claimed_id <> '';
