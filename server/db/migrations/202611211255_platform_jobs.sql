-- Counts how often a job was asked for, so that asking while it runs is not lost when it ends.
alter table job add column asked_count integer not null default 0;
