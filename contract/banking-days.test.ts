// Which days banks move money on.
import { expect, it } from 'vitest';
import { isBankingDay, nextBankingDay } from './banking-days.ts';

it.each([
  ['2026-06-16', '2026-06-17'],
  ['2026-06-18', '2026-06-22'], // Juneteenth is a Friday
  ['2026-05-22', '2026-05-26'], // Memorial Day
  ['2026-11-25', '2026-11-27'], // Thanksgiving
  ['2026-12-31', '2027-01-04'], // New Year's Day is a Friday
  ['2027-07-02', '2027-07-06'], // July 4 is a Sunday
  ['2026-07-02', '2026-07-03'], // July 4 is a Saturday: not moved
])('the banking day after %s is %s', (day, next) => {
  expect(nextBankingDay(day)).toBe(next);
});

it('weekends and holidays are none', () => {
  const days = ['2026-01-19', '2026-02-16', '2026-09-07', '2026-10-12', '2026-06-20'];
  expect(days.filter(isBankingDay)).toEqual([]);
  expect(isBankingDay('2026-06-17')).toBe(true);
});
