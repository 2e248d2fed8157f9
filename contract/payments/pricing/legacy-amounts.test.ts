// The legacy form of the calculation: what counts as set, and the present request it becomes.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fromLegacyForm, isLegacyForm, legacy_members } from './legacy-amounts.ts';

const form = z.object(legacy_members);
const none = { skip_cash_discount: false, skip_surcharge: false, skip_consumer_choice: false };
const become = (input: object) => {
  const { flags, ...rest } = fromLegacyForm(form.parse(input));
  return JSON.stringify(flags) === JSON.stringify(none) ? rest : { ...rest, flags };
};
const percent = (value: number) => ({ type: 'percentage', value, include: true });

describe('the legacy form (gateway-api 4.1)', () => {
  it('is recognized by its base or its items', () => {
    const bases = [{ base: 100 }, { items: [] }, { items: null }, { shipping: 1, tax_rate: 1 }, {}];
    const found = bases.map((base) => isLegacyForm(form.parse(base)));
    expect(found).toEqual([true, true, false, false, false]);
  });

  it.each<[object, object]>([
    [{ base: 10000 }, { amount: 10000 }],
    [{ base: 0, items: null, shipping: 0, tax_rate: '', payment_adj: null, settings: null }, {}],
    [{ shipping: 500 }, { shipping_amount: { type: 'flat', value: 500, include: true } }],
    [{ tax_rate: 7250 }, { tax_amount: percent(7250) }],
    [{ tax_rate: 0 }, { tax_amount: percent(0) }],
    [{ tax_rate: 100_000 }, { tax_amount: percent(100_000) }],
    [{ tax_rate: '7.25' }, { tax_amount: percent(7250) }],
    [{ items: [] }, {}],
    [{ items: [{ base: 100 }] }, { line_items: [{ unit_price: 100 }] }],
    [{ items: [{ qty: 2, base: '' }] }, { line_items: [{ quantity: '2', unit_price: 0 }] }],
    [
      { items: [{ qty: '1.5', base: 100, local_tax: 7, national_tax: 3 }], tax_rate: 1 },
      { line_items: [{ quantity: '1.5', unit_price: 100, local_tax: 7, national_tax: 3 }] },
    ],
    [
      { items: [{ base: 9 }, { base: 100, local_tax: 7 }], tax_rate: 1 },
      { line_items: [{ unit_price: 9 }, { unit_price: 100, local_tax: 7 }] },
    ],
    [
      { items: [{ base: 9 }, { base: 100, national_tax: 7 }], tax_rate: 1 },
      { line_items: [{ unit_price: 9 }, { unit_price: 100, national_tax: 7 }] },
    ],
    [
      { items: [{ base: 100, local_tax: 0, national_tax: null }], tax_rate: 7000 },
      { line_items: [{ unit_price: 100 }], tax_amount: percent(7000) },
    ],
    [{ payment_adj: { type: '', value: 0 } }, {}],
    [
      { payment_adj: { type: '', value: 5 } },
      { processor_payment_adjustment: { type: 'flat', value: 5 } },
    ],
    [
      { payment_adj: { type: 'percentage', value: 3990 } },
      { processor_payment_adjustment: { type: 'percentage', value: 3990 } },
    ],
    [{ settings: { cash_discount: true, surcharge: null } }, {}],
    [{ settings: { cash_discount: false } }, { flags: { ...none, skip_cash_discount: true } }],
    [{ settings: { surcharge: false } }, { flags: { ...none, skip_surcharge: true } }],
    [{ settings: { consumer_choice: false } }, { flags: { ...none, skip_consumer_choice: true } }],
  ])('%j becomes %j', (input, present) => {
    expect(become(input)).toStrictEqual(present);
  });

  it.each([
    { base: -1 },
    { items: [{ qty: '-1' }] },
    { items: [{ qty: '1.23456' }] },
    { tax_rate: 100_001 },
    { tax_rate: '7,25' },
    { tax_rate: '100.001' },
    { payment_adj: { type: 'share', value: 1 } },
    { settings: { surcharge: 'no' } },
  ])('refuses %j', (input) => {
    expect(form.safeParse(input).success).toBe(false);
  });
});
