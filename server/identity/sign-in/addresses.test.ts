// Which addresses and networks lie in which, across the spellings of one address.
import { describe, expect, it } from 'vitest';
import { isWithin } from './addresses.ts';

describe('an address or network', () => {
  it.each([
    ['10.1.2.3', '10.0.0.0/8'],
    ['::ffff:10.1.2.3', '10.0.0.0/8'],
    ['10.1.2.3', '::ffff:10.0.0.0/104'],
    ['10.1.2.3', '::ffff:a01:203'],
    ['10.0.0.0/9', '10.0.0.0/8'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['0.0.0.0', '::ffff:0:0/96'],
    ['2001:db8::1', '2001:DB8::/32'],
    ['2001:db8::/48', '2001:db8::/32'],
  ])('%s lies within %s', (inner, outer) => {
    expect(isWithin(inner, ['192.0.2.1', outer])).toBe(true);
  });

  it.each([
    ['11.0.0.1', '10.0.0.0/8'],
    ['10.0.0.0/8', '10.0.0.0/9'],
    ['10.0.0.0/8', '10.0.0.1'],
    ['2001:db9::1', '2001:db8::/32'],
    // A short prefix of a mapped address would hold every address of IPv4.
    ['::ffff:127.0.0.1/80', '127.0.0.1'],
    ['::ffff:127.0.0.0/8', '127.0.0.0/8'],
    ['8.8.8.8', '::ffff:10.0.0.0/8'],
    ['8.8.8.8', '::/0'],
    ['fe80::1%eth0', 'fe80::/10'],
    ['nowhere', '0.0.0.0/0'],
    ['nowhere', '::/0'],
    ['2001:db8::1', 'nowhere'],
    ['10.0.0.1', 'nowhere'],
  ])('%s does not lie within %s', (inner, outer) => {
    expect(isWithin(inner, [outer])).toBe(false);
  });

  it('lies in one of the networks, not across two', () => {
    expect(isWithin('10.0.0.0/8', ['10.0.0.0/9', '10.128.0.0/9'])).toBe(false);
  });
});
