// Fee lookups and card facts, the fields beside an amount, and accounts that look no cards up.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setFeeProgram } from '../testing/fee-program.ts';
import { type MoneyWorld, makeMoneyWorld } from '../testing/worlds/money-world.ts';

let w: MoneyWorld;

const program = (permissions: object, flags: object) => setFeeProgram(w, permissions, flags);

beforeAll(async () => {
  w = await makeMoneyWorld();
});
beforeEach(async () => {
  await program({ allow_surcharge: true }, { surcharge_enabled: true });
});
afterAll(async () => {
  await w?.audit();
  await w?.close();
});

const calculate = async (body: object) => (await w.post('/calculate/amounts', body)).body.data;
const amex = '378282246310005';

describe('an account that looks no cards up', () => {
  it('is refused the lookup, and takes no surcharge in prices and payments', async () => {
    const surcharged = { allow_surcharge: true, allow_ibx_bin_lookup: false };
    await program(surcharged, { surcharge_enabled: true });
    const { status, body } = await w.post('/lookup/bin/protected', { bin: amex });
    expect([status, body.data]).toMatchObject([403, { name: 'allow_ibx_bin_lookup' }]);
    expect(body.msg).toMatch(/“BIN lookup” is off/);
    const ask = { amount: 10_000, payment_method: 'card', state: 'IL' };
    expect((await calculate(ask)).surcharge).toBe(0);
    expect((await calculate({ ...ask, cc_bin: amex })).surcharge).toBe(0);
    const fees = { type: 'integrations', payment_method: 'card', base_amount: 10_000, bin: amex };
    expect((await w.post('/lookup/fees', fees)).body.data.surcharge).toBe(0);
    const card = { number: amex, expiration_date: '1230' };
    const sale = { type: 'sale', base_amount: 10_000, payment_method: { card } };
    expect((await w.post('/transaction', sale)).body.data).toMatchObject({
      ...{ amount: 10_000, surcharge: 0, response: 'approved' },
    });
  });
});

describe('the older lookup of fees', () => {
  it('answers totals by method', async () => {
    await program({ allow_dual_pricing: true }, {});
    const { body } = await w.post('/lookup/fees', {
      type: 'integrations',
      payment_method: 'card',
      base_amount: 10_000,
    });
    expect(body.data).toMatchObject({
      payment_type_totals: { card: 10_399, ach: 10_000, cash: 10_000 },
      requested_amount: 10_399,
      discount_amount: null,
      payment_adjustment: { type: 'percentage', value: 3990 },
    });
  });
});

describe('the fields beside the amount', () => {
  const ask = { amount: 10_000, payment_method: 'card', cc_bin: amex };
  const fees = async (body: object) =>
    (await w.post('/lookup/fees', { payment_method: 'card', base_amount: 10_000, ...body })).body;

  it('takes the place of what the merchant has, in both forms', async () => {
    expect(await calculate({ products: [{ price: '5.00' }] })).toMatchObject({ subtotal: 500 });
    expect(await calculate({ subtotal: 700 })).toMatchObject({ subtotal: 700 });
    const lines = await calculate({ line_items: [{ amount: 500, quantity_shipped: '1.5' }] });
    expect(lines.line_items[0]).toMatchObject({ quantity_shipped: 1.5 });
    const [bare] = (await calculate({ line_items: [{ amount: 500 }] })).line_items;
    expect(bare).not.toHaveProperty('quantity_shipped');
    expect(await calculate({ items: [{ base: 500 }] })).toMatchObject({
      ...{ tax_rate: 0, items: [{ qty: 1, base: 500 }] },
    });
    const processor_payment_adjustment = { type: 'percentage', value: 1_000 };
    expect(await calculate({ ...ask, processor_payment_adjustment })).toMatchObject({
      surcharge: 100,
    });
    const tax_override_amount = { type: 'flat', value: 50, include: true };
    expect(await calculate({ ...ask, tax_override_amount })).toMatchObject({ tax_amount: 50 });
    expect(await calculate(ask)).toMatchObject({ tax_amount: 0, currency: 'usd' });
    expect(await calculate({ ...ask, currency: 'cad' })).toMatchObject({ currency: 'cad' });
    const line_items = [{ quantity: '2', unit_price: 500 }];
    expect((await fees({ base_amount: undefined, line_items })).data).toMatchObject({
      requested_amount: 1_040,
    });
    expect((await fees({ base_amount: undefined })).msg).toMatch(/invalid Base Amount$/);
    expect((await fees({ processor_id: w.m1.processors.ach })).data).toMatchObject({
      payment_adjustment: { type: 'percentage', value: 3_990 },
    });
    expect((await fees({ processor_id: '0'.repeat(20) })).msg).toMatch(/invalid Processor ID$/);
    const none = { payment_adj_type: '', payment_adj_value: 0 };
    await w.changeProcessor(w.m1.processors.card, none);
    expect((await fees({})).data).toMatchObject({
      ...{ payment_adjustment: { value: 0, type: '' }, requested_amount: 10_000 },
    });
    await program({ allow_surcharge: true }, { surcharge_enabled: true });
    const surcharge = async (more: object) => (await fees({ bin: amex, ...more })).data.surcharge;
    expect(await surcharge({})).toBe(399);
    expect(await surcharge({ state: 'CT' })).toBe(0);
    expect(await surcharge({ country: 'GB' })).toBe(0);
    expect(await surcharge({ surcharge: { type: 'percentage', value: 1_000 } })).toBe(100);
    expect((await fees({ tax: 70 })).data).toMatchObject({
      payment_type_taxes: { card: 70, ach: 70, cash: 70 },
    });
  });

  it('by method takes the rate of the card processor, and its discount', async () => {
    await program({ allow_dual_pricing: true }, {});
    await w.changeProcessor(w.m1.processors.ach, { payment_adj_value: 0, payment_adj_type: '' });
    expect((await fees({ payment_method: 'ach' })).data).toMatchObject({
      ...{ requested_amount: 10_000, payment_type_totals: { card: 10_399, ach: 10_000 } },
    });
    await program({}, { generic_cash_discount: true });
    const cash = await fees({ payment_method: 'cash' });
    expect(cash.data.discount_amount).toBeGreaterThan(0);
    expect((await fees({})).data.discount_amount).toBeNull();
  });
});

describe('the lookup of a card', () => {
  const look = (body: object) => w.post('/lookup/bin/protected', body);

  it('answers what is known, and nothing of what is not', async () => {
    const { body } = await look({ bin: '371449635398431', state: 'IL', country: 'US' });
    expect(body.data).toEqual({
      bin: '371449',
      card_brand: 'American Express',
      issuing_bank: 'Penstock Sandbox Bank',
      card_type: 'credit',
      card_level_generic: 'personal',
      country: 'USA',
      is_surchargeable: true,
      payment_method_type: 'card',
    });
    expect((await look({ bin: '411111' })).body.data.is_surchargeable).toBe(false);
    expect((await look({ bin: '378282', state: 'MA' })).body.data.is_surchargeable).toBe(false);
    expect((await look({ bin: '999999' })).body.data).toEqual({});
  });

  it('needs digits, a token or a customer', async () => {
    expect((await look({})).body.msg).toMatch(/invalid Bin$/);
    expect((await look({ bin: '41' })).body.msg).toMatch(/invalid Bin$/);
    expect((await look({ temp_token: 'x' })).body.msg).toMatch(/invalid Token: The token is not/);
    expect((await look({ customer_id: 'x' })).body.msg).toMatch(/invalid Customer ID$/);
    const abroad = await look({ bin: '378282', country: 'GB' });
    expect(abroad.body.data.is_surchargeable).toBe(false);
  });
});
