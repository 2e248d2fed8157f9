-- News items: what an account tells those directly below it. merchant_id is the account that wrote.
create table news_item (
  merchant_id text not null references account,
  id text not null,
  title text not null,
  message text not null,
  author_name text not null,
  visibility text not null check (visibility in ('all', 'merchant', 'partner')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id)
);
create index news_item_latest on news_item (merchant_id, created_at, id);
call protect('news_item', 'merchant_id');
-- News goes down the tree, where everything else is read from above: one step, never further.
create policy news_from_above on news_item for select using (
  merchant_id = (
    select a.parent_id from account a
    where a.id = (select current_setting('app.account_id', true))));
grant select, insert, update, delete on news_item to penstock_app;
