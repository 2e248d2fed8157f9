-- Limits of a merchant as a whole, kept by the counters that keep those of its processors.

alter table merchant add column limits jsonb not null default '{}';

-- An empty processor_id: what the merchant has taken at all of its processors together.
alter table processor_volume drop constraint processor_volume_merchant_id_processor_id_fkey;
