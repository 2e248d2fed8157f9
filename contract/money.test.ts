// Money arithmetic, reading and printing against tables and properties.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currency_codes } from './fields.ts';
import {
  add,
  allocate,
  currencies,
  digitsOf,
  formatMoney,
  formatPercent,
  formatPlain,
  formatRate,
  formatShort,
  isQuantity,
  multiply,
  parseMoney,
  parsePercent,
  percentOf,
  share,
  subtract,
  sum,
  symbolOf,
  withoutPercent,
} from './money.ts';

const amount = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 });
const positive = fc.integer({ min: 0, max: 99_999_999_999 });
const rate = fc.integer({ min: 0, max: 100_000 });
const code = fc.constantFrom(...currency_codes);

describe('currencies', () => {
  it('are the fifteen codes of the specification, and only yen has no decimals', () => {
    expect(Object.keys(currencies)).toEqual([...currency_codes]);
    expect(currency_codes.filter((name) => digitsOf(name) !== 2)).toEqual(['jpy']);
  });

  it('carry the symbols of the specification', () => {
    const shown = ['USD', 'EUR', 'GBP', 'SEK', 'NOK', 'DKK', 'PHP'].map(symbolOf);
    expect(shown).toEqual(['$', '€', '£', 'kr', 'kr', 'kr', '₱']);
  });
});

describe('printing', () => {
  it.each([
    [123456, 'usd', '$1,234.56'],
    [-123456, 'USD', '\u2212$1,234.56'],
    [5, 'usd', '$0.05'],
    [0, 'usd', '$0.00'],
    [100_000_000, 'usd', '$1,000,000.00'],
    [1234, 'jpy', '¥1,234'],
    [123456, 'sek', 'kr\u00a01,234.56'],
    [123456, 'chf', 'CHF\u00a01,234.56'],
    [123456, 'cad', 'CA$1,234.56'],
    [0, 'jpy', '¥0'],
  ])('of %i %s is %s', (minor, currency, text) => {
    expect(formatMoney(minor, currency)).toBe(text);
  });

  it('for form fields has no symbol, no commas and a plain minus', () => {
    expect(formatPlain(-123456, 'usd')).toBe('-1234.56');
    expect(formatPlain(1234, 'jpy')).toBe('1234');
    expect([formatPlain(0, 'usd'), formatRate(0), formatPercent(0)]).toEqual([
      ...['0.00', '0.000', '0.000%'],
    ]);
    expect(currencies.usd.name).toBe('US dollar');
  });

  it('shows percentages with three decimals', () => {
    expect(formatPercent(3990)).toBe('3.990%');
    expect(formatPercent(-5)).toBe('\u22120.005%');
    expect(formatRate(10000)).toBe('10.000');
    expect(formatRate(-10000)).toBe('-10.000');
  });

  it('refuses what is not an exact amount', () => {
    expect(() => formatMoney(1.5, 'usd')).toThrow(RangeError);
    expect(() => formatMoney(Number.NaN, 'usd')).toThrow(RangeError);
  });
});

describe('reading', () => {
  it.each([
    ['1234.56', 'usd', 123456],
    ['$1,234.56', 'usd', 123456],
    [' 12 ', 'usd', 1200],
    ['.5', 'usd', 50],
    ['0.07', 'usd', 7],
    ['-3', 'usd', -300],
    ['-0', 'usd', 0],
    ['kr 5', 'dkk', 500],
    ['1234', 'jpy', 1234],
    ['1234.0', 'jpy', null],
    ['1.005', 'usd', null],
    ['12,34', 'usd', null],
    ['1,2345', 'usd', null],
    ['€5', 'usd', null],
    ['5.', 'usd', null],
    ['1e3', 'usd', null],
    ['', 'usd', null],
    ['$', 'usd', null],
    ['--5', 'usd', null],
    ['90071992547409.93', 'usd', null],
  ])('%j in %s is %j', (text, currency, minor) => {
    expect(parseMoney(text, currency)).toBe(minor);
  });

  it('gives back what printing showed, in both forms and every currency', () => {
    fc.assert(
      fc.property(amount, code, (minor, currency) => {
        expect(parseMoney(formatMoney(minor, currency), currency)).toBe(minor);
        expect(parseMoney(formatPlain(minor, currency), currency)).toBe(minor);
      }),
    );
  });

  it.each([
    ['3.99', 3990],
    ['3.990%', 3990],
    ['100 %', 100_000],
    ['0', 0],
    [' 7.5 ', 7500],
    ['100.001', null],
    ['1.2345', null],
    ['-1', null],
    ['x', null],
  ])('the percentage %j is %j thousandths', (text, thousandths) => {
    expect(parsePercent(text)).toBe(thousandths);
  });

  it('gives back every rate', () => {
    fc.assert(
      fc.property(rate, (thousandths) => parsePercent(formatRate(thousandths)) === thousandths),
    );
  });
});

describe('arithmetic', () => {
  it.each([
    [5, 1, 10, 0],
    [15, 1, 10, 2],
    [25, 1, 10, 2],
    [-25, 1, 10, -2],
    [-15, 1, 10, -2],
    [26, 1, 10, 3],
    [-26, 1, 10, -3],
    [7, 3, 7, 3],
  ])('%i × %i ÷ %i rounds half to even: %i', (part, numerator, denominator, result) => {
    expect(share(part, numerator, denominator)).toBe(result);
  });

  it.each([0, -1])('knows no share of %i parts', (denominator) => {
    expect(() => share(1, 1, denominator)).toThrow(new RangeError(`share of ${denominator} parts`));
  });

  it('takes the percentages of the worked examples', () => {
    expect(percentOf(10700, 3990)).toBe(427);
    expect(percentOf(10000, 7000)).toBe(700);
    expect(percentOf(399, 7000)).toBe(28);
    expect(withoutPercent(10000, 3990)).toBe(9616);
  });
});

describe('rounding', () => {
  it('is never more than half a unit from the exact share', () => {
    fc.assert(
      fc.property(amount, rate, fc.integer({ min: 2000, max: 1_000_000 }), (part, n, d) => {
        const exact = BigInt(part) * BigInt(n);
        const miss = exact - BigInt(share(part, n, d)) * BigInt(d);
        expect((miss < 0n ? -miss : miss) * 2n).toBeLessThanOrEqual(BigInt(d));
      }),
    );
  });

  it('of a negative amount is the negative of the positive one', () => {
    fc.assert(
      fc.property(positive, rate, (part, r) => {
        expect(percentOf(-part, r) + percentOf(part, r)).toBe(0);
      }),
    );
  });

  it('lets price and raise undo each other within one unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), rate, (price, r) => {
        const raised = price + percentOf(price, r);
        expect(Math.abs(withoutPercent(raised, r) - price)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('quantities, parts and sums', () => {
  it('multiply as text without floating point', () => {
    expect(multiply('1.25', 1000)).toBe(1250);
    expect(multiply('0.1', 5)).toBe(0);
    expect(multiply('0.3', 5)).toBe(2);
    expect(multiply(3, 1999)).toBe(5997);
    expect(multiply('2.50', -100)).toBe(-250);
    expect(isQuantity('1.234567')).toBe(true);
    for (const bad of ['-1', '1.2345678', 'x', '', '1e3']) {
      expect(isQuantity(bad)).toBe(false);
      expect(() => multiply(bad, 100)).toThrow(RangeError);
    }
  });

  it('split a total into parts that sum to it, each within a unit of its exact share', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1 });
    fc.assert(
      fc.property(amount, weights, (total, parts_of) => {
        const parts = allocate(total, parts_of);
        expect(sum(parts)).toBe(total);
        const all = sum(parts_of);
        parts.forEach((part, index) => {
          if (all === 0) return;
          const fair = (total * (parts_of[index] as number)) / all;
          expect(Math.abs(part - fair)).toBeLessThanOrEqual(1.01);
        });
      }),
    );
    expect(allocate(5, [0, 0])).toEqual([5, 0]);
  });

  it('add and subtract, and stop where a sum would not be exact', () => {
    expect(add(1, 2, -5)).toBe(-2);
    expect(subtract(1, 3)).toBe(-2);
    expect(() => add(Number.MAX_SAFE_INTEGER, 1)).toThrow(RangeError);
    expect(() => subtract(-Number.MAX_SAFE_INTEGER, 1)).toThrow(RangeError);
    expect(() => share(1, 1, 0)).toThrow(RangeError);
    expect(() => share(Number.MAX_SAFE_INTEGER, 2, 1)).toThrow(RangeError);
  });
});

describe('a short amount', () => {
  it('is rounded to one digit of thousands or millions, in its currency', () => {
    const shown = [0, 99_949, 200_000, 150_000_000, -250_000].map((minor) =>
      formatShort(minor, 'usd'),
    );
    expect(shown).toEqual(['$0', '$999.5', '$2k', '$1.5m', '−$2.5k']);
    expect(formatShort(2_000, 'jpy')).toBe('¥2k');
    expect(formatShort(1_500_000, 'kwd')).toMatch(/^KWD\s15k$/);
  });
});
