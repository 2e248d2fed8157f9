// Who reads a screen of payments: the area, the user's rights, and for merchants the account.
import { useMemo } from 'react';
import type { AccountType } from '../../contract/access/access.ts';
import { merchants } from '../../contract/accounts/merchants.ts';
import { sessions } from '../../contract/identity/sessions.ts';
import { useRecord } from '../hooks.ts';
import { useOwnMerchant } from '../session/own-merchant.ts';
import type { Reader } from './actions/available.ts';

const minute_ms = 60_000;

/** Rights are empty until they are known: an action then says that it is missing. */
export function useReader(area: AccountType): Reader {
  const { data } = useRecord(sessions.get, {}, { stale_ms: minute_ms });
  const permissions = data?.permissions;
  const account_permissions = useOwnMerchant(area)?.permissions;
  return useMemo(
    () => ({ area, permissions: permissions ?? {}, account_permissions }),
    [area, permissions, account_permissions],
  );
}

/** The currency of a merchant's new payments: the one named or the caller's own; '' for neither. */
export function useMerchantCurrency(area: AccountType, merchant_id?: string): string {
  const own = useOwnMerchant(area);
  const params = { id: merchant_id ?? '' };
  const enabled = merchant_id !== undefined && area !== 'merchant';
  const named = useRecord(merchants.get, { params }, { enabled, stale_ms: minute_ms }).data;
  return (named ?? own)?.default_values.merchant.currency ?? '';
}
