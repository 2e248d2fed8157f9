-- The image of a brand, the installation's own as well; its id is new with every image. Its path
-- stands with the brand, so that whoever reads the brand reads it too.

alter table branding add column logo_url text not null default '';

create table branding_logo (
  id text primary key,
  branding_id text not null references branding on delete cascade,
  content_type text not null check (content_type in ('image/png', 'image/gif', 'image/jpeg')),
  bytes bytea not null,
  created_at timestamptz not null
);
create index branding_logo_of on branding_logo (branding_id);
grant select, insert, delete on branding_logo to penstock_app;
