// Who helps whom, as a sentence begins with it.
import type { AccountType } from './access.ts';

export const support_names: Readonly<Record<AccountType, string>> = {
  merchant: 'Support',
  partner: 'Support',
  admin: 'An administrator',
};

/** Who helps the actor of a call, which may also be the system. */
export function supportOf(account_type: AccountType | 'system' | ''): string {
  const has_support = account_type !== 'system' && account_type !== '';
  return support_names[has_support ? account_type : 'admin'];
}
