// What became of a mail: its events, which of them lead, and how each looks (spec 2 §4, 3 §3).
import { z } from 'zod';
import { moment } from '../fields.ts';

export const email_event = z.object({
  /** processed, delivered, bounce … */
  event: z.string(),
  response: z.string(),
  email: z.string(),
  timestamp: moment,
});
export type EmailEvent = z.infer<typeof email_event>;

const main_events: readonly string[] = ['processed', 'deferred', 'delivered'];

/** Main events lead; the others are secondary. */
export const isMainEvent = (event: string): boolean => main_events.includes(event);

const colours: Readonly<Record<string, 'info' | 'warning' | 'success' | 'error'>> = {
  processed: 'info',
  dropped: 'warning',
  deferred: 'warning',
  bounce: 'warning',
  delivered: 'success',
  open: 'success',
  click: 'success',
  group_resubscribe: 'success',
  spam_report: 'error',
  unsubscribe: 'error',
  group_unsubscribe: 'error',
};

/** `spam report`, `spamreport` and `spam_report` are one event. */
function plain(event: string): string {
  const name = event
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return name === 'spamreport' ? 'spam_report' : name;
}

/** Colour of an event's label; what is not in the specification's list is grey. */
export const eventColour = (event: string) => colours[plain(event)] ?? 'info';

/** `Spam report`. */
export function eventLabel(event: string): string {
  const words = plain(event).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The last event by time, which is the one shown; of equal times the later in the list. */
export function latestEvent(events: readonly EmailEvent[]): EmailEvent | null {
  return events.reduce<EmailEvent | null>(
    (last, one) => (last === null || one.timestamp >= last.timestamp ? one : last),
    null,
  );
}
