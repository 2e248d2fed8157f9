// On which days saved cards are submitted to the account updater; days are `YYYY-MM-DD`.

export type SubmissionFrequency = 'daily' | 'weekly' | 'monthly' | 'quarterly';

const day_ms = 86_400_000;
const at = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** The day of a month; the 29th to 31st are the last day of shorter months (rails 13.2). */
function inMonth(year: number, month: number, day_of_the_month: number): string {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month, Math.min(day_of_the_month, last))));
}

/** Months from one submission to the next. */
const month_steps = { monthly: 1, quarterly: 3 } as const;

/** The schedule's day in the step that holds `day`, and those beside it. */
function around(frequency: 'monthly' | 'quarterly', day_of_the_month: number, day: string) {
  const step = month_steps[frequency];
  const date = at(day);
  const first = Math.floor(date.getUTCMonth() / step) * step;
  return [-step, 0, step].map((by) => inMonth(date.getUTCFullYear(), first + by, day_of_the_month));
}

/** The scheduled days around `today`; weeks begin on Monday. */
function daysAround(frequency: SubmissionFrequency, day_of_the_month: number, today: string) {
  if (frequency === 'monthly' || frequency === 'quarterly') {
    return around(frequency, day_of_the_month, today);
  }
  const step_ms = frequency === 'daily' ? day_ms : 7 * day_ms;
  const back = frequency === 'daily' ? 0 : (at(today).getUTCDay() + 6) % 7;
  const latest = at(today).getTime() - back * day_ms;
  return [latest, latest + step_ms].map((ms) => dayOf(new Date(ms)));
}

/** The latest scheduled day, today's included. */
export function latestDue(
  frequency: SubmissionFrequency,
  day_of_the_month: number,
  today: string,
): string {
  const passed = daysAround(frequency, day_of_the_month, today).filter((day) => day <= today);
  return passed.at(-1) as string;
}

/** The next scheduled day after today. */
export function nextDue(
  frequency: SubmissionFrequency,
  day_of_the_month: number,
  today: string,
): string {
  const ahead = daysAround(frequency, day_of_the_month, today).filter((day) => day > today);
  return ahead[0] as string;
}
