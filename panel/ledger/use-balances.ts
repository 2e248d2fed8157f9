// Balances of the ledger as the address asks for them: the day, what is summed, the page.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { balances } from '../../contract/ledger/balances.ts';
import { record_id_pattern } from '../../contract/text-patterns.ts';
import { call } from '../api.ts';

export const per_page = 100;

/** `each`: a line for each processor · `merchant`: for each merchant · `all`: summed over both. */
export type Summed = 'each' | 'merchant' | 'all';

const group_by: Readonly<Record<Summed, ('merchant' | 'processor')[]>> = {
  each: ['merchant', 'processor'],
  merchant: ['merchant'],
  all: [],
};

export interface BalancesQuery {
  /** Day `YYYY-MM-DD`, or '' for now. */
  as_of: string;
  summed: Summed;
  /** Id of the one merchant that is looked at, or ''. */
  merchant_id: string;
  /** From 1. */
  page: number;
  /** The ledger behind a merchant's sentences is open. */
  accounting: boolean;
}

const day = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the address; what it does not understand is left out. */
export function readQuery(search: URLSearchParams, area: AccountType): BalancesQuery {
  const filters = { as_of: search.get('as_of') ?? '', merchant_id: search.get('merchant') ?? '' };
  const summed = search.get('sum');
  const page = Number(search.get('page') ?? 1);
  return {
    as_of: day.test(filters.as_of) ? filters.as_of : '',
    summed: summed === 'all' || (summed === 'merchant' && area !== 'merchant') ? summed : 'each',
    merchant_id:
      area !== 'merchant' && record_id_pattern.test(filters.merchant_id) ? filters.merchant_id : '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    accounting: search.get('view') === 'accounting',
  };
}

/** The address of what is filters; what is as it begins is left out. */
export function writeQuery({
  as_of,
  summed,
  merchant_id,
  page,
  accounting,
}: BalancesQuery): URLSearchParams {
  const search = new URLSearchParams();
  if (accounting) search.set('view', 'accounting');
  if (as_of !== '') search.set('as_of', as_of);
  if (summed !== 'each') search.set('sum', summed);
  if (merchant_id !== '') search.set('merchant', merchant_id);
  if (page > 1) search.set('page', String(page));
  return search;
}

/** Body of the call for what is filters. */
export function balancesInput({ as_of, summed, merchant_id, page }: BalancesQuery) {
  return {
    group_by: group_by[summed],
    limit: per_page,
    offset: (page - 1) * per_page,
    ...(as_of !== '' && { as_of }),
    ...(merchant_id !== '' && { merchant_id }),
  };
}

/** Partners and admins look at ledgers; a merchant does so by choice, or by an address of one. */
export function showsAccounting(filters: BalancesQuery, area: AccountType): boolean {
  const { accounting, as_of, summed, page } = filters;
  return area !== 'merchant' || accounting || as_of !== '' || summed !== 'each' || page > 1;
}

export function useBalances(area: AccountType) {
  const [search, setSearch] = useSearchParams();
  const filters = readQuery(search, area);
  const input = balancesInput(filters);
  const query = useQuery({
    queryKey: [balances.search.path, {}, input],
    queryFn: ({ signal }) => call(balances.search, { input }, { signal }),
    placeholderData: keepPreviousData,
    enabled: showsAccounting(filters, area),
  });
  const setFilters = (next: Partial<BalancesQuery>) => {
    // The address as it is by now: a screen drawn late shows what was filters before.
    const now = readQuery(new URLSearchParams(window.location.search), area);
    setSearch(writeQuery({ ...now, page: 1, ...next }), { preventScrollReset: true });
  };
  return { filters, setFilters, query };
}
