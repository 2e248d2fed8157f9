// Spoken periods: their first instant and the first after them, in UTC wherever the machine stands.
import { afterEach, describe, expect, it } from 'vitest';
import { periodOf } from './periods.ts';
import { durations } from './search.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const daysOf = (now: string) =>
  Object.fromEntries(
    durations.map((duration) => {
      const [from, until] = periodOf(duration, new Date(now));
      return [duration, `${from.toISOString()} ${until.toISOString()}`];
    }),
  );
const days = (from: string, until: string) => `${from}T00:00:00.000Z ${until}T00:00:00.000Z`;

const at_the_end_of_march = {
  today: days('2024-03-31', '2024-04-01'),
  yesterday: days('2024-03-30', '2024-03-31'),
  this_week: days('2024-03-31', '2024-04-07'),
  last_week: days('2024-03-24', '2024-03-31'),
  this_month: days('2024-03-01', '2024-04-01'),
  last_month: days('2024-02-01', '2024-03-01'),
  this_year: days('2024-01-01', '2025-01-01'),
  last_year: days('2023-01-01', '2024-01-01'),
};

describe('a spoken period', () => {
  // In New York and Beirut the clocks change in that month, in Beirut in that night.
  it.each(['UTC', 'America/New_York', 'Asia/Beirut', 'Pacific/Kiritimati'])(
    'begins and ends in UTC on a machine in %s, at the first and the last instant of its last day',
    (timezone) => {
      process.env.TZ = timezone;
      expect(daysOf('2024-03-31T00:00:00.000Z')).toEqual(at_the_end_of_march);
      expect(daysOf('2024-03-31T23:59:59.999Z')).toEqual(at_the_end_of_march);
      expect(daysOf('2024-04-01T00:00:00.000Z').this_month).toBe(days('2024-04-01', '2024-05-01'));
    },
  );

  it('goes over the end of a year', () => {
    expect(daysOf('2026-12-31T23:59:59.999Z')).toMatchObject({
      this_month: days('2026-12-01', '2027-01-01'),
      this_week: days('2026-12-27', '2027-01-03'),
    });
    expect(daysOf('2027-01-01T00:00:00.000Z')).toMatchObject({
      yesterday: days('2026-12-31', '2027-01-01'),
      last_month: days('2026-12-01', '2027-01-01'),
      last_year: days('2026-01-01', '2027-01-01'),
    });
  });
});
