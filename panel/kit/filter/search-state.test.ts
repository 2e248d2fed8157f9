// The state of a list in its address and on the wire.
import { expect, test } from 'vitest';
import * as f from '../../../contract/search/search.ts';
import { readState, writeState } from './search-address.ts';
import {
  type ActiveFilter,
  daysOf,
  flatFields,
  isInBox,
  type ListState,
  wireFilters,
  withFilter,
} from './search-state.ts';

const contract = {
  status: f.choice('Status', ['settled', 'declined']),
  amount: f.money('Amount'),
  name: f.text('Name'),
  created_at: f.date('Created Date'),
  created_at_duration: f.duration('Created'),
  settled_at: f.date('Settled Date'),
  captured_at: f.date('Captured Date'),
  full_cc_number: f.secret('Full CC Number'),
  billing_address: { city: f.text('Billing City') },
};
const fields = flatFields(contract);
const today = new Date('2026-06-18T23:30:00Z');

const every_kind: ActiveFilter[] = [
  { name: 'name', operator: '%', value: 'a:b & c=d' },
  { name: 'amount', operator: '>', value: '1050' },
  { name: 'created_at', start_date: '2026-06-17', end_date: '2026-06-18' },
  { name: 'created_at_duration', duration: 'last_week' },
  { name: 'billing_address.city', operator: '!=', value: 'Bellingham' },
  { name: 'settled_at', last_days: 7 },
  {
    name: 'captured_at',
    start_at: '2026-06-18T07:00:00.000Z',
    end_at: '2026-06-19T06:59:59.999Z',
  },
];

test('a state comes back from its address as it was, order of filters included', () => {
  const state: ListState = {
    filters: every_kind,
    page: 3,
    per_page: 50,
    sort: { field: 'amount', direction: 'asc' },
    columns: ['name', 'amount'],
    direct_only: true,
  };
  const address = new URLSearchParams(writeState(state).toString());
  expect(readState(address, fields)).toEqual(state);
});

test('the state a list begins with needs no address', () => {
  expect(writeState({ filters: [], page: 1, per_page: 10, sort: null }).toString()).toBe('');
});

test('nonsense in an address is left out', () => {
  const text = [
    'page=-2&per_page=37&status=over:settled&colour=is:red&created_at=is:2026',
    'amount=over:12abc&name=is:&settled_at=last:0&created_at_duration=during:always',
    'created_at=between:2026-01-01..',
    'captured_at=between:2026-99-01T00:00:00Z..2026-01-01T00:00:00Z',
  ].join('&');
  expect(readState(new URLSearchParams(text), fields)).toEqual({
    filters: [],
    page: 1,
    per_page: 10,
    sort: null,
  });
});

test('a card number in an address is not read', () => {
  const address = new URLSearchParams('full_cc_number=is:4111111111111111');
  expect(readState(address, fields).filters).toEqual([]);
});

test('filters go to the server as it takes them: minor units, whole days, groups nested', () => {
  expect(wireFilters(every_kind, fields, today)).toEqual({
    captured_at: { start_date: '2026-06-18T07:00:00.000Z', end_date: '2026-06-19T06:59:59.999Z' },
    name: { operator: '%', value: 'a:b & c=d' },
    amount: { operator: '>', value: 1050 },
    created_at: { start_date: '2026-06-17T00:00:00Z', end_date: '2026-06-18T23:59:59.999Z' },
    created_at_duration: { duration: 'last_week' },
    billing_address: { city: { operator: '!=', value: 'Bellingham' } },
    settled_at: { start_date: '2026-06-11T00:00:00Z', end_date: '2026-06-18T23:59:59.999Z' },
  });
});

test('what goes to the server is what the contract’s own schema reads', () => {
  const read = f.searchInput(contract).parse(wireFilters(every_kind, fields, today));
  expect(Object.keys(read.filters)).toHaveLength(every_kind.length);
});

test('seven days begin seven before today, in UTC', () => {
  const late = new Date('2026-03-01T23:30:00Z');
  expect(daysOf('created_at', 7, late)).toEqual({
    name: 'created_at',
    start_date: '2026-02-22',
    end_date: '2026-03-01',
  });
});

test('a second filter on a field takes the place of the first', () => {
  const first: ActiveFilter = { name: 'status', operator: '=', value: 'settled' };
  const second: ActiveFilter = { name: 'status', operator: '=', value: 'declined' };
  expect(withFilter([first, ...every_kind], second)).toEqual([second, ...every_kind]);
});

test('last seven days end on the day they are used', () => {
  const filters = [{ name: 'created_at', last_days: 7 }];
  const later = new Date('2026-07-18T00:00:00Z');
  expect(wireFilters(filters, fields, later)).toEqual({
    created_at: { start_date: '2026-07-11T00:00:00Z', end_date: '2026-07-18T23:59:59.999Z' },
  });
});

test('the box shows the filter that it would make, and no other on its field', () => {
  const ids = { ...contract, id: f.reference('Global Search', 20) };
  const filter = (name: string, operator: '=' | '%' | '!='): ActiveFilter => {
    return { name, operator, value: 'x' };
  };
  const ofIds = { global_field: 'id', fields: flatFields(ids) };
  expect(isInBox(filter('id', '='), ofIds)).toBe(true);
  expect(isInBox(filter('id', '%'), ofIds)).toBe(false);
  expect(isInBox(filter('id', '!='), ofIds)).toBe(false);
  const ofNames = { global_field: 'name', fields };
  expect(isInBox(filter('name', '%'), ofNames)).toBe(true);
  expect(isInBox(filter('name', '='), ofNames)).toBe(false);
  expect(isInBox(filter('id', '='), ofNames)).toBe(false);
});
