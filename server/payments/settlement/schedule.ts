// When a processor's batch closes: its own local time on each of its own days (rails 17.5).
import { Temporal } from 'temporal-polyfill';
import { localDay, momentAt } from '../days.ts';

/** What decides the moment: IANA zone, and local time as `HH:MM:SS`. */
interface SettlementTime {
  timezone: string;
  settle_at: string;
}

/**
 * The moment of a local time on a day, `YYYY-MM-DD`. A time that the clocks skip is their first
 * valid one after the gap; of one that they show twice, the first.
 */
export function momentOf(day: string, { timezone, settle_at }: SettlementTime): Date {
  return momentAt(day, settle_at, timezone);
}

/** The next moment strictly after `after` at which this processor's batch closes. */
export function nextSettlement(processor: SettlementTime, after: Date): Date {
  const { timezone } = processor;
  let date = Temporal.PlainDate.from(localDay(after, timezone));
  for (;;) {
    const day = date.toString();
    const moment = momentOf(day, processor);
    // A day that a zone leaves out altogether has no batch.
    if (localDay(moment, timezone) === day && moment > after) return moment;
    date = date.add({ days: 1 });
  }
}
