// Digests are stored with every payment, so a number must keep the digest that it has.
import { expect, it } from 'vitest';
import { digestOfAccount, digestOfCard, requestDigest } from './digest.ts';

const key = Buffer.alloc(32, 7);

it.each([
  ['a card', digestOfCard(key, '4111111111111111'), '3665755250846e0ae37b'],
  ['a bank account', digestOfAccount(key, '021000021', '123456789'), 'f4d4d7df4942343f83e8'],
  ['a request', requestDigest(key, '{"amount":100}').slice(0, 20), 'ad3056abd236651c4375'],
])('%s has the digest that it always had', (_, digest, known) => {
  expect(digest).toBe(known);
});
