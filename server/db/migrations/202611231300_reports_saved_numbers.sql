-- Card numbers that saved searches kept in clear, here and in the audit log, become their masks.
--
-- The digests are made with keys that the database does not hold, so such a search asks for its
-- number again. The audit log is changed this once: its chain is computed anew from the first
-- changed row on and every owner concerned gets a row that says so, which the sealer signs.

-- A text as the first six and last four digits of each run of 12 to 19.
create function pg_temp.masked_text(given text) returns text language sql immutable as $$
  select coalesce(string_agg(case
      when length(p.digits) < 12 then p.whole
      else left(p.digits, 6) || repeat('•', length(p.digits) - 10) || right(p.digits, 4)
    end, '' order by p.place), '')
  from (
    select m.place, m.found[1] as whole, regexp_replace(m.found[1], '[^0-9]', '', 'g') as digits
    from regexp_matches(given, '(?:[0-9](?:[ .+_/-]{0,2}[0-9]){11,18}(?![0-9]))|.', 'g')
      with ordinality as m (found, place)
  ) p
$$;

-- Saved filters with the texts masked of those members that used to be kept as they came.
create function pg_temp.masked_filters(data jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(data) <> 'object' then data else (
    select coalesce(jsonb_object_agg(m.key, case
        when m.key ~ '^(full_cc_number|logo|.*password.*|.*secret.*|.*token|auth_key)$'
          and jsonb_typeof(m.value -> 'value') in ('string', 'number')
          then jsonb_set(m.value, '{value}', to_jsonb(pg_temp.masked_text(m.value ->> 'value')))
        else m.value end), '{}')
    from jsonb_each(data) as m) end
$$;

create function pg_temp.masked_record(given jsonb) returns jsonb language sql immutable as $$
  select case when given ? 'data'
    then jsonb_set(given, '{data}', pg_temp.masked_filters(given -> 'data')) else given end
$$;

-- An id of 20 characters that begins with the moment, as the product makes them.
create function pg_temp.next_id() returns text language sql volatile as $$
  select string_agg(substr('0123456789abcdefghijklmnopqrstuv',
      ((extract(epoch from clock_timestamp()) * 1000)::bigint >> (5 * (8 - n)) & 31)::int + 1, 1),
    '' order by n) || substr(md5(random()::text), 1, 11)
  from generate_series(0, 8) as n
$$;

alter table saved_search no force row level security;
alter table audit_log no force row level security;
alter table audit_seal no force row level security;

update saved_search set data = pg_temp.masked_filters(data)
where data is distinct from pg_temp.masked_filters(data);

do $$
declare
  changed record;
  link record;
  hash_before bytea;
begin
  for changed in
    select l.merchant_id, count(*) as row_count, array_agg(l.id) as ids, min(s.sequence) as sequence
    from audit_log l
    left join audit_seal s on s.merchant_id = l.merchant_id and s.audit_id = l.id
    where l.noun = 'saved_search' and (l.before is distinct from pg_temp.masked_record(l.before)
      or l.after is distinct from pg_temp.masked_record(l.after))
    group by l.merchant_id
  loop
    update audit_log l
    set before = pg_temp.masked_record(l.before), after = pg_temp.masked_record(l.after)
    where l.merchant_id = changed.merchant_id and l.id = any(changed.ids);
    select s.hash into hash_before from audit_seal s
    where s.merchant_id = changed.merchant_id and s.sequence = changed.sequence - 1;
    hash_before := coalesce(hash_before, ''::bytea);
    for link in
      select s.sequence, d.digest from audit_seal s
      join audit_log_digest d on d.merchant_id = s.merchant_id and d.id = s.audit_id
      where s.merchant_id = changed.merchant_id and s.sequence >= changed.sequence
      order by s.sequence
    loop
      hash_before := sha256(hash_before || int8send(link.sequence) || link.digest);
      update audit_seal s set hash = hash_before, mac = ''
      where s.merchant_id = changed.merchant_id and s.sequence = link.sequence;
    end loop;
    insert into audit_log (merchant_id, id, verb, noun, noun_id, account_type, account_id, user_id,
      user_name, credential, ip_address, request_id, after, created_at)
    values (changed.merchant_id, pg_temp.next_id(), 'mask', 'audit_log', '', 'system', '', '', '',
      'system', '', '', jsonb_build_object('masked_rows', changed.row_count,
        'reason', 'card numbers in saved searches'), now());
  end loop;
end $$;

alter table saved_search force row level security;
alter table audit_log force row level security;
alter table audit_seal force row level security;
