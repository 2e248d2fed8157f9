// The filters that find the payments of each kind that wait for a person.
import type { Status } from '../../contract/payments/transactions/states.ts';
import { returned_days } from '../../contract/reports/dashboard.ts';
import type { ActiveFilter } from '../kit/filter/search-state.ts';
import { inCurrency, is } from './transactions-with.ts';

const withStatus =
  (status: Status, ...more: ActiveFilter[]) =>
  (currency: string): readonly ActiveFilter[] => [
    ...[is('status', status), ...more, inCurrency(currency)],
  ];

export const action_item_links = {
  flagged: withStatus('flagged'),
  flagged_partner: withStatus('flagged_partner'),
  unresolved: withStatus('unknown'),
  returned: withStatus('returned', { name: 'updated_at', last_days: returned_days }),
};
