// Card numbers are found in free text however they are written, and nothing else is.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksLikeCard } from './card-runs.ts';
import { maskCardNumber, maskCardNumbers } from './mask-card-numbers.ts';

const mask = '411111******1111';

describe('a card number in free text', () => {
  it.each([
    ['4111111111111111', mask],
    ['card 4111 1111 1111 1111, thanks', `card ${mask}, thanks`],
    ['4111-1111-1111-1111', mask],
    [
      '4111|1111|1111|1111&nbsp; a1b2c3d4e5f60718293a4b5c6d7e8f9a 4111111111111111',
      `${mask}&nbsp; a1b2c3d4e5f60718293a4b5c6d7e8f9a ${mask}`,
    ],
    [
      '4111&nbsp;1111&nbsp;1111&nbsp;1111 a1b2c3d4e5f60718293a4b5c6d7e8f9a 4111111111111111',
      `${mask} a1b2c3d4e5f60718293a4b5c6d7e8f9a ${mask}`,
    ],
    ['4111.1111.1111.1111', mask],
    ['4111\u00a01111\u20131111\u200b1111', mask],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', mask],
    ['４１１１１１１１１１１１１１１１', mask],
    ['\u0664\u0661\u0661\u0661 1111 1111 1111', mask],
    ['cc4111111111111111x', `cc${mask}x`],
    ['4111111111111111 12/30 123', `${mask} 12/30 123`],
    ['card 41111111111111111230.', `card ${mask}1230.`],
    ['41111111111111113012', `${mask}3012`],
    ['41111111111111111230123', `${mask}1230***`],
    ['4111 1111 1111 11111230 123', `${mask}1230 123`],
    ['3782822463100051230', '378282*****00051230'],
    ['3782-822463-1000512301234', '378282*****00051230****'],
    ['12 4111111111111111', `12 ${mask}`],
    ['%B4111111111111111^DOE/JOHN^3012101?', `%B${mask}^DOE/JOHN^3012101?`],
    [';4111111111111111=30121010000?', `;${mask}=3012101****?`],
    ['%B4111111111111111^DOE/JOHN^301210183926150471?', `%B${mask}^DOE/JOHN^3012101***********?`],
    ['%3B4111111111111111%3D30121010000%3F', `%3B${mask}%3D3012101****%3F`],
    ['4111111111111111D30122010000', `${mask}D3012201****`],
    ['4111+1111+1111+1111 4111/1111/1111/1111', `${mask} ${mask}`],
    ['/a?n=is:4111%201111%201111%201111&b=%20', `/a?n=is:${mask}&b= `],
    ['%34%31%31%31111111111111', mask],
    ['?u=%2534111111111111111', `?u=${mask}`],
    ['?u=%252534111111111111111', `?u=${mask}`],
    ['⁴¹¹¹¹¹¹¹¹¹¹¹¹¹¹¹', mask],
    ['₄₁₁₁ ₁₁₁₁ ₁₁₁₁ 1111', mask],
    ['④①①① ①①①① ①①①① ①①①①', mask],
    ['⑷⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴⑴', mask],
    ['⒋⒈⒈⒈ ⒈⒈⒈⒈ ⒈⒈⒈⒈ ⒈⒈⒈⒈', mask],
    ['➃➀➀➀➊➊➊➊❶❶❶❶⓵⓵⓵⓵', mask],
    ['➌➐❽➁➇➁➁➍➏➌➀⓿⓿⓿❺', '378282*****0005'],
    ['4111\u31641111\uffa01111\u115f1111', mask],
    ['378282246310005 and 6011111111111117', '378282*****0005 and 601111******1117'],
    ['4222222222222', '422222***2222'],
    ['2200700000000009', '220070******0009'],
    ['9792 0000 0000 0003', '979200******0003'],
    ['4111111111111111.00', `${mask}.00`],
    ['is 4111111111111111.5', `is ${mask}.5`],
    ['41111111.11111111', mask],
    [';4111111111111111D30122011234567890123?', `;${mask}D3012201*************?`],
    ['4111111111111111d301220112345678901', `${mask}d3012201***********`],
    ['4111\u200e1111\ufe581111\u00b71111', mask],
    ['4\ufe0f\u20e3111111111111111', mask],
    ['4111\u00011111\u2062 1111\u20441111', mask],
    ['?n=4111%0A1111%C2%A01111%E2%80%8B1111', `?n=${mask}`],
    ['?n=%EF%BC%94111111111111111', `?n=${mask}`],
    ['?n=%FF4111111111111111', '?n=%FF411111******1111'],
    ['4111 - 1111 - 1111 - 1111', mask],
    ['4111...1111...1111...1111', mask],
    ['4111\r\n\r\n    1111 1111\n\n\n1111', mask],
    ['4111      1111      1111      1111', mask],
    ['3782 -- 822463 -- 10005', '378282*****0005'],
    ['41111 --- 11111 --- 11111 --- 1', mask],
    ['41 - 11 - 11 - 11 - 11 - 11 - 11 - 11', mask],
    [[...'4111111111111111'].join(' \u2013 '), mask],
    [[...'4111111111111111'].join('\ufe0f\u20e3 '), mask],
    ['4111%0D%0A%0D%0A1111%20-%201111%20-%201111', mask],
    ['415-555-1233   4111111111111111', `415-555-1233   ${mask}`],
  ])('%s is masked', (input, masked) => {
    expect(maskCardNumbers(input)).toBe(masked);
  });

  it.each([
    ['a number with a wrong check digit', '4111111111111112'],
    ['a telephone number', '+1 (555) 123-4567 890'],
    ['an id', '1d9ks2k1v4gk0b3c9a7g'],
    ['a fraction', '0.4111111111111111'],
    ['a long reference', '411111111111111141111111'],
    ['a long reference that ends with no month', '41111111111111111330'],
    ['a long reference with a wrong check digit', '41111111111111121230'],
    ['a digest with what could be an expiry', '41111111111111111230aaaaaaaaaaaa'],
    ['a UUID', '41111111-1111-1111-8111-411111111111'],
    ['a digest', '4111111111111111aaaaaaaaaaaaaaaa4111111111111111'],
    ['a digest that ends like a track', 'aaaaaaaa4111111111111111d30121010000000'],
    ['a digest in braces', '{4111111111111111aaaaaaaaaaaaaaaa4111111111111111}'],
    ['a digest after a letter', 'é4111111111111111aaaaaaaaaaaaaaaa4111111111111111'],
    ['a moment', '2026-11-21 16:22:11.123456'],
    ['an address without one', '/list?name=is%3A100%25%204111&day=2026-11-21'],
    ['digits no brand begins with', '1111111111111117'],
    ['digits of a length that their brand does not issue', '3782822463100003'],
    ['two telephone numbers', '415-555-1233   408-555-1234'],
    ['a telephone number beside a number', '4085551239    298765'],
    ['an amount beside a day', '4512   2026-11-21   12.98'],
    ['amounts in a row', '45.00   12.00   33.10   99.12'],
  ])('%s stays', (_, text) => {
    expect(maskCardNumbers(text)).toBe(text);
  });

  it('never comes out, whatever stands around it and between its digits', () => {
    const numbers = fc.constantFrom('4111111111111111', '5555555555554444', '378282246310005');
    const between = fc.array(fc.constantFrom('', ' ', '-', ' -', '.', '\u2009', '+', '%20'), {
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

  it('never comes out of groups, however far they stand from each other', () => {
    const grouped = fc.constantFrom(
      ['4111', '1111', '1111', '1111'],
      ['5105', '1051', '0510', '5100'],
      ['3782', '822463', '10005'],
      ['3056', '930902', '5904'],
      ['4111', '1111', '1111', '1112', '100'],
      [...'4111111111111111'],
    );
    const gap = fc
      .array(fc.constantFrom(' ', '-', '.', '\n', '\t', '/', '\u2013', '\u00a0'), {
        minLength: 1,
        maxLength: 16,
      })
      .map((marks) => marks.join(''));
    const gaps = fc.array(gap, { minLength: 15, maxLength: 15 });
    const around = fc.stringMatching(/^[a-z ,:;()]{0,12}$/);
    fc.assert(
      fc.property(grouped, gaps, around, around, (groups, between, before, after) => {
        const spelled = groups.map((group, n) => (n === 0 ? group : `${between[n - 1]}${group}`));
        const masked = maskCardNumbers(`${before}${spelled.join('')}${after}`);
        expect(masked).toMatch(/^[^0-9*]*\d{6}\*{4,9}\d{4}[^0-9*]*$/);
      }),
    );
  });

  it('is not made of amounts, days and telephone numbers that stand apart', () => {
    const digits = (least: number, most: number) =>
      fc.stringMatching(new RegExp(`^[1-9][0-9]{${least - 1},${most - 1}}$`));
    const amount = digits(1, 5).map((whole) => `${whole}.50`);
    const day = digits(2, 2).map((rest) => `20${rest}-11-21`);
    const phone = fc.tuple(digits(3, 3), digits(3, 3), digits(4, 4)).map((p) => p.join('-'));
    const gap = fc.constantFrom('   ', '\n\n\n', ' - ', ' / ', '\t \t');
    const word = fc.tuple(fc.oneof(amount, day, phone), gap);
    fc.assert(
      fc.property(fc.array(word, { minLength: 3, maxLength: 8 }), (words) => {
        const text = words.flat().join('');
        expect(maskCardNumbers(text)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('has a length that its brand issues', () => {
    expect(looksLikeCard('4111111111111111')).toBe(true);
    expect(looksLikeCard('41111111111111')).toBe(false);
    expect(looksLikeCard('4111111111111111110')).toBe(true);
    expect(looksLikeCard('41111111111111111115')).toBe(false);
  });
});

describe('a card number that is sent as a number', () => {
  it.each([
    [4_111_111_111_111_111, mask],
    [-4_111_111_111_111_111, mask],
    [4_222_222_222_222.5, '422222***2222'],
    [378_282_246_310_005, '378282*****0005'],
    [Number('4111111111111111110'), '411111*********1000'],
  ])('%d is masked', (input, masked) => {
    expect(maskCardNumber(input)).toBe(masked);
  });

  it.each([0, -12.5, 1_763_740_000_000, 4_111_111_111_111_112, 9e15, 1e21, Number.NaN])(
    '%d stays',
    (input) => {
      expect(maskCardNumber(input)).toBe(input);
    },
  );
});

it('a number of JSON whose last digits were lost is one where its brand issues the length', () => {
  expect(maskCardNumber(6_212_345_678_901_230_000)).toBe('621234*********0000');
  expect(maskCardNumber(9_792_030_000_000_002)).toBe('979203******0002');
  expect(maskCardNumber(4_111_111_111_111_112)).toBe(4_111_111_111_111_112);
});
