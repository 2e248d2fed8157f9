-- A brand may cap surcharges in Colorado (decisions G33); off by default.
alter table branding add column colorado_cap boolean not null default false;
