// Device data (gateway-api 13.3): sessions that need no row, and what their events prove.
import { createHash, timingSafeEqual } from 'node:crypto';
import { refuse } from '../../contract/errors.ts';
import {
  type DeviceDataInput,
  type DeviceDataRecord,
  type DeviceEvent,
  type DeviceValue,
  device_session_minutes,
  device_values,
  type guardian,
} from '../../contract/payments/device-data.ts';
import type { Context } from '../context.ts';
import { storedText } from '../error-text.ts';
import { corsHeaders } from '../http/cors.ts';
import type { Handlers } from '../http/serve.ts';
import { isOriginOf } from '../identity/sessions/public-key.ts';
import { digestKey } from '../keys/data-keys.ts';
import { requestDigest } from '../vault/digest.ts';

const session_ms = device_session_minutes * 60_000;
const random_bytes = 12;
const longest_value = 255;

/** The part of a session that only we can make, for its merchant. */
const proofOf = (key: Buffer, stem: string) =>
  requestDigest(key, `device session ${stem}`).slice(0, 32);

/** `gs_`, when it ends, what makes it unique, and the proof; nothing of it is stored. */
function newSession(context: Context, key: Buffer): string {
  const ends_at = context.clock.now().getTime() + session_ms;
  const unique = context.random.bytes(random_bytes).toString('hex');
  const stem = `gs_${ends_at.toString(36)}_${unique}`;
  return `${stem}_${proofOf(key, stem)}`;
}

/** When a session of ours ends; null where we did not make it for this merchant. */
function endOf(key: Buffer, session_id: string): Date | null {
  const [, stem, ends_at, proof] =
    /^(gs_([0-9a-z]{1,12})_[0-9a-f]{24})_([0-9a-f]{32})$/.exec(session_id) ?? [];
  if (stem === undefined || ends_at === undefined || proof === undefined) return null;
  const is_ours = timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(key, stem)));
  return is_ours ? new Date(Number.parseInt(ends_at, 36)) : null;
}

/** The text that is hashed: every level shows its keys in one order, as the collector writes it. */
function orderedText(data: unknown): string {
  const names = new Set<string>();
  JSON.stringify(data, (name, value) => {
    names.add(name);
    return value;
  });
  return JSON.stringify(data, [...names].sort());
}

/** Whether no event was changed, left out in between or put in. */
function isChain(session_id: string, events: readonly DeviceEvent[]): boolean {
  let before = session_id;
  for (const [index, { id, hash, data }] of events.entries()) {
    const expected = createHash('sha512')
      .update(orderedText(data) + before)
      .digest('hex');
    if (id !== index + 1 || hash !== expected) return false;
    before = hash;
  }
  return events.length > 0;
}

/** A page's address without query and fragment, which may hold secrets of the shop. */
function pageOf(text: string): string {
  if (!URL.canParse(text)) return '';
  const { origin, pathname } = new URL(text);
  return origin === 'null' ? '' : `${origin}${pathname}`;
}

function shownValue(name: DeviceValue, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const page = name === 'location' || name === 'referrer' ? pageOf(text) : text;
  // Their exact text was needed for the hash, so that nothing was masked before.
  return storedText(page, longest_value);
}

/** The last value of each kind: events are named `screen_size_detected` and `…_changed`. */
function valuesOf(events: readonly DeviceEvent[]): Record<DeviceValue, string> {
  const found = Object.fromEntries(device_values.map((name) => [name, '']));
  for (const { data } of events) {
    const kind = String(data.type).replace(/_(detected|changed)$/, '');
    const name = device_values.find((one) => one === kind);
    const { value } = (data.action ?? {}) as { value?: unknown };
    if (name) found[name] = shownValue(name, value);
  }
  return found as Record<DeviceValue, string>;
}

/** What a payment keeps of the device data that came with it. */
export function deviceDataOf(
  context: Context,
  digest_key: Buffer,
  { session_id, events: reported }: DeviceDataInput,
): DeviceDataRecord {
  const events = [...reported].sort((a, b) => a.id - b.id);
  const values = valuesOf(events);
  const ends_at = endOf(digest_key, session_id);
  if (ends_at === null) return { verdict: 'unknown_session', ...values };
  if (!isChain(session_id, events)) return { verdict: 'altered', ...values };
  return { verdict: ends_at <= context.clock.now() ? 'expired' : 'verified', ...values };
}

/** Pages of the key's origins may ask, as for tokens. */
function checkOrigin(context: Context): void {
  const { actor, origin, answer_headers } = context;
  const origins = actor.limits?.allowed_origins ?? [];
  if (!isOriginOf({ actor, origins }, context)) refuse('unauthorized', 'unauthorized');
  if (origin === '') return;
  // A key of any page names none: nothing that a page sends is repeated to it.
  Object.assign(answer_headers, corsHeaders(origins.length === 0 ? '*' : origin));
}

export const guardianHandlers: Handlers<typeof guardian> = {
  session: async (context) => {
    checkOrigin(context);
    const key = await digestKey(context, context.actor.account_id);
    return { session_id: newSession(context, key) };
  },
};
