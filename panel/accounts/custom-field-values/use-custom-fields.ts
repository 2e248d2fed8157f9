// A merchant's custom fields for the screens that ask or show them: read once, kept five minutes.
import { useMemo } from 'react';
import type { AccountType } from '../../../contract/access/access.ts';
import {
  type CustomFieldRecord,
  custom_fields,
  never,
} from '../../../contract/accounts/custom-fields.ts';
import { useRecord } from '../../hooks.ts';

/** Spec 1 §9. */
const stale_after_ms = 5 * 60_000;
const input = { with_deleted: 'true' as const };

/**
 * All fields of the caller's merchant, or of the one named, deleted ones included; undefined until
 * they are there. Every screen asks alike, so that one answer serves them all.
 */
export function useAllFields(area: AccountType, merchant_id = '', asks = true) {
  const own = area === 'merchant';
  const options = { stale_ms: stale_after_ms };
  const mine = useRecord(custom_fields.search, { input }, { ...options, enabled: own && asks });
  const theirs = useRecord(
    custom_fields.searchOf,
    { params: { merchantId: merchant_id }, input },
    { ...options, enabled: !own && merchant_id !== '', quiet: true },
  );
  return own ? mine : theirs;
}

/** The fields of the caller's merchant that are in use, as forms order them. */
export function useCustomFields(asks = true): CustomFieldRecord[] | undefined {
  const { data } = useAllFields('merchant', '', asks);
  return useMemo(() => data?.rows.filter(({ deleted_at }) => deleted_at === never), [data]);
}
