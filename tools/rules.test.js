// Our own rules find what they are for, and leave alone what is allowed.
import { describe, expect, test } from 'vitest';
import { judge } from './rules.js';

const opening = '// What this is for.\n';
const lines = (count) => '\n'.repeat(count);

describe('sizes', () => {
  test('a function of 70 lines passes and one of 71 does not', () => {
    const text = (count) => `${opening}export function long() {${lines(count - 1)}}\n`;
    expect(judge('server/a.ts', text(70))).toEqual([]);
    expect(judge('server/a.ts', text(71))).toEqual([
      'server/a.ts:2 function of 71 lines (at most 70)',
    ]);
  });

  test('a file of 300 lines passes and one of 301 does not', () => {
    expect(judge('server/a.ts', `${opening}${lines(299)}`)).toEqual([]);
    expect(judge('server/a.ts', `${opening}${lines(300)}`)).toHaveLength(1);
  });

  test('a line of 101 characters is named by its number', () => {
    const text = `${opening}// ${'x'.repeat(98)}\n`;
    expect(judge('panel/a.ts', text)).toEqual([
      'panel/a.ts:2 line of 101 characters (at most 100)',
    ]);
  });

  test('a group of tests is no function, a test in it is one', () => {
    const group = `${opening}describe('a', () => {${lines(90)}});\n`;
    expect(judge('server/a.test.ts', group)).toEqual([]);
    const long = `${opening}describe('a', () => { test('b', () => {${lines(90)}}); });\n`;
    expect(judge('server/a.test.ts', long)).toHaveLength(1);
  });

  test('a component takes eight props, destructured or named by a type', () => {
    const names = (count) => Array.from({ length: count }, (_, i) => `p${i}`);
    const pattern = (count) =>
      `${opening}export function A({ ${names(count).join(', ')} }: P) { return null; }\n`;
    expect(judge('panel/a.tsx', pattern(8))).toEqual([]);
    expect(judge('panel/a.tsx', pattern(9))).toHaveLength(1);
    const members = names(9).join(': string;\n');
    const named = `${opening}interface P { ${members}: string }\nfunction A(p: P) { return p; }\n`;
    expect(judge('panel/a.tsx', named)).toHaveLength(1);
  });
});

describe('words', () => {
  test('a look at the clock is refused in a room and allowed in the clock', () => {
    const text = `${opening}export const now = () => [new Date(), Date.now()];\n`;
    expect(judge('server/payments/a.ts', text)).toHaveLength(2);
    expect(judge('contract/payments/a.ts', text)).toHaveLength(2);
    expect(judge('server/clock.ts', text)).toEqual([]);
    expect(judge('server/testing/a.ts', text)).toEqual([]);
  });

  test('a date made from a value is a conversion and passes', () => {
    const text = `${opening}export const at = (ms) => new Date(ms); // not new Date()\n`;
    expect(judge('server/payments/a.ts', text)).toEqual([]);
  });

  test('the environment is read in one file and sockets open in one place', () => {
    const env = `${opening}export const port = process.env.PORT;\n`;
    expect(judge('server/config.ts', env)).toEqual([]);
    expect(judge('server/db/a.ts', env)).toHaveLength(1);
    const socket = `${opening}export const get = () => fetch('/x');\n`;
    expect(judge('panel/api.ts', socket)).toEqual([]);
    expect(judge('panel/payments/a.tsx', socket)).toHaveLength(1);
    const random = `${opening}export const dice = () => Math.random();\n`;
    expect(judge('server/ledger/a.ts', random)).toHaveLength(1);
    const looks = `${opening}setInterval(look, 250);\n`;
    expect(judge('server/db/a.ts', looks)).toEqual([
      'server/db/a.ts:2 setInterval() is not allowed here: use runPeriodically()',
    ]);
  });
});

test('a file opens with a sentence and is named in kebab-case', () => {
  expect(judge('server/a.ts', 'export const a = 1;\n')).toHaveLength(1);
  expect(judge('server/readThings.ts', opening)).toHaveLength(1);
  expect(judge('contract/index.ts', opening)).toHaveLength(1);
  expect(judge('server/db/tables.sweep.test.ts', opening)).toEqual([]);
});
