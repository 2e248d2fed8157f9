-- Whose delay it was: what of a request's time passed at processors.
alter table request_log add column processor_ms integer not null default 0;
