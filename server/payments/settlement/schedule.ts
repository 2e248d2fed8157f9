// When a processor's batch closes: its own local time on each of its own days (rails 17.5).
import { localDay } from '../days.ts';

/** What decides the moment: IANA zone, and local time as `HH:MM:SS`. */
interface SettlementTime {
  timezone: string;
  settle_at: string;
}

const minute_ms = 60_000;
const day_ms = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const two = '2-digit' as const;
  const parts = {
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  } as const;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat('en-US', { timeZone: timezone, hourCycle: 'h23', ...parts });
  } catch {
    // A zone this machine does not know must not keep a batch open.
    made = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', hourCycle: 'h23', ...parts });
  }
  formats.set(timezone, made);
  return made;
}

/** How far the zone's clocks are ahead of UTC at a moment; milliseconds. */
function offsetAt(moment_ms: number, timezone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timezone).formatToParts(moment_ms)) {
    parts[type] = Number(value);
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const local_ms = Date.UTC(year, month - 1, day, hour, minute, second);
  return local_ms - Math.floor(moment_ms / 1000) * 1000;
}

/** The first minute at which the zone's clocks have left `offset`, between two moments. */
function changeBetween(from_ms: number, until_ms: number, timezone: string): number {
  const before = offsetAt(from_ms, timezone);
  let low = from_ms;
  let high = until_ms;
  while (high - low > minute_ms) {
    const middle = low + Math.floor((high - low) / 2 / minute_ms) * minute_ms;
    if (offsetAt(middle, timezone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * The moment of a local time on a day, `YYYY-MM-DD`. A time that the clocks skip is their first
 * valid minute after the gap; of one that they show twice, the first.
 */
export function momentOf(day: string, { timezone, settle_at }: SettlementTime): Date {
  const [hour = '0', minute = '0', second = '0'] = settle_at.split(':');
  const local_ms =
    Date.parse(`${day}T00:00:00Z`) +
    ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  const before = offsetAt(local_ms - day_ms, timezone);
  const after = offsetAt(local_ms + day_ms, timezone);
  const valid = [before, after].filter(
    (offset) => offsetAt(local_ms - offset, timezone) === offset,
  );
  if (valid.length > 0) return new Date(local_ms - Math.max(...valid));
  return new Date(changeBetween(local_ms - after, local_ms - before, timezone));
}

/** The next moment strictly after `after` at which this processor's batch closes. */
export function nextSettlement(processor: SettlementTime, after: Date): Date {
  const start_ms = Date.parse(`${localDay(after, processor.timezone)}T00:00:00Z`);
  for (let days = 0; ; days++) {
    const day = new Date(start_ms + days * day_ms).toISOString().slice(0, 10);
    const moment = momentOf(day, processor);
    // A day that a zone leaves out altogether has no batch.
    const exists = localDay(moment, processor.timezone) === day;
    if (exists && moment > after) return moment;
  }
}
