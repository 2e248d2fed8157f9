// Members of a payment that are taken, kept, told and searched by as the specification lists them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MoneyWorld, makeMoneyWorld } from '../../../testing/money-world.ts';
import { signIn } from '../../../testing/sweeps/sweep-world.ts';
import { good_card } from '../../../testing/tenants.ts';

let w: MoneyWorld;
beforeAll(async () => {
  w = await makeMoneyWorld();
}, 60_000);
afterAll(async () => {
  await w?.audit();
  await w?.close();
});

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

  it('as vendor id and rates is told with the payment', async () => {
    const told = { vendor_id: 'v'.repeat(36), override_tax_rate: '8.25' };
    const rates = { override_national_tax_rate: 5, payment_type: 'card' };
    const { read } = await paid(sale({ order_id: 'told', ...told, ...rates }));
    expect(read).toMatchObject({ ...told, override_national_tax_rate: '5' });
  });

  it('as vendor id is answered by the payment itself, its repeat and lists', async () => {
    const vendor_id = 'vendor-'.repeat(6);
    const key = { idempotency_key: '0f6a5a0e-3a62-4a6b-9d53-6a2f7f6f3a11' };
    const body = sale({ order_id: 'vendor', vendor_id, ...key });
    const { made } = await paid(body);
    const again = await w.post('/transaction', body);
    const by_order = { order_id: { operator: '=', value: 'vendor' } };
    const found = await w.post('/transaction/search', by_order);
    const told = [made, again.body.data, found.body.data[0]];
    expect(told.map((one) => one.vendor_id)).toEqual([vendor_id, vendor_id, vendor_id]);
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
