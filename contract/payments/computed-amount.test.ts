// Programs that reshape prices: what they compute is no larger than any amount may be.
import { describe, expect, it } from 'vitest';
import type { Program } from './pricing/fee-programs.ts';
import { price } from './pricing/pricing.ts';
import type { PriceInput } from './pricing/pricing-types.ts';
import { priceInput } from './testing/priceable.ts';

const largest = 99_999_999_999;
const flat = (value: number) => ({ type: 'flat' as const, value, include: true });
const thousandfold = { type: 'percentage' as const, value: 99_999_999 };

describe('a program', () => {
  it.each<[Program, string, Partial<PriceInput>]>([
    ['surcharge', 'Surcharge', { amount: largest, rate: thousandfold }],
    ['dual_pricing', 'Payment Adjustment', { amount: largest, rate: thousandfold }],
    ['cash_discount', 'Payment Adjustment', { amount: largest, rate: thousandfold }],
    ['service_fee', 'Payment Adjustment', { amount: largest, rate: thousandfold }],
    // Flat taxes follow the price that is paid, here a hundred million times the entered one.
    [
      'dual_pricing',
      'Tax Amount',
      { amount: 1, rate: flat(99_999_999), tax_amount: flat(largest) },
    ],
    [
      'dual_pricing',
      'Tax Amount',
      { line_items: [{ unit_price: 1, tax_amount: largest }], rate: flat(99_999_999) },
    ],
  ])('%s takes nothing beyond reach: %s', (program, label, value) => {
    const input = priceInput({ amount: 0, program, flags: {}, ...value });
    expect(() => price(input)).toThrow(`invalid ${label}`);
  });
});
