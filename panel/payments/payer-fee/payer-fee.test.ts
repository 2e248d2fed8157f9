// The payer fee of a form: text of what is stored, value of what is typed, what is wrong with it.
import { expect, it } from 'vitest';
import { feeProblem, feeText, feeValue } from './payer-fee.ts';

it('shows a stored fee in its own kind, and none as empty', () => {
  expect(feeText('flat', 125, 'usd')).toBe('1.25');
  expect(feeText('percentage', 3500, 'usd')).toBe('3.500');
  expect(feeText('flat', 0, 'usd')).toBe('');
});

it('reads what is typed in its own kind', () => {
  expect(feeValue('flat', '1.25', 'usd')).toBe(125);
  expect(feeValue('percentage', '3.5', 'usd')).toBe(3500);
  expect(feeValue('percentage', 'much', 'usd')).toBeNull();
  expect(feeValue('', '', 'usd')).toBe(0);
});

it('wants a value with a kind, and none below zero', () => {
  expect(feeProblem('', '', 'usd')).toBe('');
  expect(feeProblem('flat', '2', 'usd')).toBe('');
  expect(feeProblem('flat', ' ', 'usd')).toBe('The Fee field is required.');
  expect(feeProblem('percentage', '-1', 'usd')).not.toBe('');
});
