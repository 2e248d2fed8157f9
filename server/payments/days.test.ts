// Days and months of time zones: their first and last instants, also where the clocks change.
import { describe, expect, it } from 'vitest';
import { localDay, momentAt, startOf } from './days.ts';

const hour_ms = 3_600_000;

/** A day by its zone, the first instant of it and its hours. */
const days = [
  ['America/New_York', '2026-07-01', '2026-07-01T04:00:00.000Z', 24],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
  // These days have no midnight: their clocks went from 23:59:59 to 01:00:00.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
  ['Asia/Beirut', '2021-03-28', '2021-03-27T22:00:00.000Z', 23],
  // And these have their last hour twice.
  ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', 25],
  ['Asia/Beirut', '2021-10-30', '2021-10-29T21:00:00.000Z', 25],
  ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z', 24],
  ['UTC', '2026-12-31', '2026-12-31T00:00:00.000Z', 24],
] as const;

describe('a local day', () => {
  it.each(days)('in %s, %s, has its first and its last instant', (zone, day, first, hours) => {
    const start = startOf(day, zone);
    expect(start.toISOString()).toBe(first);
    const end_ms = start.getTime() + hours * hour_ms;
    const dayAt = (ms: number) => localDay(new Date(ms), zone);
    expect([start.getTime(), end_ms - 1].map(dayAt)).toEqual([day, day]);
    expect(dayAt(start.getTime() - 1) < day).toBe(true);
    expect(dayAt(end_ms) > day).toBe(true);
    expect(startOf(dayAt(end_ms), zone).getTime()).toBe(end_ms);
  });

  it('is computed anew when the minute is another one', () => {
    const zone = 'America/New_York';
    const moments = [
      '2026-07-02T03:59:59.999Z',
      '2026-07-02T04:00:00.000Z',
      '2026-07-02T03:59:59Z',
    ];
    expect(moments.map((at) => localDay(new Date(at), zone))).toEqual([
      '2026-07-01',
      '2026-07-02',
      '2026-07-01',
    ]);
  });

  it('of a zone that this machine does not know is the one of UTC', () => {
    expect(localDay(new Date('2026-07-01T23:59:59Z'), 'Mars/Olympus')).toBe('2026-07-01');
    expect(startOf('2026-07-01', 'Mars/Olympus').toISOString()).toBe('2026-07-01T00:00:00.000Z');
  });
});

describe('a local month', () => {
  it.each([
    ['America/New_York', '2026-03', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
    ['America/New_York', '2026-12', '2026-12-01T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
    ['Pacific/Kiritimati', '2024-02', '2024-01-31T10:00:00.000Z', '2024-02-29T10:00:00.000Z'],
  ])('in %s, %s, has its first and its last instant', (zone, month, first, next) => {
    const start = startOf(month, zone);
    expect(start.toISOString()).toBe(first);
    const monthAt = (ms: number) => localDay(new Date(ms), zone).slice(0, 7);
    expect(monthAt(start.getTime())).toBe(month);
    expect(monthAt(Date.parse(next) - 1)).toBe(month);
    expect([monthAt(start.getTime() - 1), monthAt(Date.parse(next))]).not.toContain(month);
    expect(startOf(monthAt(Date.parse(next)), zone).toISOString()).toBe(next);
  });
});

describe('a time of a day', () => {
  it('is the first of two, and what is skipped is the first after the gap', () => {
    const zone = 'America/New_York';
    expect(momentAt('2026-11-01', '01:30:00', zone).toISOString()).toBe('2026-11-01T05:30:00.000Z');
    expect(momentAt('2026-03-08', '02:30:00', zone).toISOString()).toBe('2026-03-08T07:00:00.000Z');
    expect(momentAt('2018-11-04', '00:00:00', 'America/Sao_Paulo').toISOString()).toBe(
      '2018-11-04T03:00:00.000Z',
    );
  });
});
