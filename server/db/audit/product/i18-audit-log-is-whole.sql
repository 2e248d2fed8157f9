-- The audit log was changed: a row was altered, removed, moved or slipped in afterwards (I18).
--
-- Each link is held against the one before it as it stands, so the whole chain is one pass. No
-- transaction lives for an hour: what is older than its neighbours by more came from elsewhere.
with link as (
  select s.merchant_id, s.sequence, s.audit_id, s.hash, s.sealed_at,
    lag(s.sequence, 1, 0::bigint) over own as sequence_before,
    lag(s.hash, 1, ''::bytea) over own as hash_before,
    lag(s.sealed_at) over own as sealed_before
  from audit_seal s
  window own as (partition by s.merchant_id order by s.sequence)
), held as (
  select k.*, d.id, d.recorded_at, d.digest
  from link k
  left join audit_log_digest d on d.merchant_id = k.merchant_id and d.id = k.audit_id
)
select merchant_id, sequence, audit_id,
  case
    when sequence <> sequence_before + 1 then 'links are missing before this one'
    when id is null then 'the row is gone'
    when recorded_at < sealed_before - interval '1 hour' then 'the row was slipped in later'
    else 'the row or its place was changed'
  end as fault
from held
where id is null
  or sequence <> sequence_before + 1
  or hash <> sha256(hash_before || int8send(sequence) || digest)
  or recorded_at < sealed_before - interval '1 hour'
union all
select l.merchant_id, null, l.id, 'the row was left out of the chain'
from audit_log l
left join audit_seal s on s.merchant_id = l.merchant_id and s.audit_id = l.id
where s.audit_id is null
  and l.recorded_at < (select max(x.sealed_at) from audit_seal x) - interval '1 hour'
