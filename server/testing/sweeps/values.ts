// Values to put into requests: good ones made from schemas, and a collection of evil ones.

import { zocker } from 'zocker';
import type { z } from 'zod';
import { shapeOf, unwrap } from './schema-walk.ts';

/** Numbers from 0 to 1, the same for the same seed, so that a failure comes again. */
export type Dice = () => number;

export function makeDice(seed: number): Dice {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(dice: Dice, from: readonly T[]): T {
  return from[Math.floor(dice() * from.length)] as T;
}

// biome-ignore lint/suspicious/noExplicitAny: the definitions of all kinds of schemas
type Def = any;

/** A value that a schema may take; members are left out by chance. */
export function sample(schema: z.ZodType, dice: Dice): unknown {
  const inner = unwrap(schema);
  const def = (inner as { _zod?: { def: Def } })._zod?.def as Def;
  const shape = shapeOf(inner);
  if (shape) {
    const present = Object.entries(shape).filter(([, part]) => dice() < oddsOf(part));
    return Object.fromEntries(present.map(([name, part]) => [name, sample(part, dice)]));
  }
  if (def.type === 'array') return dice() < 0.5 ? [] : [sample(def.element, dice)];
  if (def.type === 'union') return sample(pick(dice, def.options as z.ZodType[]), dice);
  if (def.type === 'enum') return pick(dice, Object.values(def.entries));
  return leaf(inner, dice);
}

/** Members that may be missing mostly are. */
function oddsOf(schema: z.ZodType): number {
  return schema.safeParse(undefined).success ? 0.25 : 0.95;
}

function leaf(schema: z.ZodType, dice: Dice): unknown {
  try {
    return zocker(schema as z.ZodString)
      .setSeed(Math.floor(dice() * 2 ** 31))
      .generate();
  } catch {
    return pick(dice, evil);
  }
}

function nested(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { deeper: value };
  return value;
}

/** Text of any value; what JSON cannot say is said as text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part)) ?? '';
}

/** What has broken servers most often: members of small bodies are tried with each of these. */
export const deadly: readonly unknown[] = [
  'a\u0000b',
  '\ud800',
  { toString: 'x', valueOf: 'x', length: -1 },
  2 ** 53,
  -1.5,
  'x'.repeat(300),
  [null, {}],
];

/** Wrong types, borders, other languages' dangers: nothing of it may be more than a refusal. */
export const evil: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  -0,
  1.5,
  0.1 + 0.2,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  'Infinity',
  '1e999',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  "'; drop table account; --",
  "' or '1'='1",
  '%',
  '\\',
  '<script>alert(1)</script>',
  '{{7*7}}#{7*7}<%= 7*7 %>',
  '=cmd|"/c calc"!A0',
  '../../../../etc/passwd',
  '\u202e\u200b\ufeff',
  '💥'.repeat(50),
  'é'.normalize('NFD'),
  'x'.repeat(100_000),
  '9'.repeat(400),
  '0000-00-00',
  '0000-01-01',
  '9999-12-31T23:59:59Z',
  '2026-02-30',
  '2026-13-01T25:61:61Z',
  [],
  [null],
  [[]],
  ['a', 1, null],
  {},
  { operator: '=', value: null },
  { operator: '%', value: '%' },
  { operator: '>', value: 1e308 },
  { operator: 'drop', value: 'x' },
  { start_date: '0000-01-01', end_date: '9999-12-31' },
  { start_date: 'x' },
  nested(300),
];

/** Whole bodies as bytes: what no JSON writer of ours would send. */
export const evil_bodies: readonly string[] = [
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '[{}]',
  '{',
  '{"a":}',
  "{'a':1}",
  '{"a":1}trailing',
  '\u0000',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"a":1,"a":2}',
  '{"a":1e999}',
  '{"a":NaN}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
];

/** Path parameters. */
export const evil_parameters: readonly string[] = [
  '0',
  'null',
  '-1',
  '%00',
  '%2e%2e%2f%2e%2e%2fetc',
  "'%20or%201=1--",
  '%F0%9F%92%A5',
  '%ff',
  '%ZZ',
  'x'.repeat(80),
  'x'.repeat(3_000),
  '__proto__',
  'constructor',
  'toString',
  'search',
  '~',
];
