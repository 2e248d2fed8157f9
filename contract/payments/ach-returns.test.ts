// What a merchant reads about a debit that came back.
import { expect, it } from 'vitest';
import { returnAdvice, returnReason } from './ach-returns.ts';

const codes = Array.from({ length: 99 }, (_, n) => `R${String(n + 1).padStart(2, '0')}`);
const known = codes.filter((code) => returnReason(code) !== code);

it('every code that a debit comes back with has words and an advice', () => {
  expect(known.length).toBe(38);
  for (const code of known) {
    expect(returnReason(code)).toMatch(new RegExp(`^${code}: [a-z]`));
    expect(returnAdvice(code), code).toMatch(/^[A-Z].+\.$/);
  }
  expect([returnReason('R01'), returnAdvice('R01')]).toEqual([
    'R01: not enough money in the account',
    'Take the payment again when the account has money, or ask for another method.',
  ]);
  // The account itself is wrong: the same advice for all of them.
  const wrong_account = ['R02', 'R03', 'R04', 'R12', 'R13', 'R20', 'R28'].map(returnAdvice);
  expect(new Set(wrong_account).size).toBe(1);
});

it('a code of tomorrow stands alone, with the advice to ask for another method', () => {
  expect(returnReason('R98')).toBe('R98');
  expect(returnAdvice('R98')).toBe('Ask the payer for another payment method.');
});
