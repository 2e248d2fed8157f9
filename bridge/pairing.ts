// Who may use the bridge: pages that were given the code it prints, once for each code.
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const max_wrong_codes = 5;

export interface Pairing {
  code(): string;
  /** A token for the right code, which is spent by that; null for a wrong one. */
  pair(code: string): string | null;
  knows(token: string): boolean;
}

const hash = (text: string) => createHash('sha256').update(text).digest();
const same = (one: string, other: string) => timingSafeEqual(hash(one), hash(other));

/** `tell` is called with each new code. */
export function openPairing(tell: (code: string) => void): Pairing {
  const tokens: string[] = [];
  let code = '';
  let wrong = 0;
  const renew = () => {
    code = String(randomInt(100_000_000)).padStart(8, '0');
    wrong = 0;
    tell(code);
  };
  renew();
  return {
    code: () => code,
    pair(entered) {
      if (!same(entered, code)) {
        wrong += 1;
        if (wrong >= max_wrong_codes) renew();
        return null;
      }
      const token = randomBytes(32).toString('base64url');
      tokens.push(token);
      renew();
      return token;
    },
    knows: (token) => tokens.some((known) => same(known, token)),
  };
}
