// Random bytes, out of a pool that is filled in one call.
import { randomBytes } from 'node:crypto';
import type { Random } from './context.ts';

const pool_bytes = 16_384;

/** Random bytes; none is returned twice. */
export function makeRandom(): Random {
  let pool = Buffer.alloc(0);
  let used = 0;
  return {
    bytes(count) {
      if (count > pool_bytes / 4) return randomBytes(count);
      if (used + count > pool.length) {
        pool = randomBytes(pool_bytes);
        used = 0;
      }
      used += count;
      return pool.subarray(used - count, used);
    },
  };
}
