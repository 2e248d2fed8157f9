// Calculated amounts, and payments priced by the server (Q11).
import { beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../db/database.ts';
import { setFeeProgram } from '../testing/fee-program.ts';
import { openMoneyWorld } from '../testing/worlds/money-world.ts';
import { invalidateMerchant } from './merchant-config.ts';

const program = (permissions: object, flags: object) => setFeeProgram(w, permissions, flags);

const w = openMoneyWorld();
beforeEach(async () => {
  await program({ allow_surcharge: true }, { surcharge_enabled: true });
});

const calculate = async (body: object) => (await w.post('/calculate/amounts', body)).body.data;
const tax = { flags: { include_default_tax_to_total: true } };
const amex = '378282246310005';

describe('the calculation', () => {
  it('reproduces the worked examples', async () => {
    const card = { amount: 10_000, payment_method: 'card', cc_bin: amex, state: 'IL', ...tax };
    expect(await calculate(card)).toMatchObject({ amount: 11_127, surcharge: 427 });
    expect(await calculate({ ...card, payment_method: 'ach' })).toMatchObject({ amount: 10_700 });
    await program({ allow_dual_pricing_v2: true }, {});
    expect(await calculate({ ...card, payment_method: 'cash' })).toMatchObject({
      amount: 10_289,
      payment_type_totals: { card: 10_700, ach: 10_289, cash: 10_289 },
    });
    await program({}, {});
    expect(await calculate(card)).toMatchObject({ amount: 11_127, service_fee: 427 });
  });

  it('keeps the cap of Oklahoma and the refusals of states and debit cards', async () => {
    const card = { amount: 10_000, cc_bin: amex, payment_method: 'card' };
    expect(await calculate({ ...card, state: 'OK' })).toMatchObject({ surcharge: 200 });
    expect(await calculate({ ...card, state: 'ct' })).toMatchObject({ surcharge: 0 });
    expect(await calculate({ ...card, cc_bin: '411111' })).toMatchObject({ surcharge: 0 });
    expect((await calculate({ ...card, state: 'CO' })).surcharge).toBe(0);
  });

  it("caps Colorado where the partner's brand says so and the state is off the list", async () => {
    const { id } = w.m1.account;
    const ask = { amount: 10_000, cc_bin: amex, payment_method: 'card', state: 'CO' };
    const surcharge = async () => (await calculate(ask)).surcharge;
    const listed = { merchant: { tax_rate: 7000, additional_surcharge_blacklist_states: [] } };
    const default_values = JSON.stringify(listed);
    await connect(w.world.system, id)
      .updateTable('merchant')
      .set({ default_values })
      .where('merchant_id', '=', id)
      .execute();
    const credential = w.tenants.admin.boss.private_key;
    const partner = await w.world.call('GET', `/merchant/${id}`, { credential });
    const { partner_id } = partner.body.data;
    const texts = { domain: 'co.example', title: 'Co', brand_name: 'Co' };
    const seen: number[] = [];
    for (const colorado_cap of [false, true]) {
      const body = { partner_id, ...texts, colorado_cap };
      const saved = await w.world.call('POST', '/admin/branding', { credential, body });
      expect(saved.body.data).toMatchObject({ colorado_cap });
      invalidateMerchant(w.world.system, id);
      seen.push(await surcharge());
    }
    expect(seen).toEqual([399, 200]);
  });

  it('needs an amount or lines, and a processor that exists', async () => {
    expect((await w.post('/calculate/amounts', {})).body.msg).toMatch(/invalid Amount$/);
    const wrong = { amount: 1, processor_id: '0'.repeat(20) };
    expect((await w.post('/calculate/amounts', wrong)).body.msg).toMatch(/invalid Processor ID$/);
    const lines = { line_items: [{ quantity: '2', unit_price: 500 }] };
    const found = await calculate(lines);
    expect([found.subtotal, found.line_items[0].quantity]).toEqual([1000, 2]);
  });
});

describe('the legacy form of the calculation', () => {
  it('is answered in its own words, with the numbers of the present one', async () => {
    const old = { type: 'integrations', type_id: 'x', payment_method: 'card', cc_bin: amex };
    const settings = { surcharge: false };
    const one = { ...old, base: 10_000, shipping: 500, tax_rate: 10_000, state: 'IL', settings };
    expect(await calculate(one)).toMatchObject({
      items: [],
      subtotal: 10_000,
      shipping: 500,
      tax_rate: 10_000,
      tax: 1_000,
      surcharge: 0,
      total: 11_500,
    });
    const items = [{ qty: '2.5', base: 1_000, local_tax: 25, national_tax: 0 }];
    const lines = await calculate({ ...old, items, tax_rate: '10', settings });
    expect(lines).toMatchObject({
      items: [{ qty: 2.5, base: 2_500, local_tax: 25, national_tax: 0 }],
      tax: 25,
      total: 2_525,
    });
    const adjusted = { ...old, base: 10_000, payment_adj: { type: '', value: 0 } };
    const present = await calculate({ amount: 10_000, payment_method: 'card', cc_bin: amex });
    expect((await calculate(adjusted)).total).toBe(present.amount);
    const wrong = await w.post('/calculate/amounts', { ...old, base: 1, tax_rate: 'ten' });
    expect([wrong.status, wrong.body.msg]).toEqual([400, expect.stringMatching(/Tax Rate$/)]);
  });
});

describe('a payment', () => {
  const sale = {
    type: 'sale',
    payment_method: { card: { number: amex, expiration_date: '1230' } },
  };
  const pay = (body: object) => w.post('/transaction', { ...sale, ...body });

  it('by base amount is priced by the server', async () => {
    const { body } = await pay({ base_amount: 10_000, billing_address: { state: 'IL' } });
    expect(body.data).toMatchObject({
      amount: 10_399,
      base_amount: 10_000,
      surcharge: 399,
      features: expect.arrayContaining(['surcharge']),
    });
    const there = await pay({ base_amount: 10_000, billing_address: { state: 'CT' } });
    expect(there.body.data).toMatchObject({ amount: 10_000, surcharge: 0 });
  });

  it('with a fee in per cent takes it on the base, not on surcharge or tip', async () => {
    const payment_adjustment = { type: 'percentage', value: 10_000 };
    const parts = { surcharge: 400, tip_amount: 1_000 };
    const { body } = await pay({ amount: 12_400, ...parts, payment_adjustment });
    expect(body.data).toMatchObject({ base_amount: 10_000, service_fee: 1_000, ...parts });
  });

  it('with a total that differs from ours is refused', async () => {
    const right = await pay({ base_amount: 10_000, amount: 10_399 });
    expect(right.status).toBe(200);
    const wrong = await pay({ base_amount: 10_000, amount: 10_398 });
    expect([wrong.status, wrong.body.msg]).toEqual([400, expect.stringMatching(/Amount$/)]);
  });

  it('takes a calculation back whole, and refuses one that was changed', async () => {
    const amounts = await calculate({
      amount: 10_000,
      cc_bin: amex,
      payment_method: 'card',
      ...tax,
    });
    const { body } = await pay({ amounts });
    expect(body.data).toMatchObject({ amount: 11_127, surcharge: 427, tax_amount: 700 });
    expect((await pay({ amounts: { ...amounts, amount: 11_126 } })).status).toBe(400);
    expect((await pay({ amounts, amount: 10_000 })).status).toBe(400);
    const debit = { card: { number: '4111111111111111', expiration_date: '1230' } };
    expect((await pay({ amounts, payment_method: debit })).status).toBe(400);
  });

  it('takes the total of the method that pays under dual pricing', async () => {
    await program({ allow_dual_pricing_v2: true }, {});
    const input = { amount: 10_000, ...tax };
    const cash = await calculate({ ...input, payment_method: 'cash' });
    const good = await pay({ amounts: cash, payment_method: { cash: {} } });
    expect(good.body.data).toMatchObject({ amount: 10_289, surcharge: 0 });
    expect((await pay({ amounts: cash })).status).toBe(400);
    // A total that is not its base with its tip is nobody's calculation.
    const by_cash = { payment_method: { cash: {} } };
    const other = { ...cash, base_amount: cash.base_amount - 1 };
    for (const wrong of [{ amounts: other }, { amounts: cash, tip_amount: 1 }]) {
      const { status, body } = await pay({ ...wrong, ...by_cash });
      expect([status, body.msg]).toEqual([400, expect.stringMatching(/invalid Amount$/)]);
    }
  });

  it('by its amount is charged as it is, fees being parts of it', async () => {
    const fee = { payment_adjustment: { type: 'flat', value: 250 } };
    const { body } = await pay({ amount: 1000, ...fee });
    expect(body.data).toMatchObject({
      amount: 1000,
      base_amount: 750,
      service_fee: 250,
      payment_adjustment: 250,
    });
    // Clients state taxes above the amount; the ledger then believes the amount alone.
    expect((await pay({ amount: 100, tax_amount: 500 })).body.data.response_code).toBe(100);
  });
});
