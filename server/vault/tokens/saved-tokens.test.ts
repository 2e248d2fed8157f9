// Tokens that become saved methods, and what they tell of their card.
import { describe, expect, it } from 'vitest';
import { token_refusal } from '../../../contract/vault/tokenizer.ts';
import { good_account } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld();
const t = openTenants(world);
const card = { number: '4111111111111111', expiration_date: '12/30', cvc: '999' };
const ach = { ...good_account, account_number: '987654321', sec_code: 'web' };

const made = async (body: object = { card }): Promise<string> => {
  const answer = await world.call('POST', `/tokenizer/${t.m1.boss.public_key}`, { body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.token;
};
const post = (path: string, body: object, by = t.m1.boss) =>
  world.call('POST', path, { credential: by.private_key, body });
const pay = (token: string) =>
  post('/transaction', { type: 'sale', amount: 1299, payment_method: { token } });
const refusal = (field: string) => ({
  status: 'failed',
  msg: `bad request error: invalid Token: ${token_refusal}`,
  data: { invalid: [{ field, message: token_refusal }] },
});

describe('a saved customer', () => {
  it('begins with the card of a token, which is used up', async () => {
    const token = await made();
    const { body } = await post('/vault/customer', { default_payment: { token } });
    expect(body.data.data.customer.payments.cards).toMatchObject([
      { masked_number: '411111******1111', expiration_date: '12/30' },
    ]);
    const again = await post('/vault/customer', { default_payment: { token } });
    expect([again.status, again.body]).toEqual([400, refusal('default_payment.token')]);
    expect((await pay(token)).status).toBe(400);
  });

  it('may have the card checked by its bank', async () => {
    const token = await made();
    const { body } = await post('/vault/customer?validate=true', { default_payment: { token } });
    expect(body.data.created_payment_method_id).toMatch(/^[0-9a-v]{20}$/);
    expect((await pay(token)).status).toBe(400);
    const bad = await made({ card: { ...card, number: '4000001000000414' } });
    const refused = await post('/vault/customer?validate=true', {
      default_payment: { token: bad },
    });
    expect(refused.status).toBe(400);
  });

  it('gets a method added in the deprecated form, which answers it alone', async () => {
    const { body } = await post('/vault/customer', {});
    const path = `/customer/${body.data.id}/paymentmethod/token`;
    const token = await made({ ach });
    expect((await post(path, { token }, t.m2.boss)).status).toBe(404);
    const added = await post(path, { token });
    expect(added.body.data).toMatchObject({ ach: { sec_code: 'web', account_type: 'checking' } });
    expect(added.text).not.toContain('987654321');
    const again = await post(path, { token });
    expect([again.status, again.body]).toEqual([400, refusal('token')]);
    expect((await post(path, { token: await made() })).body.data.card.last_four).toBe('1111');
    expect((await post(path, { token: await made() }, t.m1.clerk)).status).toBe(403);
  });

  it('gets a method added and replaced by tokens', async () => {
    const { body } = await post('/vault/customer', {});
    const path = `/vault/customer/${body.data.id}/token`;
    const token = await made({ ach });
    const added = await post(path, { token });
    const id = added.body.data.created_payment_method_id;
    expect(added.body.data.data.customer.payments.ach).toMatchObject([
      { id, masked_account_number: 'XXXXX4321' },
    ]);
    expect((await post(path, { token })).body).toEqual(refusal('token'));
    const next = await made({ ach: { ...ach, account_number: '555551234' } });
    const changed = await post(`${path}/${id}`, { token: next });
    expect(changed.body.data.data.customer.payments.ach).toMatchObject([
      { id, masked_account_number: 'XXXXX1234' },
    ]);
    expect((await post(path, { token: next })).body).toEqual(refusal('token'));
  });

  it('gets any one of several methods replaced, and none that it does not have', async () => {
    const { body } = await post('/vault/customer', {});
    const path = `/vault/customer/${body.data.id}/token`;
    const ids: string[] = [];
    for (const number of ['4111111111111111', '4012000077777777']) {
      const token = await made({ card: { ...card, number } });
      ids.push((await post(path, { token })).body.data.created_payment_method_id);
    }
    const token = await made({ card: { ...card, number: '5555555555554444' } });
    expect((await post(`${path}/nobodys`, { token })).status).toBe(404);
    const { status, body: changed } = await post(`${path}/${ids[1]}`, { token });
    expect([status, changed.data.data.customer.payments.cards]).toEqual([
      200,
      [
        expect.objectContaining({ id: ids[0], masked_number: '411111******1111' }),
        expect.objectContaining({ id: ids[1], masked_number: '555555******4444' }),
      ],
    ]);
  });

  it('keeps the token usable where nothing was saved', async () => {
    const token = await made();
    await post('/vault/customer', { id: 'taken' });
    const refused = await post('/vault/customer', { id: 'taken', default_payment: { token } });
    expect(refused.status).toBe(400);
    expect((await pay(token)).body.data.status).toBe('pending_settlement');
  });
});

describe('what a card is', () => {
  it('is told of a token, which stays usable, and of a saved customer', async () => {
    const token = await made({ card: { ...card, number: '4000001000000513' } });
    const { body } = await post('/lookup/bin/protected', { temp_token: token });
    expect(body.data).toMatchObject({ card_brand: 'Visa', card_type: 'credit' });
    expect((await pay(token)).status).toBe(200);
    const unknown = await post('/lookup/bin/protected', { temp_token: token });
    expect(unknown.body).toEqual(refusal('temp_token'));
    const made_customer = await post('/vault/customer', { default_payment: { card } });
    const { id } = made_customer.body.data;
    const told = await post('/lookup/bin/protected', { customer_id: id });
    expect(told.body.data.card_brand).toBe('Visa');
    const theirs = await post('/lookup/bin/protected', { customer_id: id }, t.m2.boss);
    expect(theirs.status).toBe(404);
  });

  it('and costs is told to the page before it is handed over', async () => {
    const { body } = await world.call('POST', `/tokenizer/${t.m1.boss.public_key}/card`, {
      body: { bin: '40000010', amount: 10_000, state: 'TX', country: 'US' },
    });
    expect(body.data.bin).toMatchObject({ card_brand: 'Visa' });
    expect(body.data.fees).toEqual({
      amount: 10_000,
      surcharge: 0,
      service_fee: 0,
      currency: 'usd',
    });
  });
});
