// Keyed digests of card and bank account numbers: equal numbers have equal digests, which cannot be
// reversed.
import type { Context } from '../context.ts';
import { digestKey } from '../keys/data-keys.ts';
import { keyedDigest } from '../keys/keys.ts';

/** 80 bits: what fits the search field of 20 characters (spec 2 §5). */
const digest_length = 20;

/**
 * Digest of a card number, 20 hex characters: `method_digest` of a transaction. The same number has
 * another digest at another merchant, whose key differs.
 */
export function digestOfCard(key: Buffer, number: string): string {
  return keyedDigest(key, `card ${number}`).slice(0, digest_length);
}

/** Digest of a card number at one merchant, for finding its transactions. */
export async function cardDigest(
  context: Context,
  merchant_id: string,
  number: string,
): Promise<string> {
  return digestOfCard(await digestKey(context, merchant_id), number);
}

export function digestOfAccount(
  key: Buffer,
  routing_number: string,
  account_number: string,
): string {
  return keyedDigest(key, `account ${routing_number} ${account_number}`).slice(0, digest_length);
}

/** Digest of a whole request, for recognising its repetition; give it no card data. */
export function requestDigest(key: Buffer, canonical: string): string {
  return keyedDigest(key, `request ${canonical}`);
}
