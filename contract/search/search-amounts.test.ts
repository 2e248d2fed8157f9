// Amounts in searches: the currency they are meant in, how they are typed, read and shown.
import { describe, expect, it } from 'vitest';
import { choice, currencyChoice, money } from './search.ts';
import { amountText, currencyOfSearch, readAmount, typedAmount } from './search-amounts.ts';

const currency = { field: currencyChoice('Currency'), operator: '=', value: 'jpy' } as const;
const amount = { field: money('Amount'), operator: '=', value: 5 } as const;

it.each([
  ['the one it filters by', [amount, currency], 'jpy'],
  ['none where it leaves one out', [{ ...currency, operator: '!=' } as const], ''],
  ['none where it filters by something else', [amount], ''],
  ['none where a choice is no currency', [{ ...currency, field: choice('Status', ['jpy']) }], ''],
  ['none where the filter is empty', [{ ...currency, value: undefined }, { field: undefined }], ''],
  [
    'none where an unknown field is filtered',
    [{ field: undefined, operator: '=', value: 'eur' } as const],
    '',
  ],
  ['none where nothing is filtered', [], ''],
])('the amounts of a search are in %s', (_, filters, found) => {
  expect(currencyOfSearch(filters)).toBe(found);
});

it.each([
  [123450, 'usd', '$1,234.50', '1234.50'],
  [1234, 'jpy', '¥1,234', '1234'],
  [1234, '', '1234 minor units', '1234'],
])('%i in "%s" is shown as %s and typed as %s', (minor, code, words, typed) => {
  expect(amountText(minor, code)).toBe(words);
  expect(typedAmount(minor, code)).toBe(typed);
  expect(readAmount(typed, code)).toBe(minor);
});

describe('an amount as typed', () => {
  it.each([
    ['12.5', 'usd', 1250],
    ['12.5', 'jpy', null],
    ['12.5', '', null],
    ['1250', '', 1250],
    ['-1250', '', -1250],
    ['-0', '', 0],
    ['123456789012345', '', 123456789012345],
    ['1234567890123456', '', null],
    ['', '', null],
    ['x1', '', null],
    ['1x', '', null],
  ])('"%s" in "%s" is %s', (text, code, minor) => {
    expect(readAmount(text, code)).toBe(minor);
  });
});
