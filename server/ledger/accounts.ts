// Addresses of ledger accounts, and the ids computed from them, so that no read precedes a write.
import { createHash } from 'node:crypto';

/** An account within one owner: `kind` or `kind/party`, as in `processor_receivable/<its id>`. */
export type Address = string;

/** Takes an address apart; the party is `''` where the kind has none. */
export function splitAddress(address: Address): { kind: string; party: string } {
  const slash = address.indexOf('/');
  if (slash < 0) return { kind: address, party: '' };
  return { kind: address.slice(0, slash), party: address.slice(slash + 1) };
}

const digits = '0123456789abcdefghijklmnopqrstuv';

/** First 100 bits of the bytes in base32hex: 20 characters of `[0-9a-v]`. */
function base32hex(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let held_bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    held_bits += 8;
    while (held_bits >= 5 && text.length < 20) {
      held_bits -= 5;
      text += digits[(held >> held_bits) & 31];
    }
    held &= (1 << held_bits) - 1;
  }
  return text;
}

const max_known = 20_000;
const known = new Map<string, string>();

/** The id of owner's account: the same for everybody who computes it (reference ledger 6.1). */
export function accountId(owner_id: string, address: Address, currency: string): string {
  const { kind, party } = splitAddress(address);
  const text = `${owner_id}|${kind}|${party}|${currency}`;
  const computed = known.get(text);
  if (computed) return computed;
  const id = base32hex(createHash('sha256').update(text).digest().subarray(0, 13));
  if (known.size >= max_known) known.clear();
  known.set(text, id);
  return id;
}
