// Members of a payment that are taken, kept, shown and searched by as the specification lists them,
// under the names of the API and of the terminal's form, up to the largest amount.
import { describe, expect, it } from 'vitest';
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import { signIn } from '../../../testing/sweeps/sweep-world.ts';
import { good_card } from '../../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { invalidateMerchant } from '../../merchant-config.ts';
import { normalizeInput } from './form-names.ts';

const w = openMoneyWorld();

const sale = (more: object = {}, card: object = {}) => ({
  type: 'sale',
  amount: 1000,
  payment_method: { card: { ...good_card, ...card } },
  ...more,
});
async function paid(body: object) {
  const made = await w.post('/transaction', body);
  expect(made.status, made.text).toBe(200);
  return { made: made.body.data, read: await w.read(made.body.data.id) };
}

describe('what is stated', () => {
  it('of the cardholder’s proof makes the feature 3ds', async () => {
    const proof = { eci: '05', cavv: 'AAABBBCCC', xid: 'x1' };
    const { made, read } = await paid(sale({}, { cardholder_authentication: proof }));
    expect([made.features, read.features]).toEqual([
      expect.arrayContaining(['3ds']),
      expect.arrayContaining(['3ds']),
    ]);
    expect((await paid(sale({ order_id: 'plain' }))).read.features).not.toContain('3ds');
  });

  it('as vendor id and rates is shown with the payment', async () => {
    const shown = { vendor_id: 'v'.repeat(36), override_tax_rate: '8.25' };
    const rates = { override_national_tax_rate: 5, payment_type: 'card' };
    const { read } = await paid(sale({ order_id: 'stated', ...shown, ...rates }));
    expect(read).toMatchObject({ ...shown, override_national_tax_rate: '5' });
  });

  it('as vendor id is answered by the payment itself, its repeat and lists', async () => {
    const vendor_id = 'vendor-'.repeat(6);
    const key = { idempotency_key: '0f6a5a0e-3a62-4a6b-9d53-6a2f7f6f3a11' };
    const body = sale({ order_id: 'vendor', vendor_id, ...key });
    const { made } = await paid(body);
    const again = await w.post('/transaction', body);
    const by_order = { order_id: { operator: '=', value: 'vendor' } };
    const found = await w.post('/transaction/search', by_order);
    const shown = [made, again.body.data, found.body.data[0]];
    expect(shown.map((one) => one.vendor_id)).toEqual([vendor_id, vendor_id, vendor_id]);
    expect((await paid(sale({ order_id: 'none' }))).made).not.toHaveProperty('vendor_id');
  });

  it.each([
    ['Payment Type', { payment_type: 'ach' }],
    ['Override Tax Rate', { override_tax_rate: '123' }],
    ["Driver's License", { drivers_license: 'A-1' }],
  ])('is refused where it is wrong: %s', async (label, more) => {
    const { status, body } = await w.post('/transaction', sale(more));
    expect([status, body.msg.replace('Drivers', "Driver's")]).toEqual([
      400,
      `bad request error: invalid ${label}`,
    ]);
  });
});

it('a payment by hand keeps the address of its browser, one by key none', async () => {
  const credential = await signIn(w.world, w.m1.boss);
  const post = async (order_id: string, more: object) => {
    const body = sale({ order_id, source: 'cp', ...more });
    return (await w.world.call('POST', '/transaction', { credential, body })).body.data.ip_address;
  };
  expect(await post('ip1', {})).toBe('127.0.0.1');
  expect(await post('ip2', { ip_address: '203.0.113.9' })).toBe('203.0.113.9');
  expect((await paid(sale({ order_id: 'ip3' }))).read.ip_address).toBe('');
});

it('a bank account of four digits shows two of them, and no more anywhere', async () => {
  const ach = { routing_number: '021000021', account_number: '7351' };
  const { made, read } = await paid({ type: 'sale', amount: 900, payment_method: { ach } });
  const text = JSON.stringify([made, read]);
  expect(text).toContain('XX51');
  expect(text).not.toContain('7351');
});

describe('a filter', () => {
  const find = (body: object) => w.post('/transaction/search', body);

  it('takes ids of 4 to 20 characters', async () => {
    for (const name of ['transaction_id', 'referenced_transaction_id']) {
      for (const length of [3, 21]) {
        const answer = await find({ [name]: { operator: '=', value: 'a'.repeat(length) } });
        expect(answer.status, `${name} ${length}`).toBe(400);
      }
      const answer = await find({ [name]: { operator: '=', value: 'abcd' } });
      expect([answer.status, answer.body.total_count]).toEqual([200, 0]);
    }
  });

  it('by brand and by digest finds the card', async () => {
    const amex = { number: '378282246310005', cvc: '1234' };
    const { read } = await paid(sale({ order_id: 'amex' }, amex));
    expect(read.cc_digest).toMatch(/^[0-9a-f]{20}$/);
    for (const filter of [
      { card_brand: { operator: '=', value: 'amex' } },
      { cc_digest: { operator: '=', value: read.cc_digest } },
    ]) {
      const { body } = await find(filter);
      expect(body.data.map((one: { id: string }) => one.id)).toEqual([read.id]);
    }
    const others = await find({ card_brand: { operator: '!=', value: 'amex' }, limit: 100 });
    expect(others.body.data.map((one: { id: string }) => one.id)).not.toContain(read.id);
    expect((await find({ card_brand: { operator: '=', value: 'shell' } })).status).toBe(400);
  });
});

const bank = { ach: { routing_number: '021000021', account_number: '123456' } };
const holder = {
  drivers_license: 'wdl77',
  drivers_license_state: 'WA',
  social_security_number_last_4: '6789',
  date_of_birth: '1980-02-29',
};
const by_bank = { type: 'sale', amount: 1000, payment_method: bank };

describe('whose bank account it is', () => {
  it('is kept and shown with the payment alone, and left out of lists', async () => {
    const made = await w.post('/transaction', { ...by_bank, ...holder });
    expect(made.status, made.text).toBe(200);
    const { id } = made.body.data;
    expect(await w.read(id)).toMatchObject(holder);
    const found = await w.post('/transaction/search', {
      transaction_id: { operator: '=', value: id },
    });
    expect(found.body.total_count).toBe(1);
    for (const { text } of [made, found]) expect(text).not.toMatch(/wdl77|6789|1980-02-29/);
  });

  it('answers a merchant that requires it, by either name', async () => {
    const { id } = w.m1.account;
    const set = async (drivers_license: string) => {
      const requireds = { default: { drivers_license } };
      expect((await w.post(`/merchant/${id}/requireds`, { requireds })).status).toBe(200);
      invalidateMerchant(w.world.system, id);
    };
    await set('required');
    const without = await w.post('/transaction', by_bank);
    expect(without.body.msg).toMatch(/invalid Driver'?s Licen[cs]e$/);
    const flat = await w.post('/transaction', { ...by_bank, drivers_license: 'wdl77' });
    expect(flat.status, flat.text).toBe(200);
    const accountholder_authentication = { dl_number: 'wdl78' };
    const nested = { ach: { ...bank.ach, accountholder_authentication } };
    const other = await w.post('/transaction', { ...by_bank, payment_method: nested });
    expect(other.status, other.text).toBe(200);
    expect(await w.read(other.body.data.id)).toMatchObject({ drivers_license: 'wdl78' });
    await set('optional');
  });

  it('is turned down where it is none', async () => {
    for (const wrong of ['678', 'abcd']) {
      const body = { ...by_bank, social_security_number_last_4: wrong };
      expect((await w.post('/transaction', body)).status).toBe(400);
    }
  });
});

describe('a fee the caller states', () => {
  it('is charged under either name, and shown as it was stated', async () => {
    const adjustment = { payment_adj_type: 'percentage', payment_adj_value: 2500 };
    const { amount: _, ...rest } = by_bank;
    const made = await w.post('/transaction', { ...rest, base_amount: 1000, ...adjustment });
    expect(made.body.data, made.text).toMatchObject({ amount: 1025, payment_adjustment: 25 });
    expect(await w.read(made.body.data.id)).toMatchObject(adjustment);
  });

  it('needs its kind and its value, and gives way to the name of the API', () => {
    const normalized = (more: object) =>
      normalizeInput({ payment_method: {}, ...more } as CreateInput);
    expect(normalized({ payment_adj_type: 'flat' })).toEqual({ payment_method: {} });
    const both = { payment_adjustment: { type: 'flat', value: 5 }, payment_adj_type: 'percentage' };
    expect(normalized({ ...both, payment_adj_value: 100 }).payment_adjustment).toEqual({
      type: 'flat',
      value: 5,
    });
  });
});

const largest = 99_999_999_999;
const percent = (value: number) => ({ type: 'percentage', value, include: true });
const flat = (value: number) => ({ type: 'flat', value, include: true });
const adjusted = { base_amount: largest, payment_adjustment: percent(99_999_999) };
const line = { unit_price: largest, quantity: '999999999.9999' };
const unsafe = Number.MAX_SAFE_INTEGER;

describe('what is larger than any amount is refused by the name of its field', () => {
  it.each([
    ['a fee', 'Payment Adjustment', adjusted],
    ['a total', 'Amount', { base_amount: largest, payment_adjustment: { type: 'flat', value: 1 } }],
    ['a total with its tip', 'Amount', { base_amount: largest, tip_amount: 1 }],
    ['a line', 'Quantity', { amount: 1_000, line_items: [line] }],
    ['a passed amount', 'Amount', { amounts: { amount: unsafe, base_amount: unsafe } }],
    ['a passed base', 'Base Amount', { amounts: { amount: 1_000, base_amount: unsafe } }],
    [
      'a passed tip',
      'Tip Amount',
      { amounts: { amount: 1_000, base_amount: 1_000, tip_amount: unsafe }, surcharge: 1 },
    ],
  ])('of a payment: %s', async (_what, label, input) => {
    const before = await w.count('transaction');
    const sale = { type: 'sale', ...input };
    const one = await w.post('/transaction', { ...sale, ...cardOf(good_card.number) });
    expect([one.status, one.body.msg]).toEqual([400, `bad request error: invalid ${label}`]);
    const multi = { transactions: [sale], ...cardOf(good_card.number) };
    const { body } = await w.post('/transaction/multi', multi);
    // A row that does not even read refuses the whole call.
    expect([body.msg, body.data?.[0]?.msg]).toContain(one.body.msg);
    expect(await w.count('transaction')).toBe(before);
  });

  const calculations: [string, object][] = [
    ['Quantity', { line_items: [line], payment_type: 'card' }],
    ['Quantity', { items: [{ qty: '999999999.9999', base: largest }] }],
    ['Price', { products: [{ price: '1000000000.00' }] }],
    ['Subtotal', { line_items: [{ unit_price: largest }, { unit_price: 1 }] }],
    ['Addon Amount', { amount: largest, addon_amount: [percent(1_000_000)] }],
    ['Discount Amount', { amount: largest, discount_amount: [percent(1_000_000)] }],
    ['Shipping Amount', { amount: largest, shipping_amount: percent(1_000_000) }],
    ['Duty Amount', { amount: largest, duty_amount: percent(1_000_000) }],
    ['Tip Amount', { amount: largest, tip_amount: percent(1_000_000) }],
    ['Additional Amounts', { amount: largest, additional_amounts: [percent(1_000_000)] }],
    ['Tax Amount', { amount: largest, tax_amount: percent(1_000_000) }],
    ['National Tax Amount', { amount: largest, national_tax_amount: percent(1_000_000) }],
    ['Local Tax Amount', { amount: largest, local_tax_amount: percent(1_000_000) }],
    ['Payment Adjustment', { amount: largest, service_fee: percent(1_000_000) }],
    [
      'Payment Adjustment',
      { base: largest, payment_adj: { type: 'percentage', value: 99_999_999 } },
    ],
    ['Amount', { amount: largest, shipping_amount: flat(1) }],
  ];
  it.each(calculations)('of a calculation: %s of %j', async (label, input) => {
    const { status, body } = await w.post('/calculate/amounts', input);
    expect([status, body.msg]).toEqual([400, `bad request error: invalid ${label}`]);
  });

  it('of a lookup of fees', async () => {
    const input = { base_amount: largest, tax: 1 };
    const { status, body } = await w.post('/lookup/fees', input);
    expect([status, body.msg]).toEqual([400, 'bad request error: invalid Amount']);
  });

  it('of a tip', async () => {
    const { id } = await w.pay({ amount: 1_000 });
    const tip = (tip_amount: number) => w.post(`/transaction/${id}/tipadjust`, { tip: tip_amount });
    const { status, body } = await tip(largest - 999);
    expect([status, body.msg]).toEqual([400, 'bad request error: invalid Tip']);
    expect((await tip(largest - 1_000)).body.data.amount).toBe(largest);
    expect((await tip(0)).status).toBe(200);
  });

  it('and the largest itself is taken, counted and settled', async () => {
    const found = await w.post('/calculate/amounts', { amount: largest });
    expect(found.body.data.amount).toBe(largest);
    for (const _ of [1, 2, 3])
      expect((await w.pay({ amount: largest, base_amount: largest })).amount).toBe(largest);
    const search = { amount: { operator: '=', value: largest } };
    const totals = await w.post('/transaction/search/totals', search);
    expect(totals.body.data.captured_amount).toBe(3 * largest);
    await w.settle();
  });
});
