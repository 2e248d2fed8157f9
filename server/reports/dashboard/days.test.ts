// Days of a zone as moments, where clocks change, too.
import { describe, expect, it } from 'vitest';
import { lastDays, shown, weekBefore } from './days.ts';

const zone = 'America/Los_Angeles';

describe('days of a zone', () => {
  it('have 23 and 25 hours where the clocks change', () => {
    const hours = (now: string) =>
      lastDays(new Date(now), zone, 2).map(
        ({ since, until }) => (until.getTime() - since.getTime()) / 3_600_000,
      );
    expect(hours('2026-03-09T12:00:00Z')[0]).toBe(23);
    expect(hours('2026-11-02T20:00:00Z')[0]).toBe(25);
  });

  it('end with the present moment, and compare the same hour of the clock', () => {
    const now = new Date('2026-03-10T19:00:00.000Z');
    const [today] = lastDays(now, zone, 1);
    expect(today && shown(today)).toEqual({
      day: '2026-03-10',
      start_at: '2026-03-10T07:00:00.000Z',
      end_at: '2026-03-10T19:00:00.000Z',
    });
    // Noon before the clocks went forward is another moment of UTC.
    expect(shown(weekBefore(now, zone))).toEqual({
      day: '2026-03-03',
      start_at: '2026-03-03T08:00:00.000Z',
      end_at: '2026-03-03T20:00:00.000Z',
    });
  });
});
