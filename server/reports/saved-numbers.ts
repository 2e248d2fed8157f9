// A saved search keeps of a card number its mask and its digests; other filters have no digest.
import { invalid } from '../../contract/errors.ts';
import {
  number_field,
  type SavedFilter,
  type SavedSearch,
} from '../../contract/reports/saved-searches.ts';
import { saved_number } from '../../contract/search/search.ts';
import type { Context } from '../context.ts';
import { savedNumber } from '../payments/transactions/reading/search-digest.ts';

type Data = SavedSearch['data'];

async function savedFilter(context: Context, filter: SavedFilter): Promise<SavedFilter> {
  const stored = saved_number.safeParse(filter);
  if (stored.success) return stored.data;
  if (!('operator' in filter) || filter.operator !== '=') return invalid('Full CC Number');
  return await savedNumber(context, String(filter.value));
}

function withoutDigests(filter: SavedFilter): SavedFilter {
  if (!('operator' in filter)) return filter;
  return { operator: filter.operator, value: filter.value };
}

/** The filters as they may be written; 400 where a card number is searched by and is none. */
export async function withMaskedNumber(context: Context, data: Data): Promise<Data> {
  const entries = Object.entries(data).map(async ([name, filter]) => {
    const is_number = name === number_field;
    return [name, is_number ? await savedFilter(context, filter) : withoutDigests(filter)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
