// Reference 4 and 8: what a payment comes to, fees, and the merchant's processors.
import { expect, it } from 'vitest';
import { call, good, type Json, pay, refused, the } from './stranger.ts';

const flat = (value: number, include = true) => ({ type: 'flat', value, include });
const percentage = (value: number, include = true) => ({ type: 'percentage', value, include });

it('4.1 adds what is to be included, rounds half to even, and takes its answer back', async () => {
  const priced = await good('POST', '/calculate/amounts', {
    amount: 10_000,
    payment_method: 'card',
    transaction_type: 'sale',
    shipping_amount: flat(500),
    tip_amount: flat(250),
    tax_amount: percentage(8_250),
    discount_amount: [flat(1_000)],
  });
  for (const name of `amount base_amount subtotal tax_amount national_tax_amount local_tax_amount
    shipping_amount duty_amount tip_amount discount_amount addon_amount additional_amounts
    service_fee surcharge payment_adjustment`.split(/\s+/)) {
    expect(Number.isInteger(priced[name]), name).toBe(true);
  }
  expect(priced).toMatchObject({
    shipping_amount: 500,
    tip_amount: 250,
    discount_amount: 1_000,
    currency: 'usd',
    amounts_included: expect.any(Object),
    line_items: expect.any(Array),
    flags: expect.any(Object),
  });
  const paid = await pay({ amount: priced.amount, amounts: priced });
  expect(paid).toMatchObject({ amount: priced.amount, tax_amount: priced.tax_amount });
  const wrong = { ...priced, amount: priced.amount + 1 };
  const body = { type: 'sale', amount: wrong.amount, amounts: wrong };
  const answer = await call('POST', '/transaction', { ...body, payment_method: cardOf() });
  expect(answer.http).toBe(400);
});

const cardOf = () => ({
  card: { number: '4005519200000004', expiration_date: '12/30', cvc: '999' },
});

it('4.1 leaves out what is not included, and asks for what it needs', async () => {
  const priced = await good('POST', '/calculate/amounts', {
    amount: 10_000,
    payment_method: 'ach',
    shipping_amount: flat(500, false),
  });
  expect(priced.amount).toBe(10_000 - priced.discount_amount + priced.service_fee);
  await refused(400, /Amount|Subtotal/, 'POST', '/calculate/amounts', { payment_method: 'card' });
  const lines = await good('POST', '/calculate/amounts', {
    payment_method: 'card',
    line_items: [{ name: 'Bolt', quantity: '2.5', unit_price: 1_001 }],
  });
  // 2.5 × 10.01 = 25.025: half to even.
  expect(lines.subtotal).toBe(2_502);
});

it('4.2 answers the older fee lookup', async () => {
  const fees = await good('POST', '/lookup/fees', {
    type: 'integrations',
    type_id: the.keys.merchant.id,
    state: 'GA',
    bin: '400551920000',
    payment_method: 'card',
    base_amount: 10_000,
    processor_id: the.keys.processors.card,
  });
  expect(fees).toMatchObject({
    service_fee: expect.any(Number),
    payment_adjustment: { value: expect.any(Number), type: expect.any(String) },
    payment_type_totals: expect.any(Object),
    payment_type_taxes: expect.any(Object),
    requested_amount: expect.any(Number),
    surcharge: expect.any(Number),
  });
  expect(fees.payment_type_totals.card).toBe(fees.requested_amount);
});

it('4.3 asks for exactly one thing to look up', async () => {
  await refused(400, /./, 'POST', '/lookup/bin/protected', {});
  await refused(400, /Bin|BIN/, 'POST', '/lookup/bin/protected', { bin: '4005' });
});

it('4.4 computes the amount where only base_amount is sent', async () => {
  const paid = await pay({ amount: undefined, base_amount: 2_000 });
  expect(paid.base_amount).toBe(2_000);
  expect(paid.amount).toBe(2_000 + paid.surcharge + paid.service_fee - paid.discount_amount);
  const adjusted = await pay({
    amount: undefined,
    base_amount: 2_000,
    payment_adjustment: { type: 'flat', value: 150 },
  });
  expect(adjusted.amount).toBe(2_150);
});

const admin = () => ({ key: the.keys.partner.private_key });
const processors = () => `/merchant/${the.keys.merchant.id}/processors`;
const processor = (id = '') => `/merchant/${the.keys.merchant.id}/processor${id && `/${id}`}`;

it('8 lists the processors of a merchant with every member', async () => {
  const { data, body } = await call('GET', processors());
  expect(body.total_count).toBe(data.length);
  const first = data.find(({ id }: Json) => id === the.keys.processors.card);
  expect(first).toMatchObject({
    name: expect.any(String),
    description: expect.any(String),
    default_card: true,
    default_ach: expect.any(Boolean),
    default_apm: expect.any(Boolean),
    default_cash: expect.any(Boolean),
    timezone: expect.any(String),
    tag: expect.any(String),
    status: 'active',
    settle_at: expect.stringMatching(/^\d\d:(00|30):00$/),
    max_daily: expect.any(Number),
    max_monthly: expect.any(Number),
    payment_adj_type: expect.any(String),
    payment_adj_val: expect.any(Number),
    settings: { tsys_sierra: expect.any(Object) },
    features: expect.any(Object),
    supported_payment_methods: expect.arrayContaining(['card']),
    supported_currencies: expect.arrayContaining(['usd']),
  });
});

it('8 lets a partner make, change, disable and enable one; a merchant only reads', async () => {
  const made = { name: 'Spare', settings: { tsys_sierra: { mid: '887000003192' } } };
  expect((await call('POST', processor(), made)).http).toBe(403);
  const types = await call('GET', '/processors/types', undefined, admin());
  expect(types.data).toHaveLength(40);
  const { id } = await good('POST', processor(), await completeSettings(made), admin());
  expect(await good('GET', processor(id))).toMatchObject({ id, name: 'Spare', status: 'active' });
  const renamed = await good('POST', processor(id), { id, name: 'Renamed' }, admin());
  expect(renamed.name).toBe('Renamed');
  await good('GET', `${processor(id)}/status/disable`, undefined, admin());
  expect((await good('GET', processor(id))).status).toBe('disabled');
  const body = { type: 'sale', amount: 100, processor_id: id, payment_method: cardOf() };
  const answer = await call('POST', '/transaction', body);
  expect([answer.http, answer.data?.status]).not.toEqual([200, 'pending_settlement']);
  await good('GET', `${processor(id)}/status/enable`, undefined, admin());
  expect((await pay({ processor_id: id })).processor_id).toBe(id);
  await refused(404, 'not found', 'GET', processor('00000000000000000000'));
  expect((await call('DELETE', processor(id), undefined, admin())).http).toBe(400);
});

/** The plain settings of the merchant's own card processor, as a form would send them. */
async function completeSettings(made: Json): Promise<Json> {
  const own = await good('GET', processor(the.keys.processors.card));
  const shown = Object.entries(own.settings.tsys_sierra as Json);
  const plain = shown.filter(([, value]) => value !== '********' && value !== '');
  return {
    ...made,
    settings: { tsys_sierra: { ...Object.fromEntries(plain), ...made.settings.tsys_sierra } },
  };
}
