// What a request may weigh and say: sizes, depth, members, times; and card numbers in its texts.
import { refuse } from '../../contract/errors.ts';
import { labelOfPath } from '../../contract/fields.ts';
import { maskCardNumbers } from '../../contract/payments/card-text.ts';

export const body_limit_bytes = 1_048_576;
const deepest = 20;
const most_members = 10_000;

/** Times and sizes of the sockets: who sends slowly does not keep one (quality S14). */
export const socket_limits = {
  /** The whole request must have come by then. */
  request_ms: 30_000,
  headers_ms: 10_000,
  /** How often the server looks for sockets past their time. */
  check_ms: 2_000,
  keep_alive_ms: 75_000,
  header_bytes: 16_384,
} as const;

/** Members of a payment method that hold the number itself: they never leave `vault/`. */
const number_members = new Set(['number', 'account_number', 'track_1', 'track_2']);
const method_members = new Set(['card', 'ach', 'emv', 'token', 'billing', 'billing_details']);

/** Texts kept as they are sent: numbers searched by their digest, what is hashed or sealed. */
const kept_members = /^(full_cc_number|logo|.*password.*|.*secret.*|.*token|auth_key)$/;
const phone_members = /^(.*_)?(phone|fax)(_.*)?$/;

/** Whether the texts below a member keep their numbers: all, those that are only digits, none. */
type Keeps = 'all' | 'digits' | 'none';

/**
 * A copy of a body within the limits, each card number in its free texts masked (PCI DSS 3.5.1).
 * 400 where it is nested too deeply, has too many members, or names an idempotency key so.
 */
export function readLimited(body: unknown): unknown {
  let members = 0;
  const read = (value: unknown, name: string, keeps: Keeps, depth: number): unknown => {
    if (typeof value === 'string') return readText(value, name, keeps);
    if (typeof value === 'number') return readNumber(value, keeps);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) refuse('invalid', 'bad request error: the body is nested too deeply');
    const entries = Object.entries(value);
    members += entries.length;
    if (members > most_members) refuse('invalid', 'bad request error: the body has too many parts');
    if (Array.isArray(value)) return value.map((part) => read(part, name, keeps, depth + 1));
    const copied = entries.map(([key, part]) => {
      const below = keeps === 'none' ? keepsOf(key, name) : keeps;
      return [maskCardNumbers(key), read(part, key, below, depth + 1)];
    });
    return Object.fromEntries(copied);
  };
  return read(body, '', 'none', 1);
}

function keepsOf(key: string, above: string): Keeps {
  if (kept_members.test(key) || (method_members.has(above) && number_members.has(key)))
    return 'all';
  return key === 'settings' ? 'digits' : 'none';
}

/** A processor knows a merchant by up to 15 digits; those may look like a card's and must stay. */
const merchant_number = /^\d{1,15}$/;

function readText(text: string, name: string, keeps: Keeps): string {
  if (keeps === 'all' || (keeps === 'digits' && merchant_number.test(text))) return text;
  if (name === 'idempotency_key') return readIdempotencyKey(text);
  return phone_members.test(name) ? readPhone(text, name) : maskCardNumbers(text);
}

/**
 * A telephone number as it came: 13 digits of one may look like a card's. 400 from 14 on, where no
 * country's numbers do.
 */
function readPhone(text: string, name: string): string {
  const digit_count = text.match(/\p{Nd}/gu)?.length ?? 0;
  if (digit_count < 14 || maskCardNumbers(text) === text) return text;
  refuse('invalid', `bad request error: invalid ${labelOfPath([name])}`);
}

/**
 * An idempotency key, as it came. 400 where it holds a card number: masked it would be another key,
 * and two of them the same one.
 */
export function readIdempotencyKey(key: string): string {
  if (maskCardNumbers(key) === key) return key;
  refuse('invalid', 'bad request error: invalid Idempotency Key');
}

/** No amount and no count of ours has thirteen digits; a card number sent as a number has. */
function readNumber(value: number, keeps: Keeps): unknown {
  if (keeps !== 'none' || value < 1e12 || !Number.isSafeInteger(value)) return value;
  const text = String(value);
  const masked = maskCardNumbers(text);
  return masked === text ? value : masked;
}
