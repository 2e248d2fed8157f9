// Signature, key, envelope and back-off of webhooks, as the documentation states them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeSlots } from './delivery-slots.ts';
import { given_up_after_ms, nextAttempt } from './retry-schedule.ts';
import { bodyOf, newSignatureKey, signatureOf } from './signature.ts';

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const start = new Date('2026-01-01T00:00:00Z');

describe('a signature', () => {
  it('is the one that clients of this API know', () => {
    const key = '12345678-1234-1234-1234-123456789012';
    const body = '{"data":"this is test data"}';
    expect(signatureOf(key, body)).toBe('JacUiw_ztpEZJWvOhhKoHTLBf4b-aZv9n_0YmJJxltc');
  });

  it('covers the newline that ends the body', () => {
    const body = bodyOf({ type: 'test', merchant_id: 'm', action_at: start });
    expect(body.endsWith('}\n')).toBe(true);
    expect(signatureOf('k', body)).not.toBe(signatureOf('k', body.trimEnd()));
  });

  it('is made with a key of the form of a version 4 UUID', () => {
    const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    for (const byte of [0, 0x5a, 0xff])
      expect(newSignatureKey(Buffer.alloc(16, byte))).toMatch(form);
  });
});

describe('the envelope', () => {
  it('names type, account, transaction, sequence and moment beside its data', () => {
    const event = { type: 'transaction_void', merchant_id: 'm', transaction_id: 't', sequence: 2 };
    expect(JSON.parse(bodyOf({ ...event, action_at: start, data: { id: 't' } }))).toEqual({
      status: 'success',
      msg: 'success',
      type: 'transaction_void',
      account_type: 'merchant',
      account_type_id: 'm',
      transaction_id: 't',
      sequence: 2,
      action_at: start.toISOString(),
      data: { id: 't' },
    });
  });
});

/** Moments of all tries of a receiver that never answers, in milliseconds since the first. */
function tries(chance: number): number[] {
  const moments = [0];
  for (let at: Date | null = start; ; ) {
    at = nextAttempt(moments.length, start, at as Date, chance);
    if (at === null) return moments;
    moments.push(at.getTime() - start.getTime());
  }
}

describe('the back-off', () => {
  it('waits 1, 5 and 30 minutes, 2 and 6 hours, then every 12 hours until 72 have passed', () => {
    const waits = [1, 5, 30, 120, 360, 720, 720, 720, 720, 720].map((wait) => wait * minute_ms);
    const moments = tries(0);
    const seen = moments.slice(1).map((moment, n) => moment - (moments[n] as number));
    expect(seen.slice(0, -1)).toEqual(waits);
    expect(moments.at(-1)).toBe(72 * hour_ms);
  });

  it('is spread by chance, never later than stated, and always tries at the very end', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
        const moments = tries(chance);
        expect(moments.at(-1)).toBe(given_up_after_ms);
        expect(moments[1]).toBeLessThanOrEqual(minute_ms);
        expect(moments[1]).toBeGreaterThanOrEqual(0.9 * minute_ms);
        expect(moments.length).toBeLessThan(15);
      }),
    );
  });
});

describe('slots', () => {
  it('are never more than there are, and nobody is forgotten', async () => {
    const slots = makeSlots(3);
    let under_way = 0;
    let most = 0;
    const work = async () => {
      const count = await slots.take(2);
      under_way += count;
      most = Math.max(most, under_way);
      await new Promise((resolve) => setImmediate(resolve));
      under_way -= count;
      slots.give(count);
    };
    await Promise.all(Array.from({ length: 50 }, work));
    expect([most, under_way]).toEqual([3, 0]);
  });
});
