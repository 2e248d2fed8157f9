// Webhooks of a merchant: where events are sent, how they are signed, what became of each
// (gateway-api 14, Q21).
import { z } from 'zod';
import { may } from '../access/may.ts';
import { crud } from '../crud.ts';
import { endpoint, list, record } from '../endpoint.ts';
import { absentable, absentIfBlank, blankable, moment, nullable_moment } from '../fields.ts';
import * as f from '../search/search.ts';
import { delivery_states, type WebhookType, webhook_subtypes } from './webhook-events.ts';

const types = Object.keys(webhook_subtypes) as [WebhookType, ...WebhookType[]];

export const webhook_statuses = ['active', 'disabled', 'auto_disabled'] as const;

export const max_webhooks_of_merchant = 20;
/** Tests are signed with this key, which everybody knows (gateway-api 14). */
export const test_signature_key = '00000000-0000-4000-8000-000000000001';

export const webhook_record = z.object({
  id: z.string(),
  merchant_id: z.string(),
  type: z.enum(types),
  url: z.string(),
  /** 0: no delay between two sends. */
  limit_per_second: z.int(),
  status: z.enum(webhook_statuses),
  available_subtypes: z.record(z.string(), z.boolean()),
  /** Until when the former key signs beside the present one. */
  previous_key_expires_at: nullable_moment,
  /** First failure since the last success; 72 hours later it is disabled. */
  failing_since: nullable_moment,
  created_at: moment,
  updated_at: moment,
});
export type WebhookRecord = z.output<typeof webhook_record>;

/** The only answers that hold the key itself: of create and of rotate-secret. */
export const keyed_webhook_record = webhook_record.extend({ signature_key: z.string() });

const url = z.string().trim().min(1).max(2_048);
const limit_per_second = blankable(z.int().min(0).max(1_000));
const available_subtypes = z.preprocess(
  (value) => value ?? undefined,
  z.record(z.string().max(64), z.boolean()).optional(),
);
const status = absentable(z.enum(webhook_statuses));

export const webhook_create = z.object({
  type: z.enum(types),
  url,
  limit_per_second,
  status,
  available_subtypes,
});
export type WebhookCreate = z.output<typeof webhook_create>;
export const webhook_update = z.object({
  url: blankable(url),
  limit_per_second,
  status,
  available_subtypes,
});
export type WebhookUpdate = z.output<typeof webhook_update>;

export const webhook_fields = {
  type: f.choice('Type', types),
  url: f.text('URL'),
  status: f.choice('Status', webhook_statuses),
  created_at: f.date('Created At'),
} as const satisfies f.SearchFields;

export const delivery_fields = {
  state: f.choice('State', delivery_states),
  type: f.choice('Type', Object.values(webhook_subtypes).flat()),
  event_id: f.idField('Event ID'),
  resource_id: f.idField('Resource ID'),
  created_at: f.date('Created At'),
} as const satisfies f.SearchFields;

export const delivery_record = z.object({
  id: z.string(),
  webhook_id: z.string(),
  /** Header X-Webhook-Event-Id; of a replay the header X-Webhook-Replay-Of. */
  event_id: z.string(),
  type: z.string(),
  resource_id: z.string(),
  sequence: z.int(),
  replay: z.boolean(),
  state: z.enum(delivery_states),
  attempt_count: z.int(),
  /** Each try: its moment, the status or 0, why there was none, how long it took. */
  attempts: z.array(
    z.object({ at: moment, status: z.int(), error: z.string(), duration_ms: z.int() }),
  ),
  next_attempt_at: nullable_moment,
  created_at: moment,
  delivered_at: nullable_moment,
});
export type DeliveryRecord = z.output<typeof delivery_record>;

const manage = may.manage_webhooks;
const many = '/merchant/{mid}/webhook' as const;
const one = `${many}/{id}` as const;

const {
  search: _,
  find,
  ...plain
} = crud({
  one: many,
  many,
  find: `${many}/search`,
  noun: 'webhook',
  record: webhook_record,
  created: keyed_webhook_record,
  input: webhook_create,
  update: webhook_update,
  fields: webhook_fields,
  read: manage,
  write: manage,
  rate_class: 'probe',
  summaries: {
    find: 'Webhooks by type, address, status and date, newest first.',
    create:
      'Creates a webhook. Its address must return 200 to a test event. The key is returned once.',
    get: 'One webhook, without its key.',
    update: 'Changes a webhook. If it stays active, its address must return 200 to a test event.',
    remove: 'Removes a webhook with its deliveries.',
  },
});

export const webhooks = {
  ...plain,
  search: find,
  list: endpoint({
    method: 'GET',
    path: many,
    access: manage,
    reply: list(webhook_record),
    rate_class: 'read',
    summary: "A merchant's webhooks, oldest first.",
  }),
  test: endpoint({
    method: 'POST',
    path: `${many}/test`,
    access: manage,
    input: z.object({
      webhook_id: blankable(z.string().max(64)),
      url: blankable(url),
      signature_key: blankable(z.string().max(255)),
    }),
    reply: record(z.object({ response_status: z.int(), duration_ms: z.int() })),
    rate_class: 'probe',
    audit: 'webhook.test',
    summary: 'Sends a test event to a webhook or to an address, which must return 200.',
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: `${one}/rotate-secret`,
    access: manage,
    input: z.object({
      overlap_hours: z.preprocess(absentIfBlank, z.int().min(1).max(168).default(24)),
    }),
    reply: record(keyed_webhook_record),
    rate_class: 'write',
    audit: 'webhook.rotate_secret',
    summary: 'Creates a new key; the previous key also signs for the hours given.',
  }),
  expirePreviousSecret: endpoint({
    method: 'POST',
    path: `${one}/expire-previous-secret`,
    access: manage,
    reply: record(webhook_record),
    rate_class: 'write',
    audit: 'webhook.expire_previous_secret',
    summary: 'Ends the overlap: only the current key signs from now on.',
  }),
  deliveries: endpoint({
    method: 'POST',
    path: `${one}/deliveries/search`,
    access: manage,
    input: f.searchInput(delivery_fields),
    reply: list(delivery_record),
    rate_class: 'search',
    summary: 'Deliveries to a webhook with their outcomes, newest first.',
  }),
  replay: endpoint({
    method: 'POST',
    path: `${one}/delivery/{delivery_id}/replay`,
    access: manage,
    reply: record(delivery_record),
    rate_class: 'write',
    audit: 'webhook.replay',
    summary: 'Sends an event again; the new delivery names the one it repeats.',
  }),
};
