// A payment in the names of the terminal's form: taken, kept, told where one payment is read alone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import { type MoneyWorld, makeMoneyWorld } from '../../../testing/money-world.ts';
import { forgetMerchant } from '../../merchant-config.ts';
import { inOneForm } from './form-names.ts';

let w: MoneyWorld;
beforeAll(async () => {
  w = await makeMoneyWorld();
}, 60_000);
afterAll(async () => {
  await w?.audit();
  await w?.close();
});

const bank = { ach: { routing_number: '021000021', account_number: '123456' } };
const holder = {
  drivers_license: 'wdl77',
  drivers_license_state: 'WA',
  social_security_number_last_4: '6789',
  date_of_birth: '1980-02-29',
};
const sale = { type: 'sale', amount: 1000, payment_method: bank };

describe('whose bank account it is', () => {
  it('is kept and told with the payment alone, and left out of lists', async () => {
    const made = await w.post('/transaction', { ...sale, ...holder });
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
      forgetMerchant(w.world.system, id);
    };
    await set('required');
    const without = await w.post('/transaction', sale);
    expect(without.body.msg).toMatch(/invalid Driver'?s Licen[cs]e$/);
    const flat = await w.post('/transaction', { ...sale, drivers_license: 'wdl77' });
    expect(flat.status, flat.text).toBe(200);
    const accountholder_authentication = { dl_number: 'wdl78' };
    const nested = { ach: { ...bank.ach, accountholder_authentication } };
    const other = await w.post('/transaction', { ...sale, payment_method: nested });
    expect(other.status, other.text).toBe(200);
    expect(await w.read(other.body.data.id)).toMatchObject({ drivers_license: 'wdl78' });
    await set('optional');
  });

  it('is turned down where it is none', async () => {
    for (const wrong of ['678', 'abcd']) {
      const given = { ...sale, social_security_number_last_4: wrong };
      expect((await w.post('/transaction', given)).status).toBe(400);
    }
  });
});

describe('a fee the caller states', () => {
  it('is charged under either name, and told as it was stated', async () => {
    const stated = { payment_adj_type: 'percentage', payment_adj_value: 2500 };
    const { amount: _, ...rest } = sale;
    const made = await w.post('/transaction', { ...rest, base_amount: 1000, ...stated });
    expect(made.body.data, made.text).toMatchObject({ amount: 1025, payment_adjustment: 25 });
    expect(await w.read(made.body.data.id)).toMatchObject(stated);
  });

  it('needs its kind and its value, and gives way to the name of the API', () => {
    const given = (more: object) => inOneForm({ payment_method: {}, ...more } as CreateInput);
    expect(given({ payment_adj_type: 'flat' })).toEqual({ payment_method: {} });
    const both = { payment_adjustment: { type: 'flat', value: 5 }, payment_adj_type: 'percentage' };
    expect(given({ ...both, payment_adj_value: 100 }).payment_adjustment).toEqual({
      type: 'flat',
      value: 5,
    });
  });
});
