// The days on which saved cards are submitted to the account updater.
import { expect, it } from 'vitest';
import { latestDue, nextDue } from './update-schedule.ts';

it('submits monthly on its day, or on the last day of a shorter month', () => {
  expect(latestDue('monthly', 1, '2026-11-01')).toBe('2026-11-01');
  expect(latestDue('monthly', 15, '2026-11-14')).toBe('2026-10-15');
  expect(nextDue('monthly', 15, '2026-11-15')).toBe('2026-12-15');
  expect(latestDue('monthly', 31, '2027-02-28')).toBe('2027-02-28');
  expect(latestDue('monthly', 30, '2028-02-29')).toBe('2028-02-29');
  expect(nextDue('monthly', 31, '2026-11-30')).toBe('2026-12-31');
  expect(latestDue('monthly', 20, '2027-01-05')).toBe('2026-12-20');
});

it('submits quarterly in January, April, July and October', () => {
  expect(latestDue('quarterly', 10, '2026-12-31')).toBe('2026-10-10');
  expect(nextDue('quarterly', 10, '2026-10-10')).toBe('2027-01-10');
  expect(latestDue('quarterly', 31, '2026-10-05')).toBe('2026-07-31');
});

it('submits weekly on Mondays, and daily', () => {
  expect(latestDue('weekly', 1, '2026-11-27')).toBe('2026-11-23');
  expect(latestDue('weekly', 1, '2026-11-23')).toBe('2026-11-23');
  expect(latestDue('weekly', 1, '2026-11-29')).toBe('2026-11-23');
  expect(nextDue('weekly', 1, '2026-11-29')).toBe('2026-11-30');
  expect(latestDue('daily', 1, '2026-11-27')).toBe('2026-11-27');
  expect(nextDue('daily', 1, '2026-12-31')).toBe('2027-01-01');
});
