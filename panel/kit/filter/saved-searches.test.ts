// Saved searches: what is kept of a list's search and what it puts back.
import { expect, test } from 'vitest';
import { saved_searches } from '../../../contract/reports/saved-searches.ts';
import * as f from '../../../contract/search/search.ts';
import { savedData, savedState, sectionOf } from './saved-searches.ts';
import { type ActiveFilter, flatFields } from './search-state.ts';

const fields = flatFields({
  status: f.choice('Status', ['settled']),
  amount: f.money('Amount'),
  created_at: f.date('Created Date'),
  full_cc_number: f.secret('Full CC Number'),
  billing_address: { city: f.text('Billing City') },
});
const filters: ActiveFilter[] = [
  { name: 'status', operator: '!=', value: 'settled' },
  { name: 'amount', operator: '>', value: '1050' },
  { name: 'created_at', last_days: 7 },
  { name: 'billing_address.city', operator: '%', value: 'Bell' },
];
const sort = { field: 'amount', direction: 'asc' } as const;

test('a search comes back as it was saved, its seven days still relative', () => {
  const input = { name: 'Big', section: 'transaction', data: savedData(filters), sort };
  const { data } = saved_searches.save.input.parse(input);
  expect(savedState({ data, columns: ['name'], sort }, fields)).toEqual({
    filters,
    sort,
    columns: ['name'],
  });
});

test('a card number comes back as its mask, with what finds its rows', () => {
  const name = 'full_cc_number';
  const digests = { '1d9ks2k1v4gk0b3c9a7g': 'a'.repeat(20) };
  const saved = { [name]: { operator: '=', value: '411111••••••1111', digests } } as const;
  const { data } = saved_searches.save.input.parse({ name: 'Card', data: saved });
  const [filter] = savedState({ data, columns: [], sort: null }, fields).filters;
  expect(filter).toEqual({ name, ...saved[name] });
  expect(savedData([filter as ActiveFilter])).toEqual(saved);
});

test('a field that the list no longer has is left out', () => {
  const data = { colour: { operator: '=', value: 'red' } } as const;
  expect(savedState({ data, columns: [], sort: null }, fields).filters).toEqual([]);
});

test('the section is the list, whatever stands around it in the path', () => {
  const paths = ['/transaction/search', '/users/{accountType}/{id}', '/user/apikeys', '/webhooks'];
  expect(paths.map(sectionOf)).toEqual(['transaction', 'users', 'user_apikeys', 'webhooks']);
});
