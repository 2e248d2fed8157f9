// Days and times as text, in a zone and in the user's order of day, month and year (visual 7).
import type { Display } from './display.ts';

interface Parts {
  year: string;
  month: string;
  day: string;
  time: string;
  seconds: string;
  zone: string;
}

const minute_parts: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
};
const all_parts: Intl.DateTimeFormatOptions = {
  ...minute_parts,
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'short',
};

type Formats = Map<string, Intl.DateTimeFormat>;
const formats: Formats = new Map();
const minute_formats: Formats = new Map();

/** Making a format costs a hundred times what using it does. */
function cachedFormat(all: Formats, time_zone: string, options: Intl.DateTimeFormatOptions) {
  const known = all.get(time_zone);
  if (known) return known;
  const made = makeFormat(time_zone, options);
  all.set(time_zone, made);
  return made;
}

function makeFormat(time_zone: string, options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...options,
      ...(time_zone !== '' && { timeZone: time_zone }),
    });
  } catch {
    // A zone this browser does not know: falls back to the browser's own zone.
    return new Intl.DateTimeFormat('en-US', options);
  }
}

function partsOf(at: Date, time_zone: string): Parts {
  const found = new Map(
    cachedFormat(formats, time_zone, all_parts)
      .formatToParts(at)
      .map((p) => [p.type, p.value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => found.get(type) ?? '';
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    time: `${part('hour')}:${part('minute')}`,
    seconds: `${part('second')}.${part('fractionalSecond')}`,
    zone: part('timeZoneName'),
  };
}

function ordered(dateformat: string, { year, month, day }: Pick<Parts, 'year' | 'month' | 'day'>) {
  return dateformat.replace('YYYY', year).replace('MM', month).replace('DD', day);
}

/** `06/18/2026`. */
export function formatDate(at: Date | string, display: Display): string {
  return ordered(display.dateformat, partsOf(new Date(at), display.time_zone));
}

/** `10:41`, 24 hours. */
export function formatTime(at: Date | string, display: Display): string {
  return partsOf(new Date(at), display.time_zone).time;
}

/** `10:37:21`, or with milliseconds `10:37:21.042`, for timelines. */
export function formatSeconds(at: Date | string, display: Display, with_ms = false): string {
  const { time, seconds } = partsOf(new Date(at), display.time_zone);
  return `${time}:${with_ms ? seconds : seconds.slice(0, 2)}`;
}

/** A step of a timeline that began at `since`: `10:37:21`, on another day with its date before. */
export function formatSince(at: string, since: string, display: Display): string {
  const day = formatDate(at, display);
  const seconds = formatSeconds(at, display);
  return day === formatDate(since, display) ? seconds : `${day} ${seconds}`;
}

/** What en-US makes of a minute: `06/18/2026, 10:41`. */
const minute_text = /^(\d+)\/(\d+)\/(\d+), (.+)$/;

/** `06/18/2026 10:41`. */
export function formatMoment(at: Date | string, display: Display): string {
  const { time_zone, dateformat } = display;
  // A list formats hundreds of them before it is painted: whole texts cost a fifth of named parts.
  const text = cachedFormat(minute_formats, time_zone, minute_parts).format(new Date(at));
  const [, month = '', day = '', year = '', time = ''] = minute_text.exec(text) ?? [];
  return `${ordered(dateformat, { year, month, day })} ${time}`;
}

/** `PDT`: named once a screen and after every lone time. */
export function zoneName(at: Date | string, display: Display): string {
  return partsOf(new Date(at), display.time_zone).zone;
}

const weekday_formats = new Map<string, Intl.DateTimeFormat>();

/** `Thursday` or `Thu` of a day `2026-06-18`. */
export function formatWeekday(day: string, length: 'long' | 'short'): string {
  const options = { weekday: length, timeZone: 'UTC' } as const;
  const format = weekday_formats.get(length) ?? new Intl.DateTimeFormat('en-US', options);
  weekday_formats.set(length, format);
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** A day `2026-06-18` in the user's order; days know no zone. */
export function formatDay(day: string, display: Display): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return ordered(display.dateformat, { year, month, day: date });
}
