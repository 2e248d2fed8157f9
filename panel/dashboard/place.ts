// Where figures lead: to the list of everything the reader sees, or to that of one account.
import type { AccountType } from '../../contract/access/access.ts';
import { accountPath } from '../accounts/paths.ts';
import type { ActiveFilter } from '../kit/filter/search-state.ts';
import { is, listWith, transactionsWith } from '../payments/transactions-with.ts';

export interface Place {
  area: AccountType;
  /** The rows behind a figure. */
  rows: (...filters: ActiveFilter[]) => string;
}

export function everything(area: AccountType): Place {
  return { area, rows: (...filters) => transactionsWith(area, ...filters) };
}

/** The transactions tab of a merchant below the reader. */
export function ofMerchant(area: AccountType, id: string): Place {
  const path = accountPath(area, 'merchant', id, 'transaction');
  return { area, rows: (...filters) => listWith(path, ...filters) };
}

export function belowPartner(area: AccountType, id: string): Place {
  const below = is('partner_id', id);
  return { area, rows: (...filters) => transactionsWith(area, below, ...filters) };
}
