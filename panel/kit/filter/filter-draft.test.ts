// How a filter that is typed becomes one that is searched by, and how it reads as a chip.
import { expect, test } from 'vitest';
import { transaction_fields } from '../../../contract/payments/transactions/search.ts';
import * as f from '../../../contract/search/search.ts';
import { default_display } from '../format/display.ts';
import { phoneMask } from '../format/masks.ts';
import { type Draft, draftOf, readDraft as read } from './filter-draft.ts';
import { filterText } from './filter-text.ts';
import { currencyOfFilters, currencyToType, withCurrency } from './search-currency.ts';
import { type ActiveFilter, flatFields, type NamedField } from './search-state.ts';

const amount = { name: 'amount', field: f.money('Amount') };
const created = { name: 'created_at', field: f.date('Created Date') };
const ip = { name: 'ip_address', field: f.ip('IP Address') };
const card = { name: 'full_cc_number', field: f.secret('Full CC Number') };
const empty = (named: NamedField) => draftOf(named, undefined, 'usd');
const readDraft = (draft: Draft, named: NamedField, currency = 'usd') =>
  read(draft, named, currency);

test('every value is required, in the words of the specification', () => {
  expect(readDraft(empty(ip), ip)).toEqual({ fault: 'The IP Address field is required.' });
  expect(readDraft(empty(created), created)).toEqual({
    fault: 'The Created Date field is required.',
  });
});

test('an empty amount is sent as 0, others in minor units', () => {
  const filterOf = (text: string) => readDraft({ ...empty(amount), text }, amount);
  for (const zero of ['', ' ', '0', '0.00'])
    expect(filterOf(zero)).toEqual({ filter: { name: 'amount', operator: '=', value: '0' } });
  expect(filterOf('1,234.5')).toMatchObject({ filter: { value: '123450' } });
  expect(filterOf('1.234')).toEqual({ fault: 'The Amount field format is invalid.' });
});

test('amounts are textsOf in the currency filtered by, or typed in the list’s own', () => {
  const fields = flatFields(transaction_fields);
  const over: ActiveFilter = { name: 'amount', operator: '>', value: '1000' };
  const yen: ActiveFilter = { name: 'currency_iso_code', operator: '=', value: 'jpy' };
  const not_yen: ActiveFilter = { ...yen, operator: '!=' };
  const textsOf = (filters: ActiveFilter[], currency: string) => {
    const search = { state: { filters }, fields, currency };
    const typed_in = currencyToType(search);
    const typed = draftOf(amount, over, typed_in).text;
    expect(readDraft({ ...empty(amount), operator: '>', text: typed }, amount, typed_in)).toEqual({
      filter: over,
    });
    const filter_currency = currencyOfFilters(filters, fields);
    const beside = withCurrency([over], over, search).slice(1);
    return [typed, filterText(over, amount.field, default_display, filter_currency).value, beside];
  };
  expect(textsOf([over, yen], 'usd')).toEqual(['1000', '¥1,000', [yen]]);
  // Beside another currency filter nothing is put.
  expect(textsOf([over, not_yen], 'eur')).toEqual(['1000', '1000 minor units', []]);
  const dollars = { ...yen, value: 'usd' };
  expect(textsOf([over], 'usd')).toEqual(['10.00', '1000 minor units', [dollars]]);
  expect(textsOf([over], 'jpy')).toEqual(['1000', '1000 minor units', [yen]]);
  // Of several merchants: nothing says what it is in, so it is said as it is compared.
  expect(textsOf([over], '')).toEqual(['1000', '1000 minor units', []]);
  expect(readDraft({ ...empty(amount), text: '10.00' }, amount, '')).toHaveProperty('fault');
  const status: ActiveFilter = { name: 'status', operator: '=', value: 'settled' };
  const search = { state: { filters: [] }, fields, currency: 'usd' };
  expect(withCurrency([status], status, search)).toEqual([status]);
  const unknown = { ...search, fields: fields.filter(({ name }) => name !== yen.name) };
  expect(withCurrency([over], over, unknown)).toEqual([over]);
  expect(currencyToType(unknown)).toBe('');
});

test('a value the server would refuse is refused here', () => {
  expect(readDraft({ ...empty(ip), text: '10.0.0' }, ip)).toHaveProperty('fault');
  expect(readDraft({ ...empty(ip), text: '10.0.0.1' }, ip)).toHaveProperty('filter');
});

test('a range needs both its ends; days the wrong way round are turned', () => {
  const days = (start_date: string, end_date: string) =>
    readDraft({ ...empty(created), start_date, end_date }, created);
  expect(days('2026-06-18', '')).toEqual({ fault: 'The Created Date end field is required.' });
  expect(days('', '2026-06-18')).toEqual({ fault: 'The Created Date start field is required.' });
  expect(days('2026-06-18', '2026-06-18')).toMatchObject({ filter: { end_date: '2026-06-18' } });
  expect(days('2026-06-20', '2026-06-10')).toMatchObject({
    filter: { start_date: '2026-06-10', end_date: '2026-06-20' },
  });
});

test('a period of a date stays a period: the last seven days, last week', () => {
  const period = (text: string) => readDraft({ ...empty(created), text }, created);
  const seven = { name: 'created_at', last_days: 7 };
  expect(period('last_7')).toEqual({ filter: seven });
  expect(period('last_week')).toEqual({ filter: { name: 'created_at', duration: 'last_week' } });
  expect(draftOf(created, seven, 'usd').text).toBe('last_7');
});

test('numbers are whole: nothing but digits becomes one', () => {
  const count = { name: 'count', field: f.integer('Count') };
  const typed = (text: string) => readDraft({ ...empty(count), text }, count);
  expect(typed('12')).toMatchObject({ filter: { value: '12' } });
  for (const text of ['12.7', '12abc', '1e3', 'NaN', '0x10'])
    expect(typed(text)).toHaveProperty('fault');
});

test.each([
  ['po_number', 'a'.repeat(40), ['a'.repeat(41), 'a#', 'a-b']],
  ['order_id', 'HA-100001', ['a'.repeat(21)]],
  ['transaction_or_order_id', 'a'.repeat(20), ['a'.repeat(21)]],
  ['transaction_id', 'a'.repeat(20), ['a'.repeat(21), 'a b']],
  ['settlement_batch_id', 'a'.repeat(20), ['a'.repeat(19), 'a'.repeat(21)]],
  ['customer_id', 'a'.repeat(40), ['a'.repeat(41)]],
  ['user_name', 'a'.repeat(50), ['a'.repeat(51)]],
  ['cc_last_four', '1111', ['111', 'abcd', '11111']],
  ['cc_first_six', '411111', ['41111', '4111111']],
])('%s takes what the specification says, and no more', (name, good, bad) => {
  const field = transaction_fields[name as 'po_number'];
  const read = (text: string) => readDraft({ ...empty({ name, field }), text }, { name, field });
  expect(read(good)).toMatchObject({ filter: { value: good } });
  for (const text of bad) expect(read(text)).toHaveProperty('fault');
});

test('a phone number is masked while it is typed and sent as its digits', () => {
  const phone = { name: 'billing_address.phone', field: f.phoneField('Billing Phone') };
  expect(['555', '5551', '5551234567', '(555) 123-45678'].map((one) => phoneMask(one))).toEqual([
    '555',
    '(555) 1',
    '(555) 123-4567',
    '(555) 123-4567',
  ]);
  const filter = { name: phone.name, operator: '=', value: '5551234567' } as const;
  expect(readDraft({ ...empty(phone), text: '(555) 123-4567' }, phone)).toEqual({ filter });
  expect(readDraft({ ...empty(phone), text: '( ) -' }, phone)).toHaveProperty('fault');
  expect(draftOf(phone, filter, 'usd').text).toBe('(555) 123-4567');
  expect(filterText(filter, phone.field, default_display, 'usd').value).toBe('(555) 123-4567');
});

test('a chip says its days in the user’s order, in UTC, and amounts as money', () => {
  const days = { name: 'created_at', start_date: '2026-06-17', end_date: '2026-06-18' };
  expect(filterText(days, created.field, default_display, 'usd').value).toBe(
    '06/17/2026 – 06/18/2026 UTC',
  );
  const over = { name: 'amount', operator: '>', value: '123450' } as const;
  expect(filterText(over, amount.field, default_display, 'usd')).toEqual({
    label: 'Amount',
    operator: '>',
    value: '$1,234.50',
  });
});

test('a chip never shows a whole card number, and a draft does not bring it back', () => {
  const filter = { name: card.name, operator: '=', value: '4111111111111111' } as const;
  expect(filterText(filter, card.field, default_display, 'usd').value).toBe('•••• 1111');
  expect(draftOf(card, filter, 'usd').text).toBe('');
});

test('moments read as days of the zone where they are whole days, else with their times', () => {
  const display = { ...default_display, time_zone: 'America/Los_Angeles' };
  const created = { kind: 'date', label: 'Created Date', operators: [] } as const;
  const text = (start_at: string, end_at: string) =>
    filterText({ name: 'created_at', start_at, end_at }, created as never, display, 'usd').value;
  expect(text('2026-06-18T07:00:00.000Z', '2026-06-19T06:59:59.999Z')).toBe('06/18/2026 PDT');
  expect(text('2026-06-17T07:00:00.000Z', '2026-06-19T06:59:59.999Z')).toBe(
    '06/17/2026 – 06/18/2026 PDT',
  );
  expect(text('2026-06-18T07:00:00.000Z', '2026-06-18T17:42:00.000Z')).toBe(
    '06/18/2026 00:00 – 06/18/2026 10:42 PDT',
  );
});
