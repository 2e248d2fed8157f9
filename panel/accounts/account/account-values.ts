// A partner or merchant as its form holds it, what the calls cannot check, and what is sent.
import { type LimitTexts, limitTexts } from '../../../contract/accounts/limits.ts';
import {
  type BillingValues,
  billingChange,
  billingOf,
  billingRules,
} from '../profile/billing-fields.tsx';
import { type GrantValues, grantsChange, grantsOf } from '../profile/grants.tsx';
import { limitRules, limitsChange } from '../profile/limit-fields.tsx';
import {
  type ProfileValues,
  profileChange,
  profileOf,
  profileRules,
} from '../profile/profile-values.ts';
import type { AccountRecord } from '../use-account.ts';

export interface AccountValues extends ProfileValues, GrantValues {
  billing: BillingValues;
  limits: LimitTexts;
}

/** Amounts of limits are typed in what the merchant trades in. */
export function currencyOf(account: AccountRecord): string {
  return 'default_values' in account ? account.default_values.merchant.currency : 'usd';
}

export function accountValues(account: AccountRecord): AccountValues {
  return {
    ...profileOf(account),
    ...grantsOf(account),
    billing: billingOf('billing_details' in account ? account.billing_details : null),
    limits: limitTexts('limits' in account ? account.limits : null, currencyOf(account)),
  };
}

export function accountRules(values: AccountValues, currency: string): Record<string, string> {
  return {
    ...profileRules(values),
    ...billingRules(values.billing),
    ...limitRules(values.limits, currency),
  };
}

/** What differs, as it is sent. */
export function accountChange(before: AccountValues, after: AccountValues, currency: string) {
  const { permissions, flags, billing, limits, ...profile } = after;
  return {
    ...profileChange(before, profile),
    ...grantsChange(before, { permissions, flags }),
    ...billingChange(before.billing, billing),
    ...limitsChange(before.limits, limits, currency),
  };
}
