// Addresses of ledger accounts, and the ids computed from them, so that no read precedes a write.
import { hash } from 'node:crypto';

/** An account within one owner: `kind` or `kind/party`, as in `processor_receivable/<its id>`. */
export type Address = string;

/** Takes an address apart; the party is `''` where the kind has none. */
export function splitAddress(address: Address): { kind: string; party: string } {
  const slash = address.indexOf('/');
  if (slash < 0) return { kind: address, party: '' };
  return { kind: address.slice(0, slash), party: address.slice(slash + 1) };
}

/** The id of owner's account: the same for everybody who computes it (reference ledger 6.1). */
export function accountId(owner_id: string, address: Address, currency: string): string {
  const { kind, party } = splitAddress(address);
  const digest = hash('sha256', `${owner_id}|${kind}|${party}|${currency}`);
  // The first 100 bits in base32hex: 20 characters of `[0-9a-v]`.
  return BigInt(`0x${digest.slice(0, 25)}`)
    .toString(32)
    .padStart(20, '0');
}
