// Properties every price has, whatever the input: printed lines sum to the total.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sum } from '../../money.ts';
import { priceInput, printed } from '../testing/priceable.ts';
import type { PaymentType, Program } from './fee-programs.ts';
import { programs } from './fee-programs.ts';
import { price, priceByMethod } from './pricing.ts';

const typed = fc.record({
  type: fc.constantFrom('flat' as const, 'percentage' as const),
  value: fc.integer({ min: 0, max: 20_000 }),
  include: fc.boolean(),
});
const line = fc.record({
  quantity: fc.constantFrom('1', '2', '0.33', '1.5'),
  unit_price: fc.integer({ min: 0, max: 500_000 }),
  local_tax_rate: fc.constantFrom('0', '7.250', '10'),
  national_tax: fc.option(fc.integer({ min: 0, max: 900 }), { nil: undefined }),
});
const inputs = fc.record({
  amount: fc.integer({ min: 0, max: 5_000_000 }),
  line_items: fc.array(line, { maxLength: 5 }),
  addon_amount: fc.array(typed, { maxLength: 2 }),
  additional_amounts: fc.array(typed, { maxLength: 2 }),
  shipping_amount: fc.option(typed, { nil: undefined }),
  duty_amount: fc.option(typed, { nil: undefined }),
  tip_amount: fc.option(typed, { nil: undefined }),
  tax_amount: fc.option(typed, { nil: undefined }),
  national_tax_amount: fc.option(typed, { nil: undefined }),
  program: fc.constantFrom<Program>(...programs),
  payment_type: fc.constantFrom<PaymentType>('card', 'ach', 'cash'),
  rate: typed,
  flags: fc.record({ include_default_tax_to_total: fc.boolean(), tax_exempt: fc.boolean() }),
});

describe('every price', () => {
  it('is the sum of its printed lines, and its subtotal the sum of its line items', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const found = price(priceInput(input));
        expect(printed(found)).toBe(found.amount);
        if (found.line_items.length > 0) {
          expect(sum(found.line_items.map((each) => each.subtotal))).toBe(found.subtotal);
        }
        const rest = found.amounts_included.tip_amount + found.surcharge + found.service_fee;
        expect(found.amount - rest).toBe(found.base_amount);
      }),
      { numRuns: 500 },
    );
  });

  it('by cash is never above the price by card, whatever the program', () => {
    fc.assert(
      fc.property(inputs, fc.constantFrom(...programs), (input, program) => {
        const all = priceByMethod(priceInput({ ...input, program, tip_amount: undefined }));
        return all.cash.amount <= all.card.amount;
      }),
    );
  });
});
