// When batches close, in zones with and without daylight saving, on the odd days too.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localDay } from '../days.ts';
import { momentOf, nextSettlement } from './schedule.ts';

const at = (timezone: string, settle_at: string) => ({ timezone, settle_at });
const expectNext = (timezone: string, settle_at: string, after: string, due_at: string) =>
  expect(nextSettlement(at(timezone, settle_at), new Date(after))).toEqual(new Date(due_at));

describe('the next settlement', () => {
  it('is at the local time of the processor, today or tomorrow', () => {
    const zone = 'America/New_York';
    expectNext(zone, '22:00:00', '2026-07-01T12:00:00Z', '2026-07-02T02:00:00Z');
    expectNext(zone, '22:00:00', '2026-07-02T01:59:59.999Z', '2026-07-02T02:00:00Z');
    expectNext(zone, '22:00:00', '2026-07-02T02:00:00Z', '2026-07-03T02:00:00Z');
    expectNext(zone, '22:00:00', '2026-12-01T12:00:00Z', '2026-12-02T03:00:00Z');
    expectNext('UTC', '20:30:00', '2026-12-01T12:00:00Z', '2026-12-01T20:30:00Z');
    expectNext('Asia/Kolkata', '00:00:00', '2026-01-31T19:00:00Z', '2026-02-01T18:30:00Z');
    expectNext('Asia/Kathmandu', '23:30:00', '2026-01-01T00:00:00Z', '2026-01-01T17:45:00Z');
  });

  it('moves out of the hour that is skipped, to its first valid minute', () => {
    // New York, 8 March 2026: 02:00 becomes 03:00 at 07:00 UTC.
    expectNext('America/New_York', '02:30:00', '2026-03-08T05:00:00Z', '2026-03-08T07:00:00Z');
    expectNext('America/New_York', '02:30:00', '2026-03-08T07:00:00Z', '2026-03-09T06:30:00Z');
    // Lord Howe Island moves by half an hour: 4 October 2026, 02:00 becomes 02:30 at 15:30 UTC.
    expectNext('Australia/Lord_Howe', '02:00:00', '2026-10-03T12:00:00Z', '2026-10-03T15:30:00Z');
    // Beirut skips midnight itself: 29 March 2026, 00:00 becomes 01:00 at 22:00 UTC the day before.
    expectNext('Asia/Beirut', '00:00:00', '2026-03-28T12:00:00Z', '2026-03-28T22:00:00Z');
  });

  it('runs once in the hour that is repeated, the first time', () => {
    // New York, 1 November 2026: 01:30 comes at 05:30 and again at 06:30 UTC.
    expectNext('America/New_York', '01:30:00', '2026-11-01T04:00:00Z', '2026-11-01T05:30:00Z');
    expectNext('America/New_York', '01:30:00', '2026-11-01T05:30:00Z', '2026-11-02T06:30:00Z');
  });

  it('leaves out a day that a zone leaves out', () => {
    // Samoa had no 30 December 2011.
    expectNext('Pacific/Apia', '12:00:00', '2011-12-29T23:00:00Z', '2011-12-30T22:00:00Z');
    expect(localDay(new Date('2011-12-30T22:00:00Z'), 'Pacific/Apia')).toBe('2011-12-31');
  });

  it('takes a zone that this machine does not know for UTC', () => {
    expectNext('Mars/Olympus', '22:00:00', '2026-07-01T12:00:00Z', '2026-07-01T22:00:00Z');
  });

  it('comes once for each local day, in every zone and over every change of clocks', () => {
    const zones = [
      'America/New_York',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'UTC',
    ];
    const halves = fc.integer({ min: 0, max: 47 }).map((half) => {
      const hour = String(Math.floor(half / 2)).padStart(2, '0');
      return `${hour}:${half % 2 ? '30' : '00'}:00`;
    });
    const start = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), halves, start, (timezone, settle_at, start_ms) => {
        const processor = at(timezone, settle_at);
        let moment = new Date(start_ms);
        const days: string[] = [];
        for (let n = 0; n < 10; n++) {
          const following = nextSettlement(processor, moment);
          expect(following.getTime()).toBeGreaterThan(moment.getTime());
          days.push(localDay(following, timezone));
          expect(momentOf(days.at(-1) as string, processor)).toEqual(following);
          moment = following;
        }
        const first_ms = Date.parse(`${days[0]}T00:00:00Z`);
        const row = days.map((_, n) =>
          new Date(first_ms + n * 86_400_000).toISOString().slice(0, 10),
        );
        expect(days).toEqual(row);
      }),
      { numRuns: 150 },
    );
  });
});
