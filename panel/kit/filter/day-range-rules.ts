// Days of a calendar as text `YYYY-MM-DD`: what a click means, and which 42 days a month shows.

/** Empty while not chosen. */
export interface Days {
  start_date: string;
  end_date: string;
}

export const first_year = 1900;
export const last_year = 9999;
const day_ms = 86_400_000;
const grid_cells = 42;

/**
 * First click the start, second the end, an earlier second one swaps them, a third begins anew; in
 * single mode one click is all (spec 1 §4).
 */
export function pickDay(days: Days, day: string, single = false): Days {
  if (single) return { start_date: day, end_date: day };
  const { start_date, end_date } = days;
  if (start_date === '' || end_date !== '') return { start_date: day, end_date: '' };
  return day < start_date
    ? { start_date: day, end_date: start_date }
    : { start_date, end_date: day };
}

function textOf(ms: number): string {
  return new Date(ms).toISOString().split('T')[0] as string;
}

/** The day so many days later, or earlier; it stays within the years of the calendar. */
export function shiftDay(day: string, by: number): string {
  return within(Date.parse(day) + by * day_ms);
}

function within(ms: number): string {
  const first = Date.UTC(first_year, 0, 1);
  const last = Date.UTC(last_year, 11, 31);
  return textOf(Math.min(Math.max(ms, first), last));
}

/** The same day of another month; the last of it where it is shorter. */
export function shiftMonth(day: string, by: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const length = new Date(Date.UTC(year, month + by, 0)).getUTCDate();
  return within(Date.UTC(year, month - 1 + by, Math.min(date, length)));
}

/** Six weeks that hold the month of `day`, from the day weeks start with (0 is Sunday). */
export function monthGrid(day: string, week_start: number): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number);
  const first = Date.UTC(year, month - 1, 1);
  const before = (new Date(first).getUTCDay() - week_start + 7) % 7;
  return Array.from({ length: grid_cells }, (_, cell) => textOf(first + (cell - before) * day_ms));
}

/** The day a week starts with in a language's country: 0 is Sunday. */
export function weekStart(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    weekInfo?: { firstDay: number };
    getWeekInfo?: () => { firstDay: number };
  };
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  return (info?.firstDay ?? 7) % 7;
}

/** Whether a day cannot be chosen; the bounds themselves can. */
export function isOutside(day: string, min_day = '', max_day = ''): boolean {
  const year = Number(day.slice(0, 4));
  // Past 9999 the text of a day begins with a sign.
  if (!(year >= first_year && year <= last_year)) return true;
  return (min_day !== '' && day < min_day) || (max_day !== '' && day > max_day);
}
