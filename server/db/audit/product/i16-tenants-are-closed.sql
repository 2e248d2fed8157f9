-- A row belongs to nobody, or points at something its own tenant does not have (I16).
--
-- Over the catalogue, so that a new table is looked at from its first day: the owner of every row
-- is an account or the platform, and a column named after a table of the tenant finds its row there
-- with the same owner, whether or not a foreign key says so.
with tables as materialized (
  select c.oid, c.relname, a.attname as owner
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname in ('merchant_id', 'owner_id')
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and c.relrowsecurity and has_table_privilege(c.oid, 'select')
), referring as materialized (
  select t.relname, t.owner, a.attname as pointer, r.target
  from (values
    ('transaction_id', 'transaction'), ('referenced_transaction_id', 'transaction'),
    ('processor_id', 'processor'), ('settlement_batch_id', 'settlement_batch'),
    ('mail_id', 'outgoing_mail'), ('webhook_id', 'webhook'), ('posting_id', 'ledger_posting'),
    ('account_id', 'ledger_account')) as r (pointer, target)
  join pg_attribute a on a.attname = r.pointer and not a.attisdropped
  join tables t on t.oid = a.attrelid
  where t.relname <> r.target or a.attname <> 'id'
), checks as (
  select relname, owner, format($body$
    select x.%2$I as owner, '' as id
    from (select distinct %2$I from public.%1$I) x
    left join public.account a on a.id = x.%2$I
    where a.id is null and x.%2$I not in ('', 'platform')
    $body$, relname, owner) as body, 'its owner is no account' as fault
  from tables
  union all
  select g.relname, g.owner, format($body$
    select distinct x.%2$I as owner, x.%3$I as id
    from public.%1$I x
    left join public.%4$I y on y.%5$I = x.%2$I and y.id = x.%3$I
    where y.id is null and x.%3$I <> ''
    $body$, g.relname, g.owner, g.pointer, g.target, t.owner),
    format('its %s is not of the same tenant', g.pointer)
  from referring g
  join tables t on t.relname = g.target
  where t.owner = g.owner
)
select f.owner as merchant_id, c.relname as table_name, f.id, c.fault
from checks c
cross join lateral xmltable('//row' passing query_to_xml(c.body, false, false, '')
  columns owner text path 'owner', id text path 'id') f
