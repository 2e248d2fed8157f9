// One line, many ways to type it: what is read back is what was meant, or it is said to be unread.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '../../../../contract/payments/cards/cards.ts';
import { test_cards } from '../../../../contract/payments/cards/test-cards.ts';
import { quickPreviewOf, readQuickEntry } from './quick-entry.ts';

const read = (text: string) => readQuickEntry(text, 'usd');
const two = (value: number) => String(value).padStart(2, '0');

const numbers = fc.constantFrom(...test_cards.map(({ number }) => number));
const months = fc.integer({ min: 1, max: 12 });
const years = fc.integer({ min: 26, max: 99 });
const cents = fc.integer({ min: 1, max: 99_999_999 });
const orders = fc
  .string({ unit: fc.constantFrom(...'ABCXYZ0123456789-_'), minLength: 1, maxLength: 12 })
  .map((text) => `#${text}`);
const zips = fc.integer({ min: 0, max: 99_999 }).map((value) => String(value).padStart(5, '0'));

/** Ways people type the same number: whole, in fours, with dashes. */
const spellings: ((number: string) => string)[] = [
  (number) => number,
  (number) => number.replace(/(\d{4})(?=\d)/g, '$1 '),
  (number) => number.replace(/(\d{4})(?=\d)/g, '$1-'),
];

describe('a quick entry', () => {
  it('reads the whole payment', () => {
    expect(read('4111 1111 1111 1111 12/30 123 25.00 60601 #A-100')).toEqual({
      entry: {
        number: '4111 1111 1111 1111',
        expiration_date: '12/30',
        cvc: '123',
        amount: '25.00',
        postal_code: '60601',
        order_id: 'A-100',
      },
      unread: [],
    });
  });

  it('reads every payment back, however it is spelled and the rest is turned', () => {
    const parts = fc.record({
      number: numbers,
      spelled: fc.constantFrom(...spellings),
      month: months,
      year: years,
      slash: fc.boolean(),
      cvc: fc.constantFrom('', '123', '9999'),
      amount: cents,
      symbol: fc.boolean(),
      zip: zips,
      order: orders,
      turn: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
    });
    fc.assert(
      fc.property(parts, (p) => {
        const plain = (p.amount / 100).toFixed(2);
        const expiry = `${two(p.month)}${p.slash ? '/' : ''}${two(p.year)}`;
        const rest = [p.symbol ? `$${plain}` : plain, p.zip, p.order];
        const words = [p.spelled(p.number), expiry, p.cvc, ...p.turn.map((at) => rest[at])];
        const { entry, unread } = read(words.join(' '));
        expect(unread).toEqual([]);
        expect(entry).toMatchObject({
          expiration_date: `${two(p.month)}/${two(p.year)}`,
          cvc: p.cvc,
          postal_code: p.zip,
          order_id: p.order.slice(1),
        });
        expect(entry.number.replaceAll(' ', '')).toBe(p.number);
        expect(Number(entry.amount.replaceAll(',', ''))).toBe(p.amount / 100);
      }),
    );
  });

  it('takes no whole number for an amount: 60601 is a postal code, and 250 is not $250.00', () => {
    expect(read('4111111111111111 12/30 60601').entry).toMatchObject({
      amount: '',
      postal_code: '60601',
    });
    expect(read('4111111111111111 12/30 123 250').unread).toEqual(['•••']);
    expect(read('4111111111111111 12/30 123 $250').entry.amount).toBe('250.00');
    expect(read('4111111111111111 12/30 123 -5.00').entry.amount).toBe('');
  });

  it('says what it did not read instead of guessing', () => {
    expect(read('4111111111111111 13/30 5.00').unread).toEqual(['••/••']);
    expect(read('4111111111111111 12/30 123 5.00 6.00').unread).toEqual(['•.••']);
    expect(read('hello world 12').unread).toEqual(['world', '••']);
  });

  it('takes no card number for an order, which is stored in the clear', () => {
    for (const word of ['#4012888888881881', 'A4012888888881881']) {
      const { entry, unread } = read(`4111111111111111 12/30 5.00 ${word}`);
      expect(entry.order_id).toBe('');
      expect(unread.join()).not.toMatch(/\d/);
      expect(unread).toHaveLength(1);
    }
  });

  it('keeps a wrong number for the field to refuse, and shows none of it', () => {
    const line = read('4111 1111 1111 1112 12/30 5.00');
    expect(line.entry.number).toBe('4111 1111 1111 1112');
    expect(quickPreviewOf(line)).toMatchObject({
      wrong_number: true,
      last_four: '',
      brand: 'unknown',
    });
  });

  it('shows no more than the last four digits, whatever is typed', () => {
    const words = fc.array(
      fc.oneof(
        numbers,
        zips,
        orders,
        fc.string({ maxLength: 24 }),
        fc.string({ unit: fc.constantFrom(...'0123456789 -/'), maxLength: 24 }),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(words, (typed) => {
        const line = read(typed.join(' '));
        const { order_id, ...sight } = quickPreviewOf(line);
        const shown = Object.values(sight).flat().join('|');
        expect(shown).not.toMatch(/\d{10}/);
        const digits = order_id.replace(/\D/g, '');
        expect(digits.length >= 13 && passesLuhn(digits)).toBe(false);
        expect(line.entry.cvc).toMatch(/^(\d{3,4})?$/);
      }),
      { numRuns: 500 },
    );
  });

  it('counts amounts in the digits of the currency', () => {
    expect(readQuickEntry('4111111111111111 12/30 ¥2500', 'jpy').entry.amount).toBe('2500');
    expect(readQuickEntry('4111111111111111 12/30 25.001', 'usd').entry.amount).toBe('');
  });
});
