// Calendar days of a time zone: which one a moment lies in, where it begins, when a time of it is.
import { Temporal } from 'temporal-polyfill';

const known_zones = new Map<string, string>();

/** The zone, or UTC: a zone this machine does not know must not stop a payment or a batch. */
function zoneOf(timezone: string): string {
  const known = known_zones.get(timezone);
  if (known !== undefined) return known;
  let zone = 'UTC';
  try {
    zone = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timezone).timeZoneId;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  known_zones.set(timezone, zone);
  return zone;
}

const minute_ms = 60_000;
/** The last minute in each zone with its day: every payment needs the day of now. */
const last_minutes = new Map<string, { minute: number; day: string }>();

/** The local day of a moment, `YYYY-MM-DD`. */
export function localDay(moment: Date, timezone: string): string {
  if (timezone === 'UTC') return moment.toISOString().slice(0, 10);
  // No zone of today is off by parts of a minute, so a day never changes within one.
  const minute = Math.floor(moment.getTime() / minute_ms);
  const last = last_minutes.get(timezone);
  if (last?.minute === minute) return last.day;
  const day = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(zoneOf(timezone))
    .toPlainDate()
    .toString();
  last_minutes.set(timezone, { minute, day });
  return day;
}

const dateOf = ({ epochMilliseconds }: { epochMilliseconds: number }) =>
  new Date(epochMilliseconds);

/** The first instant of a local day `YYYY-MM-DD` or month `YYYY-MM`, also where it lacks 00:00. */
export function startOf(period: string, timezone: string): Date {
  const first = period.length === 7 ? `${period}-01` : period;
  return dateOf(Temporal.PlainDate.from(first).toZonedDateTime(zoneOf(timezone)));
}

/**
 * The moment of a local time `HH:MM:SS` on a day, `YYYY-MM-DD`. A time that the clocks skip is the
 * first one after the gap; of one that they show twice, the first.
 */
export function momentAt(day: string, time: string, timezone: string): Date {
  const local = Temporal.PlainDateTime.from(`${day}T${time}`);
  const earlier = local.toZonedDateTime(zoneOf(timezone), { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(local)) return dateOf(earlier);
  return dateOf(earlier.getTimeZoneTransition('next') ?? earlier);
}
