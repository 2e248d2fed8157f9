// Spoken periods of searches as moments (decisions G49).
import type { Duration } from './search.ts';

const day_ms = 86_400_000;

/** First instant of a spoken period and the first after it, in UTC; weeks start on Sunday. */
export function periodOf(duration: Duration, now: Date): [Date, Date] {
  const year = now.getUTCFullYear();
  const month = now.getUTCMonth();
  const today = Date.UTC(year, month, now.getUTCDate());
  const week = today - now.getUTCDay() * day_ms;
  const days = (from: number, count: number): [Date, Date] => [
    new Date(from),
    new Date(from + count * day_ms),
  ];
  const months = (y: number, m: number, count: number): [Date, Date] => [
    new Date(Date.UTC(y, m, 1)),
    new Date(Date.UTC(y, m + count, 1)),
  ];
  switch (duration) {
    case 'today':
      return days(today, 1);
    case 'yesterday':
      return days(today - day_ms, 1);
    case 'this_week':
      return days(week, 7);
    case 'last_week':
      return days(week - 7 * day_ms, 7);
    case 'this_month':
      return months(year, month, 1);
    case 'last_month':
      return months(year, month - 1, 1);
    case 'this_year':
      return months(year, 0, 12);
    case 'last_year':
      return months(year - 1, 0, 12);
  }
}
