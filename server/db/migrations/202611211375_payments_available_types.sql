-- Processor types a partner sets up for its merchants; null: all that the partners above leave it.
alter table partner add column available_processors jsonb;
