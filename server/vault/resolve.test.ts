// What a payment method must not bring along: a code that is swiped, a test card in production.
import { expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { resolveMethod } from './resolve.ts';

const key = Buffer.alloc(32, 1);
const card = { number: '4111111111111111', expiration_date: '12/30', cvc: '123' };

function resolve(environment: 'sandbox' | 'production', given: object) {
  const clock = { now: () => new Date('2026-01-15T12:00:00Z') };
  const method = resolveMethod({ clock, config: { environment } } as Context, key, { card: given });
  if (method.kind !== 'card') throw new Error('a card was given');
  return method;
}

it('a keyed card opens with its code, a swiped one without', () => {
  expect(resolve('sandbox', card).holder.open().cvc).toBe('123');
  const track_2 = ';4111111111111111=30121010000?';
  const swiped = resolve('sandbox', { ...card, track_2, entry_type: 'swiped' });
  expect(swiped.entry).toBe('swiped');
  expect(swiped.holder.open()).not.toHaveProperty('cvc');
});

it('a test card is refused in production', () => {
  expect(() => resolve('production', card)).toThrow('invalid Card Number');
  expect(resolve('sandbox', card).bin).toBe('41111111');
});
