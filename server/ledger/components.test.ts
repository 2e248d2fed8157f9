// How amounts divide: the stated allocation vectors, and what holds for any sequence of refunds.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../contract/errors.ts';
import { surchargeOfRefund } from '../../contract/payments/transactions/refund-surcharge.ts';
import type { AccountKind } from './chart.ts';
import {
  type Amounts,
  amountsOf,
  capturedAmounts,
  checkBreakdown,
  type Parts,
  partsOf,
  type RefundedBefore,
  refundParts,
} from './components.ts';

const surcharged = { amount: 11127, tax_amount: 700, surcharge: 427 };

function total(parts: Parts): number {
  return Object.values(parts).reduce((sum, part) => sum + part, 0);
}

function added(before: RefundedBefore, amount: number, parts: Parts): RefundedBefore {
  const accounts = Object.keys({ ...before.parts, ...parts }) as AccountKind[];
  const all = accounts.map((name) => [name, (before.parts[name] ?? 0) + (parts[name] ?? 0)]);
  const left = all.filter(([, part]) => part !== 0);
  return { amount: before.amount + amount, parts: Object.fromEntries(left) };
}

describe('refund allocation', () => {
  test.each<{ id: string; sale: Amounts; refunds: number[]; components: Parts[] }>([
    {
      id: 'P01 surcharge and tax in three refunds',
      sale: surcharged,
      refunds: [3333, 3333, 4461],
      components: [
        { tax_collected: 210, surcharge_collected: 128, sales: 2995 },
        { tax_collected: 209, surcharge_collected: 128, sales: 2996 },
        { tax_collected: 281, surcharge_collected: 171, sales: 4009 },
      ],
    },
    {
      id: 'P02 two halves',
      sale: { amount: 10700, tax_amount: 700 },
      refunds: [5350, 5350],
      components: [
        { tax_collected: 350, sales: 5000 },
        { tax_collected: 350, sales: 5000 },
      ],
    },
    {
      id: 'P03 a tip alone',
      sale: { amount: 10, tip_amount: 10 },
      refunds: [3, 7],
      components: [{ tip_collected: 3 }, { tip_collected: 7 }],
    },
    {
      id: 'P04 a discount comes back with its own sign',
      sale: { amount: 10700, tax_amount: 700, discount_amount: 427 },
      refunds: [1070, 9630],
      components: [
        { tax_collected: 70, discount_given: -43, sales: 1043 },
        { tax_collected: 630, discount_given: -384, sales: 9384 },
      ],
    },
  ])('$id', ({ sale, refunds, components }) => {
    let before: RefundedBefore = { amount: 0, parts: {} };
    const returned = refunds.map((amount) => {
      const parts = refundParts({ sale, amount, before });
      before = added(before, amount, parts);
      return parts;
    });
    expect(returned).toEqual(components);
  });

  test('a stated surcharge is taken as it is and the rest spread over the rest', () => {
    const parts = refundParts({ sale: surcharged, amount: 5000, surcharge: 200 });
    expect(parts).toEqual({ surcharge_collected: 200, tax_collected: 314, sales: 4486 });
  });

  test('a refund after one that stated no surcharge returns its share of what is left', () => {
    const first = refundParts({ sale: surcharged, amount: 5000, surcharge: 0 });
    const before = added({ amount: 0, parts: {} }, 5000, first);
    const second = refundParts({ sale: surcharged, amount: 100, before });
    expect(second.surcharge_collected).toBe(7);
    expect(total(second)).toBe(100);
  });

  test('a stated surcharge is raised to what the other parts leave of the refund', () => {
    const sale = { amount: 1000, tax_amount: 100, surcharge: 50 };
    const parts = refundParts({ sale, amount: 990, surcharge: 1 });
    expect(parts).toEqual({ surcharge_collected: 40, tax_collected: 100, sales: 850 });
    const before = { amount: 990, parts };
    expect(refundParts({ sale, amount: 10, before })).toEqual({ surcharge_collected: 10 });
  });

  test('a stated surcharge beyond the refund or beyond what is left is refused', () => {
    expect(() => refundParts({ sale: surcharged, amount: 100, surcharge: -1 })).toThrow(Refusal);
    expect(() => refundParts({ sale: surcharged, amount: 100, surcharge: 101 })).toThrow(Refusal);
    expect(() => refundParts({ sale: surcharged, amount: 5000, surcharge: 428 })).toThrow(Refusal);
  });

  test('a refund beyond what was captured is a defect, not an answer', () => {
    const before = { amount: 11000, parts: {} };
    expect(() => refundParts({ sale: surcharged, amount: 128, before })).toThrow(/beyond/);
  });
});

const part = fc.integer({ min: 0, max: 5_000 });
const any_sale = fc
  .record({
    goods: fc.integer({ min: 1, max: 1_000_000 }),
    tax_amount: part,
    national_tax_amount: part,
    shipping_amount: part,
    duty_amount: part,
    tip_amount: part,
    surcharge: part,
    service_fee: part,
    discount: fc.integer({ min: 0, max: 1_000 }),
  })
  .map(({ goods, discount, ...parts }): Amounts => {
    const discount_amount = Math.min(discount, goods - 1);
    const named = Object.values(parts).reduce((sum, value) => sum + value, 0);
    return { ...parts, discount_amount, amount: goods - discount_amount + named };
  });
const any_cuts = fc.array(
  fc.record({
    share: fc.double({ min: 0.001, max: 1, noNaN: true }),
    states: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  }),
  { maxLength: 12 },
);

/** Gives a part back as the panel does, which states the surcharge where there is any. */
function refundedByPanel(whole: Amounts, sale: Amounts, before: RefundedBefore, amount: number) {
  const record = {
    amount: whole.amount,
    amount_settled: sale.amount,
    amount_refunded: before.amount,
    surcharge: whole.surcharge ?? 0,
  };
  const surcharge = surchargeOfRefund(record, amount);
  const parts = refundParts({ sale, amount, before, ...(surcharge > 0 && { surcharge }) });
  expect(parts.surcharge_collected ?? 0).toBe(surcharge);
  return added(before, amount, parts);
}

describe('the surcharge that the panel states', () => {
  test.each([
    { amount: 10_350, surcharge: 350, refunds: [3450, 3450, 3450] },
    { amount: 10_404, surcharge: 303, refunds: [5202, 5202] },
    { amount: 10_404, surcharge: 303, refunds: [5202, 2601, 2601] },
  ])('is taken to the last cent: $refunds of $amount', ({ refunds, ...sale }) => {
    let before: RefundedBefore = { amount: 0, parts: {} };
    for (const amount of refunds) before = refundedByPanel(sale, sale, before, amount);
    expect(before).toEqual({ amount: sale.amount, parts: partsOf(sale) });
  });

  test('is taken of any sale, captured in part or whole and refunded in any pieces', () => {
    const any_share = fc.double({ min: 0.001, max: 1, noNaN: true });
    fc.assert(
      fc.property(any_sale, any_share, any_cuts, (whole, captured, cuts) => {
        const sale = capturedAmounts(whole, Math.max(1, Math.floor(whole.amount * captured)));
        let before: RefundedBefore = { amount: 0, parts: {} };
        for (const cut of [...cuts, { share: 1 }]) {
          const left = sale.amount - before.amount;
          if (left === 0) break;
          const amount = Math.max(1, Math.floor(left * cut.share));
          before = refundedByPanel(whole, sale, before, amount);
        }
        expect(before).toEqual({ amount: sale.amount, parts: partsOf(sale) });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('any sale', () => {
  test('divides into parts that sum to its amount, and turns back into its amounts', () => {
    fc.assert(
      fc.property(any_sale, (sale) => {
        const parts = partsOf(sale);
        expect(total(parts)).toBe(sale.amount);
        expect(partsOf(amountsOf(parts))).toEqual(parts);
      }),
    );
  });

  test('refunded in any pieces leaves nothing of any part after the last cent', () => {
    fc.assert(
      fc.property(any_sale, any_cuts, (sale, cuts) => {
        let before: RefundedBefore = { amount: 0, parts: {} };
        for (const cut of [...cuts, { share: 1, states: undefined }]) {
          const left = sale.amount - before.amount;
          if (left === 0) break;
          const amount = Math.max(1, Math.floor(left * cut.share));
          const owed = (sale.surcharge ?? 0) - (before.parts.surcharge_collected ?? 0);
          const most = Math.min(amount, owed);
          const surcharge = cut.states === undefined ? undefined : Math.floor(most * cut.states);
          const parts = refundParts({ sale, amount, surcharge, before });
          expect(total(parts)).toBe(amount);
          before = added(before, amount, parts);
          const sold = partsOf(sale);
          for (const name of ['tax_collected', 'tip_collected', 'surcharge_collected'] as const) {
            expect(before.parts[name] ?? 0).toBeLessThanOrEqual(sold[name] ?? 0);
          }
        }
        expect(before).toEqual({ amount: sale.amount, parts: partsOf(sale) });
      }),
      { numRuns: 2000 },
    );
  });

  test('approved in part keeps every named part within what was stated', () => {
    fc.assert(
      fc.property(any_sale, fc.double({ min: 0.001, max: 1, noNaN: true }), (sale, share) => {
        const captured = capturedAmounts(sale, Math.max(1, Math.floor(sale.amount * share)));
        expect(total(partsOf(captured))).toBe(captured.amount);
        for (const name of ['tax_amount', 'tip_amount', 'surcharge'] as const) {
          expect(captured[name]).toBeGreaterThanOrEqual(0);
          expect(captured[name]).toBeLessThanOrEqual(sale[name] ?? 0);
        }
      }),
    );
  });
});

test('named parts beyond the amount are refused with the name of the field', () => {
  expect(() => checkBreakdown({ amount: 100, tax_amount: 60, tip_amount: 41 })).toThrow(
    'bad request error: invalid Amount',
  );
});

test('a capture beyond the authorization by its tip leaves the tax as it was', () => {
  const captured = capturedAmounts({ amount: 6000, tax_amount: 400 }, 6900, { tip_amount: 900 });
  expect(partsOf(captured)).toEqual({ tax_collected: 400, tip_collected: 900, sales: 5600 });
});
