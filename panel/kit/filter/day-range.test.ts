// The calendar's rules: clicks, the grid of a month, bounds, the day a week starts with.
import { describe, expect, it } from 'vitest';
import {
  isOutside,
  monthGrid,
  pickDay,
  shiftDay,
  shiftMonth,
  weekStart,
} from './day-range-rules.ts';

const none = { start_date: '', end_date: '' };
const clicks = (...days: string[]) => days.reduce((chosen, day) => pickDay(chosen, day), none);

describe('clicks', () => {
  it('set the start, then the end, in whichever order the days lie', () => {
    expect(clicks('2026-06-10')).toEqual({ start_date: '2026-06-10', end_date: '' });
    const both = { start_date: '2026-06-10', end_date: '2026-06-20' };
    expect(clicks('2026-06-10', '2026-06-20')).toEqual(both);
    expect(clicks('2026-06-20', '2026-06-10')).toEqual(both);
  });

  it('begin anew with the third', () => {
    const days = clicks('2026-06-10', '2026-06-20', '2026-06-15');
    expect(days).toEqual({ start_date: '2026-06-15', end_date: '' });
  });

  it('on one day twice choose that day', () => {
    const day = '2026-06-10';
    expect(clicks(day, day)).toEqual({ start_date: day, end_date: day });
  });

  it('in single mode choose by one', () => {
    const day = '2026-06-10';
    expect(pickDay(clicks('2026-06-01'), day, true)).toEqual({ start_date: day, end_date: day });
  });
});

describe('a month', () => {
  it.each(['2026-02-01', '2026-05-31', '2024-02-29', '1900-01-01', '9999-12-31'])(
    'has 42 days in order, all of its own among them: %s',
    (day) => {
      for (const start of [0, 1, 6]) {
        const grid = monthGrid(day, start);
        expect(new Set(grid).size).toBe(42);
        expect(new Date(grid[0] as string).getUTCDay()).toBe(start);
        expect(grid).toContain(`${day.slice(0, 7)}-01`);
        expect(grid).toContain(day);
      }
    },
  );

  it('begins its weeks as the language’s country does', () => {
    expect(['en-US', 'de-DE', 'en-GB'].map(weekStart)).toEqual([0, 1, 1]);
  });

  it('keeps its day in another month, or takes that month’s last', () => {
    expect(shiftMonth('2026-01-31', 1)).toBe('2026-02-28');
    expect(shiftMonth('2026-01-15', -1)).toBe('2025-12-15');
    expect(shiftDay('2026-02-28', 1)).toBe('2026-03-01');
  });
});

describe('bounds', () => {
  it('are the years 1900 to 9999', () => {
    expect(['1899-12-31', '1900-01-01', '9999-12-31'].map((day) => isOutside(day))).toEqual([
      true,
      false,
      false,
    ]);
    expect(isOutside(monthGrid('9999-12-31', 0).at(-1) as string)).toBe(true);
    expect([shiftDay('9999-12-31', 1), shiftMonth('1900-01-01', -1)]).toEqual([
      '9999-12-31',
      '1900-01-01',
    ]);
  });

  it('may be narrower, themselves included', () => {
    const off = (day: string) => isOutside(day, '2026-06-10', '2026-06-20');
    const days = ['2026-06-09', '2026-06-10', '2026-06-20', '2026-06-21'];
    expect(days.map(off)).toEqual([true, false, false, true]);
  });
});
