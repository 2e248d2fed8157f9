// The call of the transaction list, and its default filters (spec 2 §2).
import type { AccountType } from '../../../../contract/access/access.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { DaysFilter } from '../../../kit/filter/search-state.ts';

const day_ms = 86_400_000;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The search of everything an area sees; partners have a path of their own (spec 3 §7). */
export function searchCall(area: AccountType) {
  return area === 'partner' ? transactions.searchBelow : transactions.search;
}

/** Created yesterday and today for merchants, yesterday alone for others; days are UTC. */
export function defaultSearch(area: AccountType, now: Date): DaysFilter[] {
  const yesterday = dayOf(new Date(now.getTime() - day_ms));
  const end_date = area === 'merchant' ? dayOf(now) : yesterday;
  return [{ name: 'created_at', start_date: yesterday, end_date }];
}
