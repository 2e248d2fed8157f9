// Which styles of a merchant's page reach the payment fields.
import { describe, expect, it } from 'vitest';
import { isSelector, isValue, styleRules } from './style-rules.ts';

describe('a selector', () => {
  it.each([
    'body',
    'input',
    'input:focus, select',
    '.payment .cc input',
    '.field.error > input',
    'input::placeholder',
    '.payment .account-type select',
  ])('may name parts of the frame: %s', (selector) => expect(isSelector(selector)).toBe(true));

  it.each([
    'input[value^="4"]',
    'html',
    'body {} * ',
    '.unknown',
    'input:has(+ .error)',
    '@import',
    'a',
    '',
    'input, ',
  ])('names nothing else: %s', (selector) => expect(isSelector(selector)).toBe(false));
});

describe('a value', () => {
  it.each(['#fff', 'rgb(1, 2, 3)', 'solid 1px red', 'calc(1px + 2em)', "'Inter', sans-serif"])(
    'may say %s',
    (value) => expect(isValue(value)).toBe(true),
  );

  it.each([
    'url(https://evil.example)',
    'image-set(x)',
    'attr(value)',
    'var(--x)',
    'red; background: blue',
    'red } body {',
    '\\75 rl(x)',
    'red /* */',
    'https://evil.example',
    'expression(alert)',
  ])('loads and breaks nothing: %s', (value) => expect(isValue(value)).toBe(false));
});

it('drops what is not allowed and keeps the rest of a rule', () => {
  const styles = {
    input: { color: 'red', position: 'fixed', backgroundColor: '#fff', content: "'x'" },
    'input[type]': { color: 'red' },
    body: 'color: red',
  };
  expect(styleRules(styles)).toEqual([
    {
      selector: 'input',
      declarations: [
        ['color', 'red'],
        ['background-color', '#fff'],
      ],
    },
  ]);
});
