-- A card number stands in clear text in the database (I17).
--
-- Every table the product reads, from the catalogue, so that a new one is looked at from its first
-- day: its text and jsonb columns are read in one pass, and a row in which something looks like a
-- number is taken as JSON, its escapes as spaces. Telephone numbers, ids, digests, UUIDs and
-- fractions are no candidates; the rest is held against the lengths and first digits of the card brands and the check digit. Acquirers
-- number merchants with up to 15 digits, which a processor keeps (http/unmasked-places.ts).
with tables as materialized (
  select c.oid, c.relname, (
    select coalesce(string_agg(format('x.%I', a.attname), ', '), $$''$$)
    from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'json'::regtype)) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p')
    and has_table_privilege(c.oid, 'select')
), candidates as (
  select t.relname as table_name, c.token
  from tables t
  cross join lateral xmltable('//row' passing query_to_xml(format($body$
    select (regexp_matches(
      regexp_replace(regexp_replace(body, '(phone|fax)[a-z_]*\\*": *\\*"[^"]*"', '', 'g'),
        '\\+[nrtbf]|\y[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\y', ' ', 'gi'),
      '(?:[0-9]\.)?[0-9a-z]*[0-9]{13}[0-9a-z]*'
        '|[0-9]{4}(?:[ .-]{1,3}[0-9]{4}){3}|3[0-9]{3}[ .-]{1,3}[0-9]{6}[ .-]{1,3}[0-9]{4,5}',
      'gi'))[1] as token
    from (
      select regexp_replace(to_jsonb(x)::text, %L, '', 'g') as body from public.%I x
      where concat_ws(' ', %s)
        ~ '[0-9]{13}|[0-9]{4}(?:[ .-]{1,3}[0-9]{4}){2}|[0-9]{4}[ .-]{1,3}[0-9]{6}[ .-]'
      offset 0) whole
    $body$, case when t.relname = 'processor' then '": "[0-9]{1,15}"' else '^$' end,
    t.relname, t.columns), false, false, '') columns token text path 'token') c
  where c.token !~ '^[0-9]\.' and c.token !~ '^(?=.*[a-v])[0-9a-v]{20}$'
    and c.token !~* '^(?=.*[a-f])x?[0-9a-f]{32,}$'
), numbers as (
  select table_name, n.number
  from candidates
  cross join regexp_matches(regexp_replace(token, '[ .-]', '', 'g'), '[0-9]+', 'g') run
  -- The whole word, and what stands in it before an expiry and a security code.
  cross join lateral (values (run[1]), (substring(run[1] from
    '^(\d{15,16})(?:(?:0[1-9]|1[0-2])[23]\d|[23]\d(?:0[1-9]|1[0-2]))(?:\d{3,4})?$'))) as n (number)
)
select table_name, count(*) as row_count, min(left(number, 6)) as begins_with
from numbers
where number ~ ('^(4(\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(2(2[1-9]|[3-9]\d)|[3-6]\d\d|7([01]\d|20))\d{12}'
    || '|220[0-4]\d{12,15}|9792\d{12}|3[47]\d{13}|3[0689]\d{12}'
    || '|(6011|64|65|62|35|50|5[6-9]|6[37])\d{10,17})$')
  and length(number) between 13 and 19
  and (
    select sum(case when n % 2 = 1 then digit when digit > 4 then digit * 2 - 9 else digit * 2 end)
      % 10 = 0
    from (
      select n, substr(reverse(number), n, 1)::int as digit
      from generate_series(1, length(number)) n) digits)
group by table_name
