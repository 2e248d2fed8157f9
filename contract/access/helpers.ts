// Who helps whom, as a sentence begins with it.
import type { AccountType } from './access.ts';

export const helpers: Readonly<Record<AccountType, string>> = {
  merchant: 'Your provider',
  partner: 'The platform',
  admin: 'An administrator',
};

/** Who helps the actor of a call, which may also be the system. */
export function helperOf(account_type: AccountType | 'system' | ''): string {
  return account_type === 'system' || account_type === '' ? helpers.admin : helpers[account_type];
}
