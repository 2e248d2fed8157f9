-- A public key is no secret: browsers carry it. Its text is kept, so that it can be read again.
alter table api_key add column public_value text not null default '' check (
  public_value = '' or type = 'pub' and public_value ~ '^pub_');
