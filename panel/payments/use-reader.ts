// Who reads a screen of payments: the area, the user's rights, and for merchants the account.
import { useMemo } from 'react';
import type { AccountType, SignedInRule } from '../../contract/access/access.ts';
import { type MerchantRecord, merchants } from '../../contract/accounts/merchants.ts';
import { sessions } from '../../contract/identity/sessions.ts';
import { useRecord } from '../hooks.ts';
import type { Reader } from './actions/available.ts';

const minute_ms = 60_000;

/** Rights are empty until they are known: an action then says that it is missing. */
export function useReader(area: AccountType): Reader {
  const { data } = useRecord(sessions.get, {}, { stale_ms: minute_ms });
  const permissions = data?.permissions;
  return useMemo(() => ({ area, permissions: permissions ?? {} }), [area, permissions]);
}

/** Whether the switch of the account that this takes is on; not while that is unknown. */
export function accountMay(rule: SignedInRule, merchant: MerchantRecord | undefined): boolean {
  const name = rule.account_permission;
  return merchant !== undefined && (name === undefined || merchant.permissions[name]);
}

/** The currency of a merchant's new payments: the one named or the caller's own; '' for neither. */
export function useMerchantCurrency(area: AccountType, merchant_id?: string): string {
  const own = useOwnMerchant(area);
  const params = { id: merchant_id ?? '' };
  const enabled = merchant_id !== undefined && area !== 'merchant';
  const named = useRecord(merchants.get, { params }, { enabled, stale_ms: minute_ms }).data;
  return (named ?? own)?.default_values.merchant.currency ?? '';
}

/** The caller's merchant; undefined until it is there, and in the other areas. */
export function useOwnMerchant(area: AccountType) {
  const own = area === 'merchant';
  return useRecord(merchants.getOwn, {}, { enabled: own, stale_ms: minute_ms }).data;
}
