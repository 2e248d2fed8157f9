// Words of others are masked before they are cut, and cut between characters.
import { expect, it } from 'vitest';
import { errorText, storedText } from './error-text.ts';

it('masks card numbers before it cuts', () => {
  const words = `${'x'.repeat(490)} 4111111111111111`;
  expect(storedText(words)).toBe(`${'x'.repeat(490)} 411111***`);
});

it('halves no character', () => {
  expect(storedText(`ab\u{1f600}\u{1f600}`, 3)).toBe('ab\u{1f600}');
});

it('takes whatever was thrown', () => {
  expect(errorText(new Error('boom'))).toBe('boom');
  expect(errorText('plain')).toBe('plain');
});
