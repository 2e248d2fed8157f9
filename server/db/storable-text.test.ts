// What the database cannot hold is replaced, in texts and in documents of other companies.
import { expect, test } from 'vitest';
import { isUnstorable, parseStorable, storableText } from './storable-text.ts';

test('NUL and halves of surrogate pairs are replaced, pairs are kept', () => {
  expect(storableText('a\0b\ud800c\udfffd')).toBe('a\ufffdb\ufffdc\ufffdd');
  expect(storableText('ü 😀')).toBe('ü 😀');
  for (const text of ['\0', 'x\udc00', '\ud83dx']) {
    expect(isUnstorable(text)).toBe(true);
    // The expression keeps no place between two calls.
    expect(isUnstorable(text)).toBe(true);
  }
  for (const text of ['', 'plain', '😀']) expect(isUnstorable(text)).toBe(false);
});

test('a document is replaced in its names and values at every depth', () => {
  const json = String.raw`{"a\u0000":["x\u0000",{"b":"\ud800"},1,null,true],"c":"\ud83d\ude00"}`;
  expect(parseStorable(json)).toEqual({
    'a\ufffd': ['x\ufffd', { b: '\ufffd' }, 1, null, true],
    c: '😀',
  });
  expect(parseStorable('{"a":"\ud800"}')).toEqual({ a: '\ufffd' });
  expect(parseStorable('{"a":[1,"b"]}')).toEqual({ a: [1, 'b'] });
  expect(() => parseStorable('{')).toThrow(SyntaxError);
});

test('a member called __proto__ stays a member', () => {
  const value = parseStorable(String.raw`{"__proto__":{"x":"\u0000"}}`) as object;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.keys(value)).toEqual(['__proto__']);
});
