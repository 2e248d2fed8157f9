// Device data of a payer (gateway-api 13.3): what a merchant's page saw of the browser, as a chain
// of events that begins with a session of ours.
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { endpoint, record } from '../endpoint.ts';
import { omittable } from '../fields.ts';

/** How long a session of device data can be used after it was made. */
export const device_session_minutes = 30;

/** `data` is kept as it came, since `hash` is of its text. */
const device_event = z.object({
  /** 1 for the first event of the session. */
  id: z.int().min(0).max(1_000_000),
  /** SHA-512 in hexadecimal digits: `data` with its keys in order, then the hash before it. */
  hash: z.string().max(200),
  data: z.record(z.string(), z.unknown()),
});
export type DeviceEvent = z.output<typeof device_event>;

export const device_data_input = z.object({
  session_id: z.string().max(200),
  events: z.array(device_event).max(500),
});
export type DeviceDataInput = z.output<typeof device_data_input>;
export const optional_device_data = omittable(device_data_input);

/** What is thought of the data: only a `verified` chain proves anything. */
export const device_verdicts = ['verified', 'expired', 'altered', 'unknown_session'] as const;

/** The last value of each kind of event; empty where there was none. */
export const device_values = [
  'fingerprint',
  'location',
  'referrer',
  'screen_size',
  'window_size',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const;
export type DeviceValue = (typeof device_values)[number];

/** Device data as a payment keeps it: addresses of pages without what follows their path. */
export const device_data_record = z.object({
  verdict: z.enum(device_verdicts),
  ...(Object.fromEntries(device_values.map((name) => [name, z.string()])) as Record<
    DeviceValue,
    z.ZodString
  >),
});
export type DeviceDataRecord = z.infer<typeof device_data_record>;

export const guardian = {
  session: endpoint({
    method: 'GET',
    path: '/guardian/session',
    access: signedIn(['merchant'], { scope: 'every_key', public_key: true }),
    reply: record(z.object({ session_id: z.string() })),
    rate_class: 'read',
    summary: `Begins a session of device data, for ${device_session_minutes} minutes.`,
  }),
};
