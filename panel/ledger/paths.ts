// Where the screens of the ledger stand in each area.
import type { AccountType } from '../../contract/access/access.ts';

export function booksPath(area: AccountType): string {
  return `/${area}/books`;
}

export function balancesPath(area: AccountType): string {
  return `/${area}/balances`;
}
