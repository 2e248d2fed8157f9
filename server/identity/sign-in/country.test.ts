// Addresses and their countries.
import { expect, test } from 'vitest';
import { countryOf } from './country.ts';

test('an address has the country it was given to, private ones and nonsense none', async () => {
  expect(await countryOf('8.8.8.8')).toBe('US');
  expect(await countryOf('::ffff:8.8.8.8')).toBe('US');
  expect(await countryOf('::FFFF:8.8.8.8')).toBe('US');
  for (const none of [
    '127.0.0.1',
    '10.0.0.1',
    '2001:4860:4860::8888',
    '1::ffff:8.8.8.8',
    '999.1.1.1',
    '',
    'x',
  ]) {
    expect(await countryOf(none), none).toBe('');
  }
});
