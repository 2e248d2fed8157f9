// Days and times as people read them.
import { expect, test } from 'vitest';
import {
  formatDate,
  formatDay,
  formatMoment,
  formatSeconds,
  formatSince,
  formatTime,
  zoneName,
} from './moments.ts';

const pacific = { time_zone: 'America/Los_Angeles', dateformat: 'MM/DD/YYYY' };
const iso = { time_zone: 'UTC', dateformat: 'YYYY-MM-DD' };

test('a moment stands in the user’s zone and order, 24 hours', () => {
  expect(formatMoment('2026-06-18T06:41:07.042Z', pacific)).toBe('06/17/2026 23:41');
  expect(formatMoment('2026-06-18T00:00:00Z', iso)).toBe('2026-06-18 00:00');
});

test('timelines have seconds, and milliseconds where asked', () => {
  expect(formatSeconds('2026-06-18T17:37:21.042Z', pacific)).toBe('10:37:21');
  expect(formatSeconds('2026-06-18T17:37:21.042Z', pacific, true)).toBe('10:37:21.042');
});

test('a step of a timeline on another day of the reader names its day', () => {
  const since = '2026-06-18T17:37:21Z';
  expect(formatSince('2026-06-19T06:59:59Z', since, pacific)).toBe('23:59:59');
  expect(formatSince('2026-06-19T07:00:00Z', since, pacific)).toBe('06/19/2026 00:00:00');
});

test('the zone is named as it is at that moment', () => {
  expect(zoneName('2026-06-18T17:37:21Z', pacific)).toBe('PDT');
  expect(zoneName('2026-12-18T17:37:21Z', pacific)).toBe('PST');
});

test('a day knows no zone', () => {
  expect(formatDay('2026-06-18', pacific)).toBe('06/18/2026');
});

test('a zone that the browser does not know is no reason to show nothing', () => {
  expect(formatDay('2026-06-18', { ...pacific, time_zone: 'Mars/Olympus' })).toBe('06/18/2026');
  const odd = { time_zone: 'Mars/Olympus', dateformat: 'MM/DD/YYYY' };
  expect(formatMoment('2026-06-18T12:00:00Z', odd)).toMatch(/^06\/1[789]\/2026 \d\d:\d\d$/);
});

test.each(['UTC', 'America/Los_Angeles', 'Asia/Kathmandu', 'Australia/Lord_Howe', ''])(
  'a moment is the day and the time that stand alone elsewhere: %s',
  (time_zone) => {
    const display = { time_zone, dateformat: 'DD/MM/YYYY' };
    // Steps of 11 hours and 7 minutes through a year: midnights and both changes of the clock.
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 2); at += 40_020_000) {
      const moment = new Date(at);
      const parts = `${formatDate(moment, display)} ${formatTime(moment, display)}`;
      expect(formatMoment(moment, display)).toBe(parts);
    }
  },
);
