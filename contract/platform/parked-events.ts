// Dead letters of the outbox: events that a consumer failed to process, and how they are resolved.
import { z } from 'zod';
import { may } from '../access/may.ts';
import { endpoint, list, nothing, record } from '../endpoint.ts';
import { described } from '../field-meta.ts';
import { moment } from '../fields.ts';
import { webhook_subtypes } from '../messages/webhook-events.ts';
import * as f from '../search/search.ts';

/** All consumers of the outbox, in the order of server/job-list.ts; a test compares. */
export const outbox_consumers = ['webhooks', 'transaction_days', 'receipt_copies'] as const;
export type OutboxConsumerName = (typeof outbox_consumers)[number];

/**
 * Why an event may not be discarded for this consumer; null where it may. A sum without one of its
 * events would be wrong for good.
 */
export function whyNotDiscarded(consumer: string): string | null {
  return consumer === 'transaction_days'
    ? 'Daily totals need every event. Retry this event instead.'
    : null;
}

/** Events that one call for all of a consumer takes at most. */
export const max_retried = 200;

export const parked_event_fields = {
  consumer: f.choice('Consumer', outbox_consumers),
  merchant_id: f.idField('Merchant'),
  resource_id: f.idField('Resource ID'),
  kind: f.choice('Event', Object.values(webhook_subtypes).flat()),
  error: f.text('Error', 500),
  error_id: f.idField('Error ID'),
  parked_at: f.date('Parked At'),
} as const satisfies f.SearchFields;

const parked_event_record = z.object({
  merchant_id: z.string(),
  merchant_name: z.string(),
  id: z.string(),
  consumer: z.string(),
  /** `transaction_create`, `settlement_batch` … */
  kind: z.string(),
  /** The transaction or batch. */
  resource_id: z.string(),
  sequence: z.int(),
  attempt_count: z.int(),
  /** Of the last try; its Error ID stands on the log line. */
  error: z.string(),
  error_id: z.string(),
  /** Later events of the resource that wait behind it. */
  held_count: z.int(),
  /** When the change was committed. */
  created_at: moment,
  parked_at: moment,
});
export type ParkedEvent = z.infer<typeof parked_event_record>;

const access = may.manage_parked_events;
const one = '/parked-event/{merchantId}/{id}' as const;
const reason = described(z.string().trim().min(1).max(500), {
  typed_as: 'long',
  hint: 'saved in the audit log',
});

export const parked_events = {
  search: endpoint({
    method: 'POST',
    path: '/parked-events/search',
    access,
    input: f.searchInput(parked_event_fields),
    reply: list(parked_event_record),
    rate_class: 'search',
    summary: 'Events that a consumer failed to process, newest first.',
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    access,
    reply: record(parked_event_record),
    rate_class: 'read',
    summary: 'One failed event with the whole text of its error.',
  }),
  retry: endpoint({
    method: 'POST',
    path: `${one}/retry`,
    access,
    reply: nothing(),
    rate_class: 'write',
    audit: 'parked_event.retry',
    summary: 'Sends a failed event to its consumer again.',
  }),
  discard: endpoint({
    method: 'POST',
    path: `${one}/discard`,
    access,
    input: z.object({ reason }),
    reply: nothing(),
    rate_class: 'write',
    audit: 'parked_event.discard',
    summary: 'Discards a failed event; later events of its resource continue.',
  }),
  retryAll: endpoint({
    method: 'POST',
    path: '/parked-events/retry',
    access,
    input: z.object({ consumer: z.enum(outbox_consumers) }),
    reply: record(z.object({ count: z.int(), left_count: z.int() })),
    rate_class: 'write',
    audit: 'parked_event.retry',
    summary: 'Retries the oldest 200 failed events of one consumer; returns how many remain.',
  }),
};
