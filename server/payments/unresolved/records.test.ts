// Who may decide alone: the amount above which a second person is asked, in every currency.
import { expect, it } from 'vitest';
import type { Context } from '../../context.ts';
import { needsTwo } from './records.ts';

it.each([
  ['usd', 100_000],
  ['eur', 100_000],
  ['jpy', 1_000],
])('the limit of 1,000 is in whole units of %s', (currency, limit) => {
  const context = { config: { second_person_amount: 1_000 } } as Context;
  expect([limit, limit + 1].map((amount) => needsTwo(context, amount, currency))).toEqual([
    false,
    true,
  ]);
});
