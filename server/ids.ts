// Ids of 20 characters [0-9a-v]: 48 bits of real milliseconds, then a random tail that counts up.
import type { Ids, Random } from './context.ts';

const alphabet = '0123456789abcdefghijklmnopqrstuv';
const time_characters = 9; // 45 bits of milliseconds: until the year 3084
const tail_characters = 11; // 55 bits

function encode(value: bigint, length: number): string {
  let text = '';
  let rest = value;
  for (let i = 0; i < length; i++) {
    text = alphabet[Number(rest & 31n)] + text;
    rest >>= 5n;
  }
  return text;
}

/** The part of an id that says when it was made; `at` in milliseconds since 1970. */
export function timePrefix(at_ms: number): string {
  return encode(BigInt(at_ms), time_characters);
}

/**
 * Ids that sort in the order they were made, within one process strictly. `realMs` is the time on
 * the
 * wall: the sandbox's clock must not make tomorrow's ids today.
 */
export function makeIds(realMs: () => number, random: Random): Ids {
  let last_ms = -1;
  let prefix = '';
  let tail = 0n;
  return {
    next() {
      const at = Math.max(realMs(), last_ms);
      if (at !== last_ms) {
        last_ms = at;
        prefix = timePrefix(at);
        tail = BigInt(`0x${random.bytes(7).toString('hex')}`) & ((1n << 54n) - 1n);
      } else {
        tail += 1n + BigInt(random.bytes(1)[0] as number);
      }
      return prefix + encode(tail, tail_characters);
    },
  };
}
