// The merchant of the caller, and which switches of an account are on.
import type { AccountType, SignedInRule } from '../../contract/access/access.ts';
import type { MerchantRecord, merchants } from '../../contract/accounts/merchants.ts';
import { useRecord } from '../hooks.ts';

const minute_ms = 60_000;

/** Written out by hand: every page asks it, and the contract of merchants is heavy. */
const get_own = {
  method: 'GET',
  path: '/merchant',
  reply: { kind: 'record' },
} as unknown as typeof merchants.getOwn;

/** Whether the switch of the account that this takes is on; not while that is unknown. */
export function accountMay(rule: SignedInRule, merchant: MerchantRecord | undefined): boolean {
  const name = rule.account_permission;
  return merchant !== undefined && (name === undefined || merchant.permissions[name]);
}

/** The caller's merchant; undefined until it is there, and in the other areas. */
export function useOwnMerchant(area: AccountType) {
  const own = area === 'merchant';
  return useRecord(get_own, {}, { enabled: own, stale_ms: minute_ms }).data;
}
