// The signature of a webhook's body, and the bodies themselves (gateway-api 14).
import { createHmac } from 'node:crypto';

/** base64url without padding of HMAC-SHA256 over the raw body, its final newline included. */
export function signatureOf(key: string, body: string): string {
  return createHmac('sha256', key).update(body).digest('base64url');
}

export interface WebhookBody {
  /** Subtype of the event, or `test`. */
  type: string;
  merchant_id: string;
  transaction_id?: string;
  /** Counts the events of one resource from 1; absent in a test. */
  sequence?: number;
  action_at: Date;
  data?: unknown;
}

/** The envelope as one line of JSON with its newline: the very bytes that are signed and sent. */
export function bodyOf({
  type,
  merchant_id,
  transaction_id,
  sequence,
  action_at,
  data,
}: WebhookBody) {
  const envelope = {
    status: 'success',
    msg: 'success',
    type,
    account_type: 'merchant',
    account_type_id: merchant_id,
    ...(transaction_id !== undefined && { transaction_id }),
    ...(sequence !== undefined && { sequence }),
    action_at: action_at.toISOString(),
    ...(data !== undefined && { data }),
  };
  return `${JSON.stringify(envelope)}\n`;
}

/** A signature key: a UUID of 122 random bits, as clients expect it. */
export function newSignatureKey(bytes: Buffer): string {
  const own = Buffer.from(bytes);
  own[6] = ((own[6] as number) & 0x0f) | 0x40;
  own[8] = ((own[8] as number) & 0x3f) | 0x80;
  const hex = own.toString('hex');
  const cuts = [0, 8, 12, 16, 20, 32];
  return cuts
    .slice(1)
    .map((to, n) => hex.slice(cuts[n], to))
    .join('-');
}
