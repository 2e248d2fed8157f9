// The prices a payer chooses between, a line for each that differs.
import { expect, it } from 'vitest';
import { methodPrices } from './method-prices.ts';

const lines = (card: number, ach: number, cash: number) =>
  methodPrices({ card, ach, cash } as Parameters<typeof methodPrices>[0]).map(
    ({ label, amount, types }) => [label, amount, ...types],
  );

it('are none where every way to pay costs the same', () => {
  expect(lines(1000, 1000, 1000)).toEqual([]);
});

it('are two where bank accounts pay as cash does, and three where they do not', () => {
  expect(lines(1030, 1000, 1000)).toEqual([
    ['Card price', 1030, 'card'],
    ['Cash or bank price', 1000, 'cash', 'ach'],
  ]);
  const cash = ['Cash price', 1000, 'cash'];
  expect(lines(1030, 1010, 1000)).toEqual([
    ['Card price', 1030, 'card'],
    ['Bank price', 1010, 'ach'],
    cash,
  ]);
  expect(lines(1030, 1030, 1000)).toEqual([
    ['Card price', 1030, 'card'],
    ['Bank price', 1030, 'ach'],
    cash,
  ]);
});
