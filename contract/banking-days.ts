// Days on which banks move money in the United States: no weekends, no holidays of the Fed.

const day_ms = 86_400_000;
const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const textOf = (at: Date) => at.toISOString().slice(0, 10);

/** The day of the month on which the `nth` such weekday falls, 0 for Sunday. */
function nth(year: number, month: number, weekday: number, count: number): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const date = 1 + ((weekday - first + 7) % 7) + (count - 1) * 7;
  return textOf(new Date(Date.UTC(year, month - 1, date)));
}

function lastMonday(year: number, month: number): string {
  const last = new Date(Date.UTC(year, month, 0));
  return textOf(new Date(last.getTime() - ((last.getUTCDay() + 6) % 7) * day_ms));
}

/** One on a Sunday is kept on the Monday after it; one on a Saturday is not moved. */
function observed(day: string): string {
  const at = utc(day);
  return at.getUTCDay() === 0 ? textOf(new Date(at.getTime() + day_ms)) : day;
}

function holidaysOf(year: number): string[] {
  return [
    ...['01-01', '06-19', '07-04', '11-11', '12-25'].map((day) => observed(`${year}-${day}`)),
    nth(year, 1, 1, 3), // Martin Luther King Jr.
    nth(year, 2, 1, 3), // Washington
    lastMonday(year, 5), // Memorial Day
    nth(year, 9, 1, 1), // Labor Day
    nth(year, 10, 1, 2), // Columbus Day
    nth(year, 11, 4, 4), // Thanksgiving
  ];
}

/** `day` is `YYYY-MM-DD`. */
export function isBankingDay(day: string): boolean {
  const weekday = utc(day).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidaysOf(Number(day.slice(0, 4))).includes(day);
}

/** The first banking day after a day. */
export function nextBankingDay(day: string): string {
  let next = day;
  do next = textOf(new Date(utc(next).getTime() + day_ms));
  while (!isBankingDay(next));
  return next;
}
