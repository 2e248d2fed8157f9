// Ids of accounts are computed, so they must never change.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { accountId, splitAddress } from './accounts.ts';

test('an id is the first 100 bits of the address in base32hex', () => {
  const bits = [...createHash('sha256').update('m1|processor_receivable|p1|usd').digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const digits = '0123456789abcdefghijklmnopqrstuv';
  const expected = Array.from({ length: 20 }, (_, n) =>
    digits.charAt(Number.parseInt(bits.slice(n * 5, n * 5 + 5), 2)),
  ).join('');
  expect(accountId('m1', 'processor_receivable/p1', 'usd')).toBe(expected);
});

test('owner, kind, party and currency each make another account', () => {
  const ids = [
    accountId('m1', 'exposure/p1', 'usd'),
    accountId('m2', 'exposure/p1', 'usd'),
    accountId('m1', 'exposure_contra/p1', 'usd'),
    accountId('m1', 'exposure/p2', 'usd'),
    accountId('m1', 'exposure/p1', 'eur'),
  ];
  expect(new Set(ids).size).toBe(5);
});

test('an id has twenty characters even where its first bits are none', () => {
  const ids = Array.from({ length: 200 }, (_, n) => accountId(`m${n}`, 'sales', 'usd'));
  expect(ids.some((id) => id.startsWith('0'))).toBe(true);
  for (const id of ids) expect(id).toMatch(/^[0-9a-v]{20}$/);
});

test('an address without a party has an empty one', () => {
  expect(splitAddress('sales')).toEqual({ kind: 'sales', party: '' });
  expect(splitAddress('fee_revenue/vault_fees')).toEqual({
    kind: 'fee_revenue',
    party: 'vault_fees',
  });
});
