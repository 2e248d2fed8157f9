// When a typed card is looked up, and what is seen of it behind its number.
import { expect, it } from 'vitest';
import { firstDigits } from '../../picker/typing.ts';
import { cardSeen } from './card-fields.tsx';

it('is looked up by its first six digits, and by eight once they are there', () => {
  expect(['41111', '4111 11', '4111 111', '4111 1111 1'].map(firstDigits)).toEqual([
    ...['', '411111'],
    ...['411111', '41111111'],
  ]);
});

it('shows its brand, its kind where that is known, and a swipe', () => {
  const visa = { brand: 'visa', swiped: false, funding: undefined } as const;
  expect(cardSeen(visa)).toBe('Visa');
  expect(cardSeen({ ...visa, funding: 'unknown' })).toBe('Visa');
  expect(cardSeen({ ...visa, funding: 'debit' })).toBe('Visa debit');
  expect(cardSeen({ ...visa, funding: 'credit', swiped: true })).toBe('Visa credit, swiped');
  expect(cardSeen({ ...visa, brand: 'unknown', funding: 'debit' })).toBe(undefined);
  expect(cardSeen({ ...visa, brand: 'unknown', swiped: true })).toBe('Card, swiped');
});
