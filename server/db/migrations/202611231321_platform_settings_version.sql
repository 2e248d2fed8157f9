-- How often anything was changed that processes remember: rights, settings, processors, limits.
-- Its one row is counted up in the commit of the change and read before what is remembered is used.
create table settings_version (
  id integer primary key check (id = 1),
  version bigint not null
);
grant select, insert, update on settings_version to penstock_app;
