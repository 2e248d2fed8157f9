// Amounts of actions as they are typed.
import { expect, test } from 'vitest';
import { amountProblem, readAmount } from './amount-dialogs.tsx';

const limits = { label: 'Amount', currency: 'usd', least: 1, most: 1000 };

test('a refund of −5.00 is one of 5.00, and a capture of it is none', () => {
  for (const text of ['-5.00', '\u22125.00', '5.00']) {
    expect(amountProblem(text, { ...limits, absolute: true })).toBe('');
    expect(readAmount(text, { ...limits, absolute: true })).toBe(500);
  }
  expect(amountProblem('-5.00', limits)).not.toBe('');
  expect(amountProblem('-10.01', { ...limits, absolute: true })).toMatch(/10\.00/);
});
