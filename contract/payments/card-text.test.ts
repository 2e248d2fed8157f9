// Card numbers are found in free text however they are written, and nothing else is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksLikeCard, maskCardNumbers } from './card-text.ts';

const mask = '411111******1111';

describe('a card number in free text', () => {
  it.each([
    ['4111111111111111', mask],
    ['card 4111 1111 1111 1111, thanks', `card ${mask}, thanks`],
    ['4111-1111-1111-1111', mask],
    ['4111.1111.1111.1111', mask],
    ['4111\u00a01111\u20131111\u200b1111', mask],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', mask],
    ['４１１１１１１１１１１１１１１１', mask],
    ['\u0664\u0661\u0661\u0661 1111 1111 1111', mask],
    ['cc4111111111111111x', `cc${mask}x`],
    ['4111111111111111 12/30 123', `${mask} 12/30 123`],
    ['12 4111111111111111', `12 ${mask}`],
    ['%B4111111111111111^DOE/JOHN^3012101?', `%B${mask}^DOE/JOHN^3012101?`],
    [';4111111111111111=30121010000?', `;${mask}=30121010000?`],
    ['378282246310005 and 6011111111111117', '378282*****0005 and 601111******1117'],
    ['4222222222222', '422222***2222'],
  ])('%s is masked', (given, masked) => {
    expect(maskCardNumbers(given)).toBe(masked);
  });

  it.each([
    ['a number with a wrong check digit', '4111111111111112'],
    ['a telephone number', '+1 (555) 123-4567 890'],
    ['an id', '1d9ks2k1v4gk0b3c9a7g'],
    ['a fraction', '0.4111111111111111'],
    ['a long reference', '411111111111111141111111'],
    ['a UUID', '41111111-1111-1111-8111-411111111111'],
    ['a digest', '4111111111111111aaaaaaaaaaaaaaaa4111111111111111'],
    ['a moment', '2026-11-21 16:22:11.123456'],
    ['digits no brand begins with', '1111111111111117'],
  ])('%s stays', (_, text) => {
    expect(maskCardNumbers(text)).toBe(text);
  });

  it('never comes out, whatever stands around it and between its digits', () => {
    const numbers = fc.constantFrom('4111111111111111', '5555555555554444', '378282246310005');
    const between = fc.array(fc.constantFrom('', ' ', '-', ' -', '.', '\u2009'), {
      minLength: 18,
      maxLength: 18,
    });
    const around = fc.stringMatching(/^[a-zA-Z ,:;()]{0,12}$/);
    fc.assert(
      fc.property(numbers, between, around, around, (number, gaps, before, after) => {
        const spelled = [...number].map((d, n) => (n === 0 ? d : `${gaps[n]}${d}`)).join('');
        const masked = maskCardNumbers(`${before}${spelled}${after}`);
        expect(masked.replace(/[^0-9*]/g, '')).toMatch(/^\d{6}\*+\d{4}$/);
        expect(maskCardNumbers(masked)).toBe(masked);
      }),
    );
  });

  it('is looked for in linear time', () => {
    const once = (text: string) => {
      const started = performance.now();
      maskCardNumbers(text);
      return performance.now() - started;
    };
    // The best of three is the one that nobody interrupted.
    const spent = (text: string) => Math.min(once(text), once(text), once(text));
    for (const part of ['4', '4 ', '4111 1111 ', '4-4.4 ', '4111111111111111, ']) {
      const short = part.repeat(40_000 / part.length);
      const best = spent(short);
      // Ten times the text takes ten times as long; a square would take a hundred times.
      expect(spent(short.repeat(10)) / Math.max(best, 2)).toBeLessThan(70);
    }
  });

  it('has a length that its brand issues', () => {
    expect(looksLikeCard('4111111111111111')).toBe(true);
    expect(looksLikeCard('41111111111111')).toBe(false);
  });
});
