// Lines of a priced payment: how each is read, taxed and reshaped, and what of them is answered.
import { describe, expect, it } from 'vitest';
import { merchant, priceInput, printed } from '../testing/priceable.ts';
import { price } from './pricing.ts';
import type { PriceLine } from './pricing-lines.ts';
import type { PriceInput } from './pricing-types.ts';

const untaxed = { flags: {}, rate: undefined, amount: undefined };
const priced = (line_items: readonly PriceLine[], overrides: Partial<PriceInput> = {}) =>
  price(priceInput({ ...untaxed, line_items, ...overrides }));

describe('a line', () => {
  it.each<[PriceLine, object]>([
    [{ unit_price: 100 }, { quantity: '1', subtotal: 100 }],
    [
      { unit_price: 100, quantity: '2.5' },
      { quantity: '2.5', subtotal: 250 },
    ],
    [{ amount: 700 }, { subtotal: 700, amount: 700 }],
    [
      { amount: 700, quantity: '3' },
      { quantity: '3', subtotal: 700 },
    ],
    [
      { amount: 700, unit_price: 100 },
      { subtotal: 100, amount: 100 },
    ],
    [{}, { subtotal: 0, tax_amount: 0 }],
    [
      { amount: 700, discount_amount: 700 },
      { subtotal: 0, discount_amount: 700 },
    ],
    [
      { amount: 700, tax_amount: 49 },
      { local_tax: 49, national_tax: 0, tax_amount: 49 },
    ],
    [
      { amount: 700, tax_rate: '10' },
      { local_tax: 70, tax_amount: 70 },
    ],
    [{ amount: 700, tax_amount: 49, local_tax_rate: '10' }, { local_tax: 70 }],
    [{ amount: 700, tax_rate: '5', local_tax_rate: '10' }, { local_tax: 70 }],
    [{ amount: 700, local_tax: 3, local_tax_rate: '10' }, { local_tax: 3 }],
    [
      { amount: 700, national_tax: 8 },
      { national_tax: 8, tax_amount: 8 },
    ],
    [{ amount: 700, national_tax: 8, national_tax_amount: 9 }, { national_tax: 9 }],
    [{ amount: 700, national_tax_rate: '10' }, { national_tax: 70 }],
    [
      { amount: 700, tax_amount: 49, taxable: false },
      { tax_amount: 0, taxable: false },
    ],
  ])('of %j is one of %j', (line, shown) => {
    expect(priced([line]).line_items).toMatchObject([shown]);
  });

  it('is not taxed where the payer is exempt, whatever it states', () => {
    const [line] = priced([{ amount: 700, local_tax: 49 }], {
      flags: { tax_exempt: true },
    }).line_items;
    expect([line?.tax_amount, line?.local_tax]).toEqual([0, 0]);
  });

  it('is not discounted below nothing, whatever stands beside it', () => {
    const lines = [{ amount: 1, discount_amount: 2 }, { amount: 500 }];
    expect(() => priced(lines)).toThrow('bad request error: invalid Discount Amount');
  });

  it('stands in the answer where one was sent', () => {
    expect(priced([], { amount: 500 }).line_items).toEqual([]);
    expect(
      price(priceInput({ ...untaxed, amount: 500, line_items: undefined })).line_items,
    ).toEqual([]);
    expect(priced([{ amount: 500 }]).line_items).toHaveLength(1);
  });
});

describe('a flat rate', () => {
  const lines = [{ amount: 7500 }, { amount: 2500 }];
  const flat = (value: number) => ({ rate: { type: 'flat', value } }) as const;

  it.each([
    ['dual_pricing', 'card', 300, [7725, 2575]],
    ['dual_pricing', 'cash', 300, [7500, 2500]],
    ['dual_pricing_v2', 'cash', 300, [7275, 2425]],
    ['dual_pricing_v2', 'card', 300, [7500, 2500]],
    ['dual_pricing_v2', 'ach', 20000, [0, 0]],
    ['cash_discount', 'card', 300, [7725, 2575]],
    ['cash_discount', 'ach', 300, [7725, 2575]],
  ] as const)('under %s by %s of %i is spread over the lines', (program, type, value, prices) => {
    const found = priced(lines, { program, payment_type: type, ...flat(value) });
    const shown = found.line_items.map(({ amount, subtotal, price_adjustment }, index) => {
      expect(price_adjustment).toBe(subtotal - (lines[index]?.amount ?? 0));
      expect(amount).toBe(subtotal);
      return subtotal;
    });
    expect(shown).toEqual(prices);
    expect(printed(found)).toBe(found.amount);
  });
});

it('a rate is taken of each line by itself, rounded once', () => {
  const rate = { type: 'percentage', value: 10_000 } as const;
  const found = priced(Array(4).fill({ amount: 5 }), { program: 'dual_pricing', rate });
  expect(found.line_items.map(({ subtotal }) => subtotal)).toEqual([5, 5, 5, 5]);
});

describe('the parts of a price', () => {
  const taxed = { flags: { include_default_tax_to_total: true }, rate: undefined };

  it('may come to nothing: a discount of all, a tax on nothing', () => {
    const discount_amount = [{ type: 'flat', value: 10000, include: true }] as const;
    expect(price(priceInput({ ...taxed, discount_amount }))).toMatchObject({
      amount: 0,
      tax_amount: 0,
    });
    const tax_amount = { type: 'flat', value: 50, include: true } as const;
    expect(priced([], { amount: 0, tax_amount }).amount).toBe(50);
    const free = [{ unit_price: 0, taxable: false }];
    expect(priced(free, { tax_amount: { type: 'percentage', value: 7000 } }).tax_amount).toBe(0);
  });

  it('tax what is added where the goods themselves cost nothing', () => {
    const addon_amount = [{ type: 'flat', value: 500, include: true }] as const;
    expect(price(priceInput({ ...taxed, amount: 0, addon_amount })).tax_amount).toBe(35);
  });

  it('leave the default tax out where any tax was stated, of nothing too', () => {
    const pricedWith = (overrides: Partial<PriceInput>) =>
      price(priceInput({ ...taxed, ...overrides }));
    const nothing = { type: 'flat', value: 0, include: true } as const;
    expect(pricedWith({ local_tax_amount: nothing }).tax_amount).toBe(0);
    const line_items = [{ unit_price: 10000, local_tax: 100, national_tax: 100 }];
    expect(pricedWith({ line_items })).toMatchObject({ tax_amount: 100, national_tax_amount: 100 });
    expect(pricedWith({})).toMatchObject({ tax_amount: 700, local_tax_amount: 700 });
    expect(pricedWith({}).amounts_included).toMatchObject({
      tax_amount: 700,
      local_tax_amount: 700,
    });
    expect(pricedWith({ flags: undefined, merchant })).toMatchObject({ tax_amount: 0, flags: {} });
  });

  it('hold further amounts, and list the discounts that count', () => {
    const found = price(
      priceInput({
        ...untaxed,
        amount: 10000,
        flags: { skip_surcharge: true },
        additional_amounts: [
          { type: 'flat', value: 100, include: true },
          { type: 'percentage', value: 1000 },
        ],
        discount_amount: [
          { type: 'flat', value: 300, include: true },
          { type: 'flat', value: 99 },
        ],
      }),
    );
    expect(found).toMatchObject({ additional_amounts: 200, discount_amount: 399, amount: 9800 });
    expect(found.amounts_included).toMatchObject({
      additional_amounts: 100,
      discount_amounts: [300],
    });
    expect(found.flags).toEqual({ skip_surcharge: true });
    const saved = price(
      priceInput({
        ...untaxed,
        amount: 10000,
        rate: { type: 'flat', value: 427 },
        program: 'cash_discount',
        payment_type: 'ach',
      }),
    );
    expect(saved.amounts_included.discount_amounts).toEqual([427]);
  });
});
