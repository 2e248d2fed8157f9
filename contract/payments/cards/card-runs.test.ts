// Where card numbers stand in a run of digits and separators, read once.
import { describe, expect, it } from 'vitest';
import { cardsIn, DigitRun, looksLikeCard } from './card-runs.ts';

const visa = '4111111111111111';
const mastercard = '5555555555554444';
const amex = '378282246310005';

const run = new DigitRun(200);
const digitsIn = (text: string) => cardsIn(text, run).map(({ digits }) => digits);

describe('a number is found', () => {
  it('with its place, and so is the next one', () => {
    const text = `12 ${visa} ${mastercard}/7`;
    expect(cardsIn(text, run)).toEqual([
      { at: 3, end: 19, digits: visa },
      { at: 20, end: 36, digits: mastercard },
    ]);
    // What was read before leaves nothing behind.
    expect(cardsIn(amex, run)).toEqual([{ at: 0, end: 15, digits: amex }]);
    expect(cardsIn('12 34', run)).toEqual([]);
  });

  it('whatever the script of its digits, in units of the text', () => {
    const wide = [...visa].map((one) => String.fromCodePoint(0xff10 + Number(one))).join('');
    const bold = [...visa].map((one) => String.fromCodePoint(0x1d7ce + Number(one))).join('');
    const devanagari = [...visa].map((one) => String.fromCodePoint(0x966 + Number(one))).join('');
    const raised = `⁴${'¹'.repeat(15)}`;
    expect([wide, devanagari, raised].map(digitsIn)).toEqual([[visa], [visa], [visa]]);
    expect(cardsIn(bold, run)).toEqual([{ at: 0, end: 32, digits: visa }]);
  });

  it.each([
    ['pieces of any size with two separators', '411-11111--11111111'],
    ['groups of four with wide gaps', '4111   1111   1111   1111'],
    ['fours whose gaps differ', '4111   1111 --- 1111   1111'],
    ['digit by digit', [...visa].join('    ')],
    ['the groups of American Express', '3782    822463    10005'],
    ['even groups with the same between', '37828   22463   10005'],
    ['even groups whose last is shorter', '411111   111111   1111'],
  ])('in %s', (_what, text) => {
    const [found] = digitsIn(text);
    expect(found).toBe(text.replace(/\D/g, ''));
  });
});

describe('nothing is found', () => {
  it.each([
    ['in pieces that stand wide apart', '41111   11111   111111'],
    ['in even pieces with other gaps between', '37828   22463 --- 10005'],
    ['in two halves', '41111111   11111111'],
    ['in groups that grow', '4111   1111   11111111'],
    ['where the check digit is wrong', '4111111111111112'],
    ['inside a longer piece', `1${visa}`],
    ['behind a digit that no brand begins with', '0000000000000000'],
    ['where the brand issues no such length', '411111111111116'],
  ])('%s', (_what, text) => {
    expect(digitsIn(text)).toEqual([]);
  });
});

it('a card has as few and as many digits as its brand issues', () => {
  const long = '4111111111111111110';
  const short = '4111111111119';
  expect([long, short].map(looksLikeCard)).toEqual([true, true]);
  expect([`${long}0`, short.slice(1), '4000'].map(looksLikeCard)).toEqual([false, false, false]);
  expect(digitsIn(`${long} ${short}`)).toEqual([long, short]);
});
