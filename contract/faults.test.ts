// Faults of an input: the field by its whole path, what is wrong with it in words.
import { expect, it } from 'vitest';
import { z } from 'zod';
import { faultsIn, notUnique } from './faults.ts';
import { described } from './field-meta.ts';
import { blankable, instant, timezone } from './fields.ts';

function faultsOf(schema: z.ZodType, input: unknown) {
  const faults = faultsIn(schema, input, schema.safeParse(input).error?.issues ?? []);
  return faults.map(({ path, message }) => [path.join('.'), message]);
}

const one = (schema: z.ZodType, order_id: unknown) =>
  faultsOf(z.object({ order_id: schema }), { order_id })[0]?.[1];

it('what is missing, null or empty is required', () => {
  const required = 'The Order ID field is required.';
  for (const nothing of [undefined, null, '']) {
    expect(one(z.string().min(1), nothing)).toBe(required);
    expect(one(z.enum(['a', 'b']), nothing)).toBe(required);
  }
  expect(one(z.int(), undefined)).toBe(required);
  expect(faultsOf(z.object({ a: z.object({ city: z.string() }) }), { a: {} })).toEqual([
    ['a.city', 'The City field is required.'],
  ]);
});

it.each([
  [z.string(), 7, 'must be a text.'],
  [z.number(), 'x', 'must be a number.'],
  [z.int(), 1.5, 'must be a whole number.'],
  [z.boolean(), 'yes', 'must be true or false.'],
  [z.array(z.string()), 'x', 'must be a list.'],
  [z.object({}), 'x', 'must be an object.'],
  [z.record(z.string(), z.boolean()), 'x', 'must be an object.'],
  [z.string().min(3), 'ab', 'must be at least 3 characters.'],
  [z.string().max(3), 'abcd', 'must not contain more than 3 characters.'],
  [z.int().min(1), 0, 'must be 1 or more.'],
  [z.int().max(100), 101, 'must be 100 or less.'],
  [z.array(z.int()).min(2), [1], 'must contain at least 2 entries.'],
  [z.array(z.int()).max(1), [1, 2], 'must not contain more than 1 entry.'],
  [z.enum(['sale', 'verify']), 'steal', 'must be one of sale, verify.'],
  [z.literal(true), false, 'must be true.'],
  [z.string().regex(/^\d+$/), 'x', 'format is invalid.'],
  [z.string().refine((text) => text === 'y'), 'x', 'format is invalid.'],
  [z.enum(Array.from({ length: 21 }, (_, n) => `v${n}`)), 'x', 'format is invalid.'],
])('%#: %o of the wrong kind', (schema, value, sentence) => {
  expect(one(schema, value)).toBe(`The Order ID field ${sentence}`);
});

it('a choice of shapes is judged by the one that was meant', () => {
  const method = z.union([
    z.object({ cash: z.object({}) }),
    z.object({ card: z.object({ number: z.string() }) }),
  ]);
  expect(faultsOf(z.object({ method }), { method: { card: { number: 4111 } } })).toEqual([
    ['method.card.number', 'The Number field must be a text.'],
  ]);
  // The deeper fault is the nearer one, whatever its kind.
  const refund = z.object({ id: z.string().min(5), amount: z.int() });
  const line = z.object({ item: z.object({ code: z.string() }) });
  const given = { id: 'x', amount: 'y', item: { code: 7 } };
  expect(faultsOf(z.object({ row: z.union([refund, line]) }), { row: given })).toEqual([
    ['row.item.code', 'The Code field must be a text.'],
  ]);
  expect(one(z.union([z.literal(''), instant]), 'soon')).toBe(
    'The Order ID field format is invalid.',
  );
});

it('a member is called what its schema calls it, within a list or a lenient shape too', () => {
  const expires_at = described(z.iso.date(), { label: 'Expires on' });
  const keys = z.object({
    timezone: blankable(timezone),
    rows: z.array(z.object({ expires_at: blankable(expires_at), postal_code: z.int() })),
  });
  expect(faultsOf(keys, { timezone: 7, rows: [{ expires_at: 'soon', postal_code: 'x' }] })).toEqual(
    [
      ['timezone', 'The Time zone field must be a text.'],
      ['rows.0.expires_at', 'The Expires on field format is invalid.'],
      ['rows.0.postal_code', 'The Postal code field must be a number.'],
    ],
  );
});

it('a value that another record has is said in a sentence and at its member', () => {
  expect(notUnique('user.order_id')).toEqual({
    sentence: 'bad request error: invalid Order ID: it is taken',
    data: { invalid: [{ field: 'user.order_id', message: 'The Order ID is already taken.' }] },
  });
});
