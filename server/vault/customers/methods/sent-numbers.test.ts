// The number of a saved method as it is sent: by either of its names, and as a mask.
import { expect, it } from 'vitest';
import { openTenants, openWorld } from '../../../testing/worlds/open-world.ts';

const world = openWorld();
const tenants = openTenants(world);
const expiration_date = '12/30';
const ach = { routing_number: '490000018', account_number: '123451111' };

const post = (path: string, body: object) =>
  world.call('POST', path, { credential: tenants.m1.boss.private_key, body });
const get = (path: string) => world.call('GET', path, { credential: tenants.m1.boss.private_key });
const paymentsOf = async (id: string) =>
  (await get(`/vault/${id}`)).body.data.data.customer.payments;

async function saved() {
  const card = { number: '4111111111111111', expiration_date };
  const { body } = await post('/vault/customer', { default_payment: { card } });
  const { id, created_payment_method_id: card_id } = body.data;
  const account = await post(`/vault/customer/${id}/ach`, ach);
  return { id, card_id, ach_id: account.body.data.created_payment_method_id };
}

/** What a payment by the method tells of its number. */
async function paidWith(id: string, payment_method_id: string) {
  const customer = { id, payment_method_id };
  const body = { type: 'sale', amount: 100, payment_method: { customer } };
  return (await post('/transaction', body)).body.data.response_body.card;
}

it('is taken as card_number too, and kept nowhere in clear', async () => {
  const card = { card_number: '4012 8888-8888 1881', expiration_date };
  const made = await post('/vault/customer', { default_payment: { card } });
  expect(made.status, made.text).toBe(200);
  const { id } = made.body.data;
  const added = await post(`/vault/customer/${id}/card`, {
    card_number: '5555555555554444',
    expiration_date,
  });
  const { created_payment_method_id: method } = added.body.data;
  const path = `/vault/customer/${id}/card/${method}`;
  const changed = await post(path, { card_number: '371449635398431' });
  expect([added.status, changed.status]).toEqual([200, 200]);
  const { cards } = await paymentsOf(id);
  expect(cards.map((one: { masked_number: string }) => one.masked_number)).toEqual([
    '401288******1881',
    '371449*****8431',
  ]);
  expect(await paidWith(id, method)).toMatchObject({ card_type: 'amex', last_four: '8431' });
  for (const { text } of [made, added, changed]) expect(text).not.toMatch(/\d{13,}/);
});

it('prefers the name of today where both are sent', async () => {
  const card = { number: '4111111111111111', card_number: '5555555555554444', expiration_date };
  const { body } = await post('/vault/customer', { default_payment: { card } });
  expect(body.data.data.customer.payments.cards[0].card_type).toBe('visa');
});

it('stays where its own mask comes back', async () => {
  const { id, card_id, ach_id } = await saved();
  for (const name of ['number', 'card_number']) {
    const body = { [name]: '411111******1111', expiration_date: '01/31' };
    expect((await post(`/vault/customer/${id}/card/${card_id}`, body)).status).toBe(200);
  }
  const account = { account_number: 'XXXXX1111', account_type: 'savings' };
  expect((await post(`/vault/customer/${id}/ach/${ach_id}`, account)).status).toBe(200);
  const { cards, ach: accounts } = await paymentsOf(id);
  expect(cards[0]).toMatchObject({ masked_number: '411111******1111', expiration_date: '01/31' });
  expect(accounts[0]).toMatchObject({ masked_account_number: 'XXXXX1111' });
  expect((await paidWith(id, card_id)).last_four).toBe('1111');
});

it('is refused as the mask of another one, and nothing changes', async () => {
  const { id, card_id, ach_id } = await saved();
  const before = await paymentsOf(id);
  const card = `/vault/customer/${id}/card/${card_id}`;
  const account = `/vault/customer/${id}/ach/${ach_id}`;
  const legacy = `/customer/${id}/paymentmethod`;
  const asked = [
    [card, { number: '411111******1112', expiration_date: '01/31' }, 'Card Number'],
    [card, { card_number: '411111******1112', expiration_date: '01/31' }, 'Card Number'],
    [card, { number: '************1111' }, 'Card Number'],
    [card, { number: 'XXXXXXXXXXXX1111' }, 'Card Number'],
    [account, { account_number: 'XXXXX2222', account_type: 'savings' }, 'Account Number'],
    [account, { account_number: '*****1111' }, 'Account Number'],
    [`${legacy}/card/${card_id}`, { card: { number: '555555******4444' } }, 'Card Number'],
    [`${legacy}/ach/${ach_id}`, { ach: { account_number: 'XXXXX2222' } }, 'Account Number'],
    [`/vault/customer/${id}/card`, { number: '411111******1111', expiration_date }, 'Card Number'],
  ] as const;
  for (const [path, body, field] of asked) {
    const answer = await post(path, body);
    const msg = `bad request error: invalid ${field}`;
    expect([answer.status, answer.body.msg], JSON.stringify(body)).toEqual([400, msg]);
  }
  expect(await paymentsOf(id)).toEqual(before);
});
