// What holds a card prints its mask, whoever looks; tracks are read; digests are keyed.
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { digestOfAccount, digestOfCard } from './digest.ts';
import { protectAccount, protectCard } from './sensitive-card.ts';
import { readTracks } from './tracks.ts';

const number = '4111111111111111';

describe('a sensitive card or account', () => {
  const card = () => protectCard({ number, expiration_date: '12/30', cvc: '987' });

  it('opens for a codec and shows everybody else its mask', () => {
    const held = card();
    expect(held.open()).toEqual({ number, expiration_date: '12/30', cvc: '987' });
    const views = [
      String(held),
      `${held}`,
      JSON.stringify({ held }),
      inspect(held),
      inspect([held]),
    ];
    for (const view of views) {
      expect(view).toContain('411111******1111');
      expect(view).not.toContain(number);
      expect(view).not.toContain('987');
    }
    expect(JSON.stringify(Object.entries(held))).not.toContain(number);
  });

  it('is empty once it was wiped', () => {
    const held = card();
    held.wipe();
    expect(() => held.open()).toThrow('wiped');
    expect(held.last_four).toBe('1111');
  });

  it('of a bank account does the same', () => {
    const held = protectAccount({ routing_number: '021000021', account_number: '123456789' });
    expect([String(held), held.last_four]).toEqual(['XXXXX6789', '6789']);
    const short = protectAccount({ routing_number: '021000021', account_number: '7351' });
    expect([String(short), short.last_four]).toEqual(['XX51', '51']);
    expect(inspect(held)).not.toContain('12345');
  });
});

describe('a digest', () => {
  it('depends on key and number, and fits the search field', () => {
    const one = Buffer.alloc(32, 1);
    const two = Buffer.alloc(32, 2);
    expect(digestOfCard(one, number)).toMatch(/^[0-9a-f]{20}$/);
    expect(digestOfCard(one, number)).toBe(digestOfCard(one, number));
    expect(digestOfCard(one, number)).not.toBe(digestOfCard(two, number));
    expect(digestOfAccount(one, '1', '23')).not.toBe(digestOfAccount(one, '12', '3'));
  });
});

describe('tracks', () => {
  it.each([
    ['%B4111111111111111^DOE/JOHN A^3012101?', '', 'JOHN A DOE'],
    ['', ';4111111111111111=30121010000?', ''],
    ['%Bbroken', ';4111111111111111=3012?', ''],
    [' b4111111111111111^Doe^3012 ', '', 'Doe'],
    ['%B4111111111111111^ DOE / ANN ^3012?', ';4000000000000002=2901?', 'ANN DOE'],
    ['', ' 4111111111111111=3012 ', ''],
    [`%B4111111111111111^${'D'.repeat(26)}^3012?`, '', 'D'.repeat(26)],
  ])('%s %s', (first, second, cardholder_name) => {
    expect(readTracks(first, second)).toEqual({ number, expiration: '1230', cardholder_name });
  });

  it.each(['411111111111', '4111111111111111111'])('carry the number %s', (long) => {
    expect(readTracks(`%B${long}^DOE^3012?`, '')?.number).toBe(long);
    expect(readTracks('', `;${long}=2902?`)).toMatchObject({ number: long, expiration: '0229' });
  });

  it('keep no number in the place of the name', () => {
    const track = '%B4111111111111111^4895371099900016^30121010000000000?';
    expect(readTracks(track, '')?.cardholder_name).toBe('489537******0016');
  });

  it('that cannot be read are distinguished', () => {
    expect(readTracks('', '')).toBeNull();
    expect(readTracks('%B41^X^3013?', ';4111111111111111=3013?')).toBeNull();
    const unreadable = [
      ...['x%B4111111111111111^DOE^3012?', '%B4111111111111111^D^3012?'],
      ...['%B41111111111^DOE^3012?', '%B41111111111111111111^DOE^3012?'],
      ...[`%B4111111111111111^${'D'.repeat(27)}^3012?`, '%B4111111111111111^DOE^3000?'],
      ...['%B4111111111111111^DOE^301?', '%B4111111111111111^DOE^XX12?'],
    ];
    for (const first of unreadable) expect(readTracks(first, '')).toBeNull();
    const second = ['x;4111111111111111=3012?', ';41111111111=3012?', ';4111111111111111=XX12?'];
    const third = [
      ';41111111111111111111=3012?',
      ';4111111111111111=3000?',
      ';4111111111111111=3020?',
    ];
    for (const track of [...second, ...third]) expect(readTracks('', track)).toBeNull();
  });
});
