// What selected transactions come to: one figure for each currency, never one for all.
import { expect, test } from 'vitest';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { stubBrowser } from '../../../testing/browser.ts';

stubBrowser();
const { moneyOf } = await import('./bulk.ts');

const rows = (...all: [number, string][]) =>
  all.map(([amount, currency]) => ({ amount, currency })) as TransactionRecord[];
const sumOf = (...all: [number, string][]) => moneyOf(rows(...all), ({ amount }) => amount);

test('one currency is one figure', () => {
  expect(sumOf([13_056, 'usd'], [27_771, 'usd'])).toBe('$408.27');
});

test('currencies are not added together', () => {
  expect(sumOf([100, 'usd'], [500, 'jpy'], [50, 'usd'])).toBe('$1.50 USD + ¥500 JPY');
});
