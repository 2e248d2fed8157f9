// The posting vectors through the pure functions, and what no caller may get past the assertions.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runnable, vectors } from '../testing/worlds/ledger-world.ts';
import type { Entry } from './entries.ts';
import { payments_book } from './payment-postings.ts';
import { type About, assertPosting, posting } from './postings.ts';

const book = payments_book as unknown as Record<string, (input: object) => Entry[]>;

const about: About = {
  owner_id: 'm1',
  key: 't1',
  source_type: 'transaction',
  source_id: 't1',
  effective_on: '2026-03-01',
  currency: 'usd',
};

function spelled(entries: readonly Entry[]): string[] {
  return entries.map(({ account, amount }) => `${account} ${amount}`).sort();
}

/** The room whose events a kind of the other two books waits for. */
const roomOf = (kind: string) =>
  /^(ach_|odfi_|merchant_payout|reserve_|payable_|unidentified_)/.test(kind) ? 'house_ach' : 'fees';

test('the file is whole, and the payments book runs every vector that needs no other book', () => {
  expect(vectors).toHaveLength(92);
  expect(runnable).toHaveLength(52);
  const waiting = { house_ach: 0, fees: 0, both: 0 };
  for (const { postings } of vectors) {
    const rooms = new Set(postings.filter((p) => !(p.kind in book)).map((p) => roomOf(p.kind)));
    if (rooms.size === 2) waiting.both += 1;
    else for (const room of rooms) waiting[room] += 1;
  }
  expect(waiting).toEqual({ house_ach: 12, fees: 24, both: 4 });
});

describe('vectors of the payments book', () => {
  test.each(runnable)('$id $title', ({ postings }) => {
    for (const { kind, input, entries } of postings) {
      const made = (book[kind] as (input: object) => Entry[])(input);
      const moving = made.filter((entry) => entry.amount !== 0);
      expect(spelled(moving)).toEqual(spelled(entries));
    }
  });
});

test('postings of the payments book inside vectors of the other books agree as well', () => {
  const others = vectors.filter((v) => !runnable.includes(v)).flatMap((v) => v.postings);
  const ours = others.filter((p) => p.kind in book);
  expect(ours.length).toBeGreaterThan(20);
  for (const { kind, input, entries } of ours) {
    const made = (book[kind] as (input: object) => Entry[])(input);
    expect(spelled(made.filter((entry) => entry.amount !== 0))).toEqual(spelled(entries));
  }
});

const amount = fc.integer({ min: 1, max: 99_999_999_999 });
test('every kind sums to zero whatever the amounts', () => {
  fc.assert(
    fc.property(amount, amount, fc.integer({ min: 0, max: 100_000 }), (first, second, tax) => {
      const sale = { amount: first + tax, tax_amount: tax };
      const at = { processor: 'p1', amount: first };
      posting('authorize', about, at);
      posting('sale', about, { processor: 'p1', transaction: sale });
      posting('capture', about, { ...at, hold: second, transaction: sale });
      posting('batch_close', about, { processor: 'p1', captured: first, credited: second });
      posting('batch_difference', about, { processor: 'p1', expected: first, reported: second });
      posting('funding', about, { processor: 'p1', deposit: first, fees: second, reserve: -tax });
      posting('processor_return', about, { processor: 'p1', sale });
      posting('refund', about, { ...at, sale });
    }),
  );
});

describe('assertPosting', () => {
  const fine = posting('credit', about, { processor: 'p1', amount: 100 });
  test.each<[string, Entry[]]>([
    [
      'off by',
      [
        { account: 'sales', amount: -100 },
        { account: 'cash_collected', amount: 99 },
      ],
    ],
    ['not an amount', [{ account: 'sales', amount: 0.5 }]],
    [
      'no such kind',
      [
        { account: 'nothing', amount: 1 },
        { account: 'sales', amount: -1 },
      ],
    ],
    ['not for a merchant', [{ account: 'commission_pending', amount: 1 }]],
    ['party does not fit', [{ account: 'sales/p1', amount: 1 }]],
    ['party does not fit', [{ account: 'exposure', amount: 1 }]],
    ['not an amount', [{ account: 'sales', amount: 0 }]],
  ])('refuses: %s', (reason, entries) => {
    expect(() => assertPosting({ ...fine, entries })).toThrow(reason);
  });

  test('two books never balance one another', () => {
    const entries = [
      { account: 'sales', amount: 100 },
      { account: 'operator_cash', amount: -100 },
    ];
    expect(() => assertPosting({ ...fine, entries })).toThrow('is off by');
  });
});

test('a batch whose captures equal its credits moves nothing', () => {
  const input = { processor: 'p1', captured: 500, credited: 500 };
  expect(posting('batch_close', about, input).entries).toEqual([]);
});

test.each([
  ['sale', { transaction: { amount: 100, tax_amount: 101 } }],
  ['cash_sale', { transaction: { amount: 100, tip_amount: 101 } }],
  ['capture', { amount: 100, hold: 100, transaction: { amount: 100, tax_amount: 101 } }],
  [
    'capture',
    { amount: 100, hold: 100, transaction: { amount: 200 }, captured: { tip_amount: 101 } },
  ],
] as const)('a %s whose parts exceed its amount is refused', (kind, input) => {
  const make = () => posting(kind, about, { processor: 'p1', ...input });
  expect(make).toThrow('bad request error: invalid Amount');
});
