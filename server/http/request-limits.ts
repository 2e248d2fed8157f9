// Limits of a request: sizes, depth, members, times; and the masking of card numbers in its texts.
import { invalid, refuse } from '../../contract/errors.ts';
import { labelOfPath } from '../../contract/fields.ts';
import {
  maskCardNumber,
  maskCardNumbers,
} from '../../contract/payments/cards/mask-card-numbers.ts';
import { longest_idempotency_key } from '../../contract/payments/transactions/input.ts';
import { type Keeps, merchant_number, phone_members, unmaskedPlaces } from './unmasked-places.ts';

export const body_limit_bytes = 1_048_576;
const deepest = 20;
const max_members = 10_000;

/** Times and sizes of the sockets: slow senders and readers hold none open (quality S14). */
export const socket_limits = {
  /** The whole request must have come by then. */
  request_ms: 30_000,
  headers_ms: 10_000,
  /** How often the server looks for sockets past their time. */
  check_ms: 2_000,
  keep_alive_ms: 75_000,
  /** Who takes nothing of an answer for this long is cut off. */
  stalled_ms: 60_000,
  header_bytes: 16_384,
} as const;

/**
 * A copy of a call's body within the limits, each card number in its texts masked (PCI DSS 3.5.1)
 * but in the places of unmasked-places.ts. 400 where it is nested too deeply, has too many members,
 * or where an idempotency key is a card number.
 */
export function readLimited(body: unknown, call: string): unknown {
  const places = unmaskedPlaces(call);
  let members = 0;
  const read = (value: unknown, at: Place, depth: number): unknown => {
    if (typeof value === 'string') return readText(value, at);
    if (typeof value === 'number') return readNumber(value, at);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) refuse('invalid', 'bad request error: the body is nested too deeply');
    const entries = Object.entries(value);
    members += entries.length;
    if (members > max_members) refuse('invalid', 'bad request error: the body has too many parts');
    if (Array.isArray(value)) return value.map((part) => read(part, at, depth + 1));
    const copied = entries.map(([key, part]) => {
      return [maskCardNumbers(key), read(part, below(places, at, key), depth + 1)];
    });
    return Object.fromEntries(copied);
  };
  return read(body, { name: '', path: '', keeps: 'none' }, 1);
}

interface Place {
  name: string;
  /** From the top, `payment_method.card.number`; lists add nothing to it. */
  path: string;
  keeps: Keeps | 'none';
}

function below(places: ReadonlyMap<string, Keeps>, { path, keeps }: Place, name: string): Place {
  if (places.size === 0) return { name, path: '', keeps };
  // The dots of a name are doubled, so that `a.b` is not taken for member b of a.
  const here = `${path}${path && '.'}${name.replaceAll('.', '..')}`;
  return { name, path: here, keeps: keeps === 'none' ? (places.get(here) ?? 'none') : keeps };
}

function readText(text: string, { name, keeps }: Place): string {
  if (keeps === 'all') return text;
  if (keeps === 'digits') return readMerchantNumber(text, name);
  if (name === 'idempotency_key') return readIdempotencyKey(text);
  return phone_members.test(name) ? readPhone(text, name) : maskCardNumbers(text);
}

/**
 * A setting of a processor, as it came: its merchant number may look like a card's. 400 where it
 * holds the number of a card otherwise: the processor would be sent a mask.
 */
function readMerchantNumber<T extends string | number>(value: T, name: string): T {
  const text = String(value);
  if (merchant_number.test(text.trim()) || maskCardNumbers(text) === text) return value;
  invalid(labelOfPath([name]));
}

/**
 * A telephone number as it came: 13 digits of one may look like a card's. 400 from 14 on, where no
 * country's numbers do.
 */
function readPhone(text: string, name: string): string {
  const digit_count = text.match(/\p{Nd}/gu)?.length ?? 0;
  if (digit_count < 14 || maskCardNumbers(text) === text) return text;
  invalid(labelOfPath([name]));
}

/**
 * An idempotency key, as it came. 400 where it holds a card number: masking would change the key
 * and could make two keys equal.
 */
function readIdempotencyKey(key: string): string {
  return maskCardNumbers(key) === key ? key : invalid('Idempotency Key');
}

/**
 * The key that a header names; '' without one. 400 where it is longer than a key may be:
 * cutting it could make two keys equal, and the second payment would not be made.
 */
export function readIdempotencyHeader(header: string | string[] | undefined): string {
  const key = String(header ?? '');
  return key.length > longest_idempotency_key
    ? invalid('Idempotency Key')
    : readIdempotencyKey(key);
}

/** A number that may be a card's. */
function readNumber(value: number, { name, keeps }: Place): unknown {
  if (keeps === 'all') return value;
  if (keeps === 'digits') return readMerchantNumber(value, name);
  return maskCardNumber(value);
}
