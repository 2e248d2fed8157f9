-- Whoever may surcharge was surcharging by looked-up cards while the switch had no effect.
update merchant set permissions = permissions || '{"allow_ibx_bin_lookup": true}'::jsonb
where (permissions ->> 'allow_surcharge')::boolean
  and not (permissions ? 'allow_ibx_bin_lookup');
