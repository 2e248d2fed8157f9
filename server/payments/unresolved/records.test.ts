// Who may decide alone: the amount above which a second person is asked, in every currency.
import { expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import type { Context } from '../../context.ts';
import { needsTwo } from './records.ts';

it.each([
  ['usd', 100_000],
  ['eur', 100_000],
  ['jpy', 1_000],
  ['usd', 50_000, '500,jpy:150000'],
  ['jpy', 150_000, '500,jpy:150000'],
  ['eur', 100_000, 'jpy:150000'],
])('the limit is in whole units of %s: %i minor units', (currency, limit, value = '1000') => {
  const config = readConfig({ SECOND_PERSON_AMOUNT: value });
  const context = { config } as Context;
  expect([limit, limit + 1].map((amount) => needsTwo(context, amount, currency))).toEqual([
    false,
    true,
  ]);
});
