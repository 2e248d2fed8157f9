// When a processor's batch falls due: its local time of day, in its own time zone (rails 17.5).
import { Temporal } from 'temporal-polyfill';

export interface CutOff {
  timezone: string;
  /** `HH:MM:SS`, local. */
  settle_at: string;
}

/**
 * The moment of one local day's cut-off. A time that a clock change leaves out falls on the first
 * minute that exists after it; a repeated one counts the first time.
 */
export function settlementOn(cut: CutOff, day: Temporal.PlainDate): Temporal.Instant {
  const wanted = Temporal.PlainTime.from(cut.settle_at);
  const zoned = day.toZonedDateTime({ timeZone: cut.timezone, plainTime: wanted });
  if (zoned.toPlainTime().equals(wanted)) return zoned.toInstant();
  return (zoned.getTimeZoneTransition('previous') ?? zoned).toInstant();
}

/** The first cut-off strictly after a moment. */
export function nextSettlement(cut: CutOff, after: Date): Date {
  const instant = Temporal.Instant.fromEpochMilliseconds(after.getTime());
  let day = instant.toZonedDateTimeISO(cut.timezone).toPlainDate();
  for (;;) {
    const at = settlementOn(cut, day);
    if (Temporal.Instant.compare(at, instant) > 0) return new Date(at.epochMilliseconds);
    day = day.add({ days: 1 });
  }
}
