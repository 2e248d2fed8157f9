// Saved searches: what is kept of a list's search and what it puts back.
import { expect, test } from 'vitest';
import { saved_searches } from '../../contract/saved-searches.ts';
import * as f from '../../contract/search.ts';
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
  const input = { name: 'Big', section: 'transaction', data: savedData(filters, fields), sort };
  const { data } = saved_searches.save.input.parse(input);
  expect(savedState({ data, columns: ['name'], sort }, fields)).toEqual({
    filters,
    sort,
    columns: ['name'],
  });
});

test('a card number is not saved', () => {
  const secret: ActiveFilter = { name: 'full_cc_number', operator: '=', value: '4111111111111111' };
  expect(Object.keys(savedData([...filters, secret], fields))).not.toContain('full_cc_number');
});

test('a field that the list no longer has is left out', () => {
  const data = { colour: { operator: '=', value: 'red' } } as const;
  expect(savedState({ data, columns: [], sort: null }, fields).filters).toEqual([]);
});

test('the section is the list, whatever stands around it in the path', () => {
  const paths = ['/transaction/search', '/users/{accountType}/{id}', '/user/apikeys', '/webhooks'];
  expect(paths.map(sectionOf)).toEqual(['transaction', 'users', 'user_apikeys', 'webhooks']);
});
