// Budgets: what a class allows, whom it counts, and how much memory a flood may take.
import { beforeEach, describe, expect, it } from 'vitest';
import { type Context, nobody } from '../../context.ts';
import { makeRateBudgets, type RateBudgets, rate_limits, spendBudget } from './rate-limits.ts';

let now_ms: number;
let rate_budgets: RateBudgets;
beforeEach(() => {
  rate_budgets = makeRateBudgets();
  now_ms = 1_000;
});

function from(ip: string, user_id = ''): Context {
  const clock = { monotonicMs: () => now_ms };
  return { actor: { ...nobody, user_id }, ip, clock, rate_budgets } as Context;
}

/** How many calls of a class pass at once. */
function passing(context: Context, name: 'sign_in' | 'refused' | 'read'): number {
  for (let n = 0; ; n++) {
    try {
      spendBudget(context, name);
    } catch {
      return n;
    }
  }
}

describe('a budget', () => {
  it('allows its burst at once, then one call as often as it is refilled', () => {
    const context = from('10.0.0.1');
    expect(passing(context, 'sign_in')).toBe(rate_limits.sign_in.burst);
    expect(() => spendBudget(context, 'sign_in')).toThrow(
      expect.objectContaining({ http_status: 429, retry_after_seconds: 1 }),
    );
    now_ms += 5_000;
    expect(passing(context, 'sign_in')).toBe(5);
    now_ms += 3_600_000;
    expect(passing(context, 'sign_in')).toBe(rate_limits.sign_in.burst);
  });

  it('is of one class, one user or one address; a network of IPv6 has one', () => {
    expect(passing(from('10.0.0.1'), 'sign_in')).toBeGreaterThan(0);
    expect(passing(from('10.0.0.1'), 'refused')).toBe(rate_limits.refused.burst);
    expect(passing(from('10.0.0.2'), 'sign_in')).toBeGreaterThan(0);
    expect(passing(from('10.0.0.1', 'someone'), 'sign_in')).toBeGreaterThan(0);
    expect(passing(from('2001:db8:0:1::1'), 'sign_in')).toBeGreaterThan(0);
    expect(passing(from('2001:db8:0:1:ffff::2'), 'sign_in')).toBe(0);
    expect(passing(from('2001:db8:0:2::1'), 'sign_in')).toBeGreaterThan(0);
    expect(passing(from('::ffff:10.9.9.9'), 'sign_in')).toBeGreaterThan(0);
    expect(passing(from('::ffff:10.9.9.8'), 'sign_in')).toBeGreaterThan(0);
  });

  it('outlives a flood of others, which takes bounded memory', { timeout: 90_000 }, () => {
    const guesser = from('192.0.2.1');
    passing(guesser, 'sign_in');
    for (let n = 0; n < 150_000; n++) spendBudget(from(`a${n}`), 'free');
    expect(passing(guesser, 'sign_in')).toBe(0);
    let most = 0;
    for (let n = 0; n < 1_000_000; n++) {
      spendBudget(from(`b${n}`), 'free');
      most = Math.max(most, rate_budgets.young.size + rate_budgets.old.size);
    }
    expect(most).toBe(400_000);
  });
});
