// Pure rules of an outcome: which moves of a status there are, and whose limit was reached.
import { expect, test } from 'vitest';
import { limiterOf } from '../paying/limit-counters.ts';
import type { Attempt } from './attempts.ts';
import { assertMove } from './outcome.ts';

test('a status moves only where it may', () => {
  expect(() => assertMove('pending', 'authorized')).not.toThrow();
  expect(() => assertMove('settled', 'voided')).toThrow('settled → voided');
  expect(() => assertMove('declined', 'pending_settlement')).toThrow(
    'declined → pending_settlement',
  );
});

test.each([
  ['processor', [false]],
  ['processor', [false, false]],
  ['merchant', [true, true]],
  ['either', [true, false]],
] as const)('the limit is of the %s where it was taken from %j', (limiter, owners) => {
  const limit_uses = owners.map((of_merchant) => ({
    kind: 'sale' as const,
    period: '2026-01-02',
    ...(of_merchant && { of_merchant }),
  }));
  expect(limiterOf({ context: { limit_uses } } as unknown as Attempt)).toBe(limiter);
});
