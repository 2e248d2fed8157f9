// What a saved search may hold.
import { expect, it } from 'vitest';
import { saved_searches } from './saved-searches.ts';

const filters = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`field_${n}`, { duration: 'today' }]),
  );

it('a saved search holds forty filters at most', () => {
  const fits = (count: number) =>
    saved_searches.save.input.safeParse({ name: 'All', data: filters(count) }).success;
  expect([0, 1, 40, 41].map(fits)).toEqual([true, true, true, false]);
});
