// The hash of the bot check is SHA-256, and its work fits what the server looks at.
import { expect, test } from 'vitest';
import { firstFitting, sha256 } from './bot-check-hash.ts';

const hexOf = (text: string) =>
  [...sha256(text)].map((word) => word.toString(16).padStart(8, '0')).join('');
async function platform(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

test('every length up to three blocks gives what the platform gives', async () => {
  for (let length = 0; length < 180; length++) {
    const text = Array.from({ length }, (_, n) => String.fromCharCode(33 + (n % 90))).join('');
    expect(hexOf(text)).toBe(await platform(text));
  }
});

test('the first number that fits is found, and none before it fits', async () => {
  const challenge = 'recovery.10.1763750000.salt.mac';
  const number = firstFitting({ challenge, difficulty_bits: 10 });
  const all = Array.from({ length: number + 1 }, (_, n) => platform(`${challenge}~${n}`));
  const fitting = (await Promise.all(all)).map((hash) => /^00[0-3]/.test(hash));
  expect(fitting.indexOf(true)).toBe(number);
});
