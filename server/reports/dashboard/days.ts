// The days of a dashboard in the caller's zone, as moments.
import { Temporal } from 'temporal-polyfill';

export interface Span {
  /** `YYYY-MM-DD` in the zone. */
  day: string;
  since: Date;
  /** The first moment after it. */
  until: Date;
}

const date = (moment: Temporal.ZonedDateTime) => new Date(moment.epochMilliseconds);

function spansUntil(now: Date, last: Temporal.ZonedDateTime, count: number, days: number): Span[] {
  return Array.from({ length: count }, (_, at) => {
    const start = last.subtract({ days: (count - 1 - at) * days }).startOfDay();
    const is_last = at === count - 1;
    return {
      day: start.toPlainDate().toString(),
      since: date(start),
      until: is_last ? new Date(now.getTime() + 1) : date(start.add({ days }).startOfDay()),
    };
  });
}

const todayIn = (now: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).startOfDay();

/** The last `count` days of a zone, oldest first; the last one is today and ends after `now`. */
export function lastDays(now: Date, zone: string, count: number): Span[] {
  return spansUntil(now, todayIn(now, zone), count, 1);
}

/** The same of weeks: they begin on Sunday, as in searches. */
export function lastWeeks(now: Date, zone: string, count: number): Span[] {
  const today = todayIn(now, zone);
  return spansUntil(now, today.subtract({ days: today.dayOfWeek % 7 }), count, 7);
}

/** The same weekday a week before, until the same hour of the clock. */
export function weekBefore(now: Date, zone: string): Span {
  const then = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(zone)
    .subtract({ days: 7 });
  const start = then.startOfDay();
  const until = new Date(then.epochMilliseconds + 1);
  return { day: start.toPlainDate().toString(), since: date(start), until };
}

/** First and last moment, as the filters of a search take them: both inclusive. */
export function shown({ day, since, until }: Span) {
  return {
    day,
    start_at: since.toISOString(),
    end_at: new Date(until.getTime() - 1).toISOString(),
  };
}
