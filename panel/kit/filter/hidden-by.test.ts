// What is said of a search that found nothing, and which of its filters is named first.
import { expect, test } from 'vitest';
import { transaction_fields } from '../../../contract/payments/transactions/search.ts';
import { default_display } from '../format/display.ts';
import { filterSentence } from './filter-text.ts';
import { hidingMost } from './hidden-by.ts';

const one = (name: string, count: number) => ({
  filter: { name, operator: '=' as const, value: 'x' },
  count,
  estimated: false,
});

test('the filter that hides most comes first; one that hides nothing is not named', () => {
  const found = hidingMost([one('status', 2), one('type', 0), one('amount', 14)]);
  expect(found.map(({ filter, count }) => [filter.name, count])).toEqual([
    ['amount', 14],
    ['status', 2],
  ]);
});

test.each([
  [{ name: 'status', operator: '=', value: 'settled' }, 'Status is Settled'],
  [{ name: 'status', operator: '!=', value: 'settled' }, 'Status is not Settled'],
  [{ name: 'amount', operator: '>', value: '1000' }, 'Amount is over $10.00'],
  [{ name: 'amount', operator: '<', value: '0' }, 'Amount is under $0.00'],
  [{ name: 'user_name', operator: '%', value: 'Ann' }, 'User Name contains Ann'],
  [{ name: 'created_at', last_days: 7 }, 'Created Date is Last 7 days UTC'],
  [
    { name: 'created_at', start_date: '2026-06-17', end_date: '2026-06-18' },
    'Created Date between 06/17/2026 – 06/18/2026 UTC',
  ],
] as const)('%j reads “%s”', (filter, words) => {
  const field = transaction_fields[filter.name as 'status'];
  expect(filterSentence(filter as never, field, default_display, 'usd')).toBe(words);
});
