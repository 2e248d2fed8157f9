// Every generic rule: what it takes, what it refuses, and in which words.
import { describe, expect, it } from 'vitest';
import * as rules from './field-rules.ts';

const field = { label: 'Code' };
type Rule = (typeof rules)['required'];
const broken = (rule: Rule, value: string) => rule(value, field) !== '';

describe('letters', () => {
  it('are those of every language', () => {
    for (const word of ['abc', 'Ärger', 'Łódź', 'Привет', '日本']) {
      expect(broken(rules.alpha(), word)).toBe(false);
      expect(broken(rules.alphaNum, `${word}12`)).toBe(false);
    }
    expect(['abc1', 'a b', 'a-b'].map((text) => broken(rules.alpha(), text))).not.toContain(false);
    expect(['abc-123', 'a b', '1.5'].map((one) => broken(rules.alphaNum, one))).not.toContain(
      false,
    );
  });

  it.each([
    ['comma', 'a,b'],
    ['dash', 'a-b'],
    ['slash', 'a/b'],
    ['underscore', 'a_b'],
    ['whitespace', 'a b'],
  ] as const)('let a %s stand between them only where it is let in', (extra, text) => {
    const others = ['comma', 'dash', 'slash', 'underscore', 'whitespace'] as const;
    expect(broken(rules.alpha(), text)).toBe(true);
    expect(broken(rules.alpha(extra), text)).toBe(false);
    const rest = others.filter((one) => one !== extra);
    expect(broken(rules.alpha(...rest), text)).toBe(true);
  });
});

describe('figures', () => {
  it('are digits alone', () => {
    const inputs = ['0123', '1.5', '-1', '1 2'];
    expect(inputs.map((one) => broken(rules.numeric, one))).toEqual([false, true, true, true]);
  });

  it('are exactly so many', () => {
    const inputs = ['123456789', '12345678', '1234567890', '12345678a'];
    const found = inputs.map((one) => broken(rules.digits(9), one));
    expect(found).toEqual([false, true, true, true]);
  });

  it('lie within bounds, themselves included', () => {
    const found = ['0', '1', '10', '11', 'x'].map((one) => broken(rules.between(1, 10), one));
    expect(found).toEqual([true, false, false, true, true]);
    expect(broken(rules.minValue(5), '5')).toBe(false);
    expect(broken(rules.maxValue(5), '5')).toBe(false);
  });

  it('print their bounds, amounts as money', () => {
    expect(rules.minValue(500, rules.asCurrency())('400', field)).toContain(
      'must be $5.00 or more',
    );
    expect(rules.maxValue(500, rules.asCurrency('jpy'))('501', field)).toContain('¥500 or less');
    expect(rules.maxValue(31)('32', field)).toContain('must be 31 or less');
    expect(rules.between(1, 10)('11', field)).toContain('between 1 and 10');
  });
});

describe('lengths', () => {
  it('name how many of what', () => {
    const password = { label: 'Password' };
    expect(rules.minLength(8)('abc', password)).toBe(
      'The Password field must be at least 8 characters.',
    );
    expect(rules.maxLength(5)('abcdef', field)).toContain(
      'must not contain more than 5 characters',
    );
    expect(rules.minLength(3, 'digits')('12', field)).toContain('at least 3 digits');
    expect(rules.maxLength(3, 'digits')('1234', field)).toContain('more than 3 digits');
    expect(rules.length(4, 'digits')('123', field)).toContain('exactly 4 digits');
  });

  it('are counted with both ends', () => {
    expect(broken(rules.minLength(3), 'abc')).toBe(false);
    expect(broken(rules.maxLength(3), 'abc')).toBe(false);
    expect(['abc', 'ab', 'abcd'].map((one) => broken(rules.length(3), one))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('a form', () => {
  it('of words is a sentence', () => {
    const inputs = ['Hi, you? Yes. Go!', 'a;b', 'a@b', 'a-b'];
    expect(inputs.map((one) => broken(rules.sentence, one))).toEqual([false, true, true, true]);
  });

  it('of addresses is said with the field it stands in', () => {
    expect(rules.email('nope', { label: 'Email' })).toBe(
      'The email provided for Email must be valid.',
    );
    expect(rules.email('nope', { label: 'Contact' })).toMatch(
      /^The email provided .* must be valid\.$/,
    );
    expect(rules.url('nope', { label: 'Shop' })).toMatch(
      /^The url provided .* has invalid format\.$/,
    );
    expect(broken(rules.email, 'a@b.co') || broken(rules.url, 'shop.example')).toBe(false);
  });

  it('may be any pattern', () => {
    expect(broken(rules.regex(/^x+$/), 'xx')).toBe(false);
    expect(rules.regex(/^x+$/)('y', field)).toBe('The Code field format is invalid.');
  });
});

describe('a value', () => {
  it('equals another, or does not', () => {
    expect(rules.confirm('secret')('secret', field)).toBe('');
    expect(rules.confirm('secret')('', field)).toContain('does not match');
    expect([broken(rules.is('x'), 'x'), broken(rules.is('x'), 'y')]).toEqual([false, true]);
    expect([broken(rules.isNot('x'), 'x'), broken(rules.isNot('x'), 'y')]).toEqual([true, false]);
  });

  it('that is missing is only what is required', () => {
    const all = [
      rules.numeric,
      rules.email,
      rules.digits(4),
      rules.minLength(3),
      rules.minValue(1),
    ];
    expect(rules.problemOf('', field, all)).toBe('');
    expect(rules.problemOf(' ', { ...field, group: 'Card' }, [rules.required, ...all])).toBe(
      'The Card Code field is required.',
    );
  });

  it('gets the message of the first rule that it breaks', () => {
    const problem = rules.problemOf('12x', field, [rules.required, rules.numeric, rules.digits(4)]);
    expect(problem).toBe('The Code field format is invalid.');
  });
});
