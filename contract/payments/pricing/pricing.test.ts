// Prices: the worked examples of the programs and the order of computation.
import { describe, expect, it } from 'vitest';
import { amex, merchant, priceInput, printed } from '../testing/priceable.ts';
import { programs } from './fee-programs.ts';
import { price, priceByMethod } from './pricing.ts';
import type { PriceInput } from './pricing-types.ts';

describe('100.00 with 7 % tax at a rate of 3.99 %', () => {
  it.each([
    ['surcharge', 'card', 11127, { subtotal: 10000, tax_amount: 700, surcharge: 427 }],
    ['surcharge', 'ach', 10700, { surcharge: 0 }],
    ['cash_discount', 'card', 11127, { subtotal: 10427, tax_amount: 700, discount_amount: 0 }],
    ['cash_discount', 'ach', 10700, { subtotal: 10427, tax_amount: 700, discount_amount: 427 }],
    ['cash_discount_v2', 'card', 11127, { subtotal: 10427, surcharge: 0, service_fee: 0 }],
    ['cash_discount_v2', 'cash', 10700, { discount_amount: 427, base_amount: 10700 }],
    ['dual_pricing', 'card', 11127, { subtotal: 10399, tax_amount: 728, surcharge: 0 }],
    ['dual_pricing', 'cash', 10700, { subtotal: 10000, tax_amount: 700, discount_amount: 0 }],
    ['dual_pricing_v2', 'card', 10700, { subtotal: 10000, tax_amount: 700 }],
    ['dual_pricing_v2', 'cash', 10289, { subtotal: 9616, tax_amount: 673, discount_amount: 0 }],
    ['service_fee', 'card', 11127, { base_amount: 10700, service_fee: 427 }],
    ['service_fee', 'ach', 11127, { service_fee: 427, payment_adjustment: 427 }],
  ] as const)('under %s by %s comes to %i', (program, payment_type, amount, shown) => {
    const found = price(priceInput({ program, payment_type }));
    expect(found).toMatchObject({ amount, ...shown });
    expect(printed(found)).toBe(amount);
  });

  it.each(['flat', 'percentage'] as const)('comes to the same with a stated %s tax', (type) => {
    const tax_amount = { type, value: type === 'flat' ? 700 : 7000, include: true };
    const totals = programs.map((program) => {
      const all = priceByMethod(priceInput({ program, tax_amount, flags: {} }));
      return [program, all.card.amount, all.cash.amount];
    });
    expect(totals).toEqual([
      ['surcharge', 11127, 10700],
      ['dual_pricing_v2', 10700, 10289],
      ['dual_pricing', 11127, 10700],
      ['cash_discount_v2', 11127, 10700],
      ['cash_discount', 11127, 10700],
      ['service_fee', 11127, 11127],
    ]);
  });

  it('answers the totals of every method where they differ, and only there', () => {
    expect(price(priceInput({ program: 'dual_pricing_v2' }))).toMatchObject({
      payment_type_totals: { card: 10700, ach: 10289, cash: 10289 },
      payment_type_taxes: { card: 700, ach: 673, cash: 673 },
    });
    expect(price(priceInput({ program: 'cash_discount' })).payment_type_totals).toMatchObject({
      card: 11127,
      ach: 10700,
    });
    expect(price(priceInput({ program: 'surcharge' })).payment_type_totals).toBeNull();
    expect(price(priceInput({ program: 'service_fee' })).payment_type_totals).toBeNull();
  });
});

describe('a surcharge', () => {
  const surcharge = (overrides: Partial<PriceInput>) =>
    price(priceInput({ program: 'surcharge', flags: {}, ...overrides }));

  it('is capped at 2.000 % of the base in Oklahoma and left alone elsewhere', () => {
    const rate = { type: 'percentage', value: 3000 } as const;
    expect(surcharge({ rate, state: 'OK' })).toMatchObject({ surcharge: 200, amount: 10200 });
    expect(surcharge({ rate, state: 'IL' })).toMatchObject({ surcharge: 300, amount: 10300 });
    expect(surcharge({ rate, state: 'OK' }).surcharge_reason).toMatch(/^OK/);
    expect(surcharge({ rate, state: 'IL' }).surcharge_reason).toBe('');
    expect(surcharge({ rate: { type: 'flat', value: 500 }, state: 'OK' }).surcharge).toBe(200);
  });

  it('is never taken of debit cards, exempt payers, bank accounts or in refused states', () => {
    const refused: Partial<PriceInput>[] = [
      { card: { funding: 'debit', brand: 'visa' } },
      { card: { funding: 'prepaid', brand: 'visa' } },
      { card: { funding: 'unknown', brand: 'visa' } },
      { card: { ...amex, exempt: true } },
      { payment_type: 'ach' },
      { payment_type: 'cash' },
      { state: 'CO' },
      { state: 'CT' },
      { country: 'CA' },
      { state: '', merchant: { ...merchant, state: 'CO' } },
    ];
    for (const input of refused) {
      const found = surcharge(input);
      expect(found).toMatchObject({ surcharge: 0, amount: 10000 });
      expect(found.surcharge_reason).not.toBe('');
    }
  });

  it('previews as for a credit card before the card is known, and stays under the brand’s', () => {
    expect(surcharge({ card: undefined }).surcharge).toBe(399);
    expect(surcharge({ card: { funding: 'credit', brand: 'visa' } }).surcharge).toBe(300);
    expect(surcharge({ surcharge: { type: 'percentage', value: 1000 } }).surcharge).toBe(100);
  });
});

describe('flags', () => {
  it.each([
    ['surcharge', 'skip_surcharge'],
    ['cash_discount', 'skip_cash_discount'],
    ['cash_discount_v2', 'skip_cash_discount'],
    ['dual_pricing', 'skip_consumer_choice'],
    ['dual_pricing_v2', 'skip_consumer_choice'],
    ['service_fee', 'skip_service_fee'],
  ] as const)('%s is absent with %s and present without', (program, flag) => {
    for (const payment_type of ['card', 'ach', 'cash'] as const) {
      const found = price(priceInput({ program, payment_type, flags: { [flag]: true } }));
      expect(found).toMatchObject({ amount: 10000, discount_amount: 0, program: 'none' });
    }
    const all = Object.values(
      priceByMethod(priceInput({ program, flags: { skip_surcharge: false } })),
    );
    expect(all.some(({ amount }) => amount !== 10000)).toBe(true);
  });

  it('decide whether tax is added: exempt wins, then what is stated, then the default rate', () => {
    const taxOf = (overrides: Partial<PriceInput>) => {
      const found = price(priceInput({ rate: undefined, ...overrides }));
      return [found.tax_amount, found.amounts_included.tax_amount, found.amount];
    };
    const tax = { type: 'flat', value: 55 } as const;
    const exempting = { ...merchant, auto_tax_exempt: true };
    expect(taxOf({ flags: {} })).toEqual([0, 0, 10000]);
    expect(taxOf({ flags: { add_tax_to_total: true } })).toEqual([700, 700, 10700]);
    expect(taxOf({ flags: {}, tax_amount: tax })).toEqual([55, 0, 10000]);
    expect(taxOf({ tax_amount: { ...tax, include: true } })).toEqual([55, 55, 10055]);
    const added = { flags: { add_tax_to_total: true }, tax_amount: tax };
    expect(taxOf(added)).toEqual([55, 55, 10055]);
    expect(taxOf({ flags: { add_tax_to_total: true, tax_exempt: true } })).toEqual([0, 0, 10000]);
    expect(taxOf({ merchant: exempting })).toEqual([0, 0, 10000]);
    expect(taxOf({ merchant: exempting, ...added })).toEqual([55, 55, 10055]);
  });

  it('only a sale or authorization carries a fee', () => {
    for (const transaction_type of ['verification', 'refund', 'credit', 'void']) {
      expect(price(priceInput({ transaction_type, flags: {} })).amount).toBe(10000);
    }
    expect(price(priceInput({ transaction_type: 'auth', flags: {} })).amount).toBe(10399);
  });
});

describe('a line that is marked as untaxed', () => {
  const line_items = [
    { unit_price: 6000 },
    { unit_price: 4000, taxable: false, national_tax_rate: '5' },
  ];
  const priced = (overrides: Partial<PriceInput>) =>
    price(priceInput({ amount: undefined, line_items, program: 'surcharge', ...overrides }));
  const rate = { type: 'percentage', value: 7000, include: true } as const;

  it('is left alone by a stated rate and by the default one', () => {
    expect(priced({ tax_amount: rate, flags: {} }).tax_amount).toBe(420);
    expect(priced({ flags: { add_tax_to_total: true } }).tax_amount).toBe(420);
    expect(priced({ national_tax_amount: rate, flags: {} }).national_tax_amount).toBe(420);
  });

  it('bears its share of a discount, and all lines untaxed leave nothing to tax', () => {
    const discount_amount = [{ type: 'flat', value: 1000, include: true }] as const;
    expect(priced({ tax_amount: rate, flags: {}, discount_amount }).tax_amount).toBe(378);
    const none = line_items.map((line) => ({ ...line, taxable: false }));
    expect(priced({ tax_amount: rate, flags: {}, line_items: none }).tax_amount).toBe(0);
  });

  it('does not keep a tax from being stated as money', () => {
    const tax_amount = { type: 'flat', value: 500, include: true } as const;
    expect(priced({ tax_amount, flags: {} }).tax_amount).toBe(500);
  });
});

describe('the order of computation', () => {
  it('is lines, add-ons and discounts, tax, shipping and duty, fee, tip', () => {
    const found = price(
      priceInput({
        amount: undefined,
        line_items: [
          { quantity: '2', unit_price: 5000, local_tax_rate: '7.000' },
          { quantity: '0.5', unit_price: 2001, discount_rate: '10', national_tax_rate: '5' },
        ],
        addon_amount: [{ type: 'flat', value: 300, include: true }],
        discount_amount: [
          { type: 'percentage', value: 10_000, include: true },
          { type: 'flat', value: 99 },
        ],
        shipping_amount: { type: 'flat', value: 500, include: true },
        duty_amount: { type: 'flat', value: 77 },
        tip_amount: { type: 'percentage', value: 20_000, include: true },
        rate: { type: 'percentage', value: 3000 },
      }),
    );
    expect(found.line_items.map((line) => line.subtotal)).toEqual([10000, 900]);
    expect(found).toMatchObject({
      subtotal: 10900,
      addon_amount: 300,
      discount_amount: 1189,
      tax_amount: 700,
      national_tax_amount: 45,
      shipping_amount: 500,
      duty_amount: 77,
      tip_amount: 2180,
      base_amount: 11355,
      service_fee: 341,
      amount: 13876,
    });
    expect(found.amounts_included).toMatchObject({ duty_amount: 0, discount_amount: 1090 });
    expect(printed(found)).toBe(found.amount);
  });

  it('takes a caller’s service fee in the program’s place', () => {
    const service_fee = { type: 'flat', value: 250 } as const;
    const found = price(priceInput({ program: 'surcharge', service_fee, flags: {} }));
    expect(found).toMatchObject({ service_fee: 250, surcharge: 0, amount: 10250 });
  });

  it('refuses bad lines and discounts above the price with the field’s name', () => {
    const line = (input: object) => () => price(priceInput({ line_items: [input] }));
    expect(line({ quantity: '-1', unit_price: 1 })).toThrow('bad request error: invalid Quantity');
    expect(line({ unit_price: 1, tax_rate: '1.23456' })).toThrow(/invalid Tax Rate$/);
    expect(line({ unit_price: 1, discount_rate: 'x' })).toThrow(/invalid Discount Rate$/);
    expect(line({ unit_price: 1, discount_amount: 2 })).toThrow(/invalid Discount Amount$/);
    const discount_amount = [{ type: 'flat', value: 10001, include: true } as const];
    expect(() => price(priceInput({ discount_amount }))).toThrow(/invalid Discount Amount$/);
    for (const wrong of ['1.234', '-1.00']) {
      expect(() => price(priceInput({ products: [{ price: wrong }] }))).toThrow(/invalid Price$/);
    }
  });

  it('lets the tax stated for a line follow the price its payer pays', () => {
    const line_items = [
      { unit_price: 10000, local_tax: 700 },
      { unit_price: 0, local_tax: 5 },
    ];
    const all = priceByMethod(priceInput({ program: 'dual_pricing_v2', line_items }));
    expect([all.card.tax_amount, all.cash.tax_amount]).toEqual([705, 678]);
    expect(all.cash.line_items[0]).toMatchObject({ subtotal: 9616, price_adjustment: -384 });
  });

  it('reads picked products as lines of one', () => {
    const products = [{ id: 'p1', name: 'Mug', price: '12.50', local_tax: '8.000' }];
    const found = price(priceInput({ amount: undefined, products, rate: undefined }));
    expect(found).toMatchObject({ subtotal: 1250, tax_amount: 100, amount: 1350 });
    expect(found.line_items[0]).toMatchObject({ product_code: 'p1', quantity: '1' });
  });
});
