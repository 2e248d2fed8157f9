// What a call for several payments saves of its method: once, of the first row that is approved.
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Egress } from '../../../../context.ts';
import { cardOf, openMoneyWorld } from '../../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const number = '4012000077777777';
const declining = '4000000000000002';
const saving = { create_vault_record: true };
const sale = (amount: number, more: object = {}) => ({ type: 'sale', amount, ...more });

let real: Egress;
beforeAll(() => {
  real = w.world.services.egress;
});
afterEach(() => {
  w.world.services.egress = real;
});

const pay = (transactions: object[], more: object = {}, by = w.m1) =>
  w.post('/transaction/multi', { ...cardOf(number), ...saving, ...more, transactions }, by);
async function rowsOf(transactions: object[], more: object = {}) {
  const { status, body, text } = await pay(transactions, more);
  expect(status, text).toBe(200);
  return body.data;
}
const customersOf = (rows: { data: { customer_id: string } | null }[]) =>
  rows.map(({ data }) => data?.customer_id ?? null);
const count = async () => (await w.post('/vault/customer/search')).body.total_count;

describe('create_vault_record of the whole call', () => {
  it('saves one customer, with the address of the call', async () => {
    const before = await count();
    const billing_address = { first_name: 'Ann', address_line_1: '1 Main St' };
    const rows = await rowsOf([sale(100), sale(200), sale(300)], { billing_address });
    const [id, ...others] = customersOf(rows);
    expect(others).toEqual(['', '']);
    expect(await count()).toBe(before + 1);
    const { customer } = (await w.get(`/vault/${id}`)).body.data.data;
    expect(customer.payments.cards).toMatchObject([{ masked_number: '401200******7777' }]);
    expect(customer.addresses).toMatchObject([{ first_name: 'Ann', line_1: '1 Main St' }]);
  });

  it('saves nothing without it, and nothing of declined and refused rows', async () => {
    const before = await count();
    const rows = await rowsOf([sale(100)], { create_vault_record: false });
    expect(customersOf(rows)).toEqual(['']);
    const body = { ...cardOf(declining), ...saving, transactions: [sale(1), sale(2)] };
    const declined = (await w.post('/transaction/multi', body)).body.data;
    expect(customersOf(declined)).toEqual(['', '']);
    expect(await count()).toBe(before);
    const first_refused = await rowsOf([{ type: 'sale' }, sale(200), sale(300)]);
    expect(customersOf(first_refused)).toEqual([null, expect.stringMatching(/^\w{20}$/), '']);
    expect(await count()).toBe(before + 1);
  });

  it('takes the ID that is chosen, or adds to the customer that is named', async () => {
    const chosen = { set_customer_id: true, vault_record_custom_id: 'multi-1' };
    expect(customersOf(await rowsOf([sale(100), sale(200)], chosen))).toEqual(['multi-1', '']);
    const { id } = (await w.post('/vault/customer')).body.data;
    const named = { create_vault_record: false, create_vault_record_for: id };
    expect(customersOf(await rowsOf([sale(100), sale(200)], named))).toEqual([id, '']);
    const rows = await rowsOf([sale(100), sale(200)], chosen);
    const msg = 'bad request error: invalid Vault Record Custom ID: it is taken';
    expect(rows).toMatchObject([
      { status: 'failed', msg },
      { status: 'failed', msg },
    ]);
  });

  it('leaves a row that saves by itself to itself', async () => {
    const rows = await rowsOf(
      [sale(100), sale(200, { ...saving, vault_record_custom_id: 'own-2' })],
      {
        create_vault_record: undefined,
      },
    );
    expect(customersOf(rows)).toEqual(['', 'own-2']);
  });

  it('needs the right to save customers, of each row as of one payment', async () => {
    const { body } = await w.post('/user/apikey', {
      type: 'api',
      name: 'pays',
      scopes: ['process_sale'],
    });
    const credential = body.data.api_key;
    const asked = { ...cardOf(number), ...saving, transactions: [sale(100), sale(200)] };
    const answer = await w.world.call('POST', '/transaction/multi', { credential, body: asked });
    expect(answer.body.data).toMatchObject([
      { status: 'failed', msg: expect.stringMatching(/^forbidden/) },
      { status: 'failed', msg: expect.stringMatching(/^forbidden/) },
    ]);
  });

  it('saves once more for no repetition of its key', async () => {
    const before = await count();
    const key = { idempotency_key: 'multi-saves' };
    const first = await rowsOf([sale(100), sale(200)], key);
    expect(await rowsOf([sale(100), sale(200)], key)).toEqual(first);
    expect(await count()).toBe(before + 1);
  });

  it('is not handed on while nobody knows whether the row before saves it', async () => {
    const before = await count();
    let sales = 0;
    w.world.services.egress = {
      exchange: async (request) => {
        if (request.url.endsWith('/sale')) sales += 1;
        const answer = await real.exchange(request);
        return sales > 1 ? answer : { kind: 'no_answer', reason: 'the line went dead' };
      },
    };
    const rows = await rowsOf([sale(700), sale(800)]);
    expect(sales).toBe(2);
    expect(rows[0].data.response).toBe('unknown');
    expect(customersOf(rows)[1]).toBe('');
    w.world.services.egress = real;
    await w.advance(3_600);
    expect((await w.read(rows[0].transaction_id)).status).toBe('pending_settlement');
    expect(await count()).toBe(before + 1);
  });
});

describe('create_vault_record_merchant_id', () => {
  it('names the caller, and pays nothing where it names anybody else', async () => {
    const own = { create_vault_record_merchant_id: w.m1.account.id };
    expect(customersOf(await rowsOf([sale(100)], own))).toEqual([
      expect.stringMatching(/^\w{20}$/),
    ]);
    const before = await w.count('transaction');
    const foreign = { create_vault_record_merchant_id: w.tenants.m2.account.id };
    const answer = await pay([sale(100)], foreign);
    expect([answer.status, answer.body.msg]).toEqual([404, 'not found']);
    expect(await w.count('transaction')).toBe(before);
  });
});
