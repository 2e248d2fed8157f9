// A token may come as an object or as the text of one; what is wrong with a text is said.
import { expect, it } from 'vitest';
import { apple_token } from './wallet-tokens.ts';

const faultOf = (input: unknown) => apple_token.safeParse(input).error?.issues[0]?.message;

it('a text that is no JSON, or longer than any token, is refused in words', () => {
  expect(faultOf('{"paymentData":')).toBe('is not valid JSON');
  expect(faultOf(' '.repeat(65_536))).toBe('is not valid JSON');
  expect(faultOf(' '.repeat(65_537))).toBe('is too long');
});

it('a text is read as the object that it spells', () => {
  const token = { paymentData: { version: 'RSA_v1' } };
  expect(faultOf(JSON.stringify(token))).toBe(faultOf(token));
  expect(faultOf(token)).toBeDefined();
});
