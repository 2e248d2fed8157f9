// Deprecated clients: the shapes they read, over the same rows as the calls of today.
import { expect, it } from 'vitest';
import { good_account } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const tenants = openTenants(world);
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  world.call(method, path, {
    credential: tenants.m1.boss.private_key,
    ...(body && { body }),
  });
const post = (path: string, body: object = {}) => call('POST', path, body);

const card = { card_number: '4111111111111111', expiration_date: '12/30' };
const billing_address = { first_name: 'Jo', address_line_1: '1 Main St', city: 'Denver' };

async function made() {
  const answer = await post('/customer', {
    description: 'old client',
    payment_method: { card },
    billing_address,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

it('saves a customer and reads it in both forms', async () => {
  const data = await made();
  expect(data).toMatchObject({
    description: 'old client',
    payment_method: {
      card: { card_type: 'visa', first_six: '411111', last_four: '1111', expiration_date: '12/30' },
    },
    billing_address: { customer_id: data.id, address_line_1: '1 Main St' },
    shipping_address: null,
  });
  expect((await call('GET', `/customer/${data.id}`)).body.data).toEqual(data);
  const today = (await call('GET', `/vault/${data.id}`)).body.data.data.customer;
  expect(today.payments.cards[0].id).toBe(data.payment_method.card.id);
});

it('answers lists with both counts, and one of a kind as a list', async () => {
  const data = await made();
  const more = await post(`/customer/${data.id}/address`, { ...billing_address, city: 'Aspen' });
  expect(more.body.data).toMatchObject({ city: 'Aspen', customer_id: data.id });
  const all = await call('GET', `/customer/${data.id}/addresses`);
  expect(all.body).toMatchObject({ count: 2, total_count: 2 });
  const one = await call('GET', `/customer/${data.id}/address/${more.body.data.id}`);
  expect(one.body).toMatchObject({ count: 1, total_count: 1, data: [{ city: 'Aspen' }] });
  const added = await post(`/customer/${data.id}/paymentmethod/card`, {
    number: '5555555555554444',
    expiration_date: '01/31',
  });
  const { id } = added.body.data.card;
  const cards = await call('GET', `/customer/${data.id}/paymentmethod/card`);
  expect(cards.body.count).toBe(2);
  const path = `/customer/${data.id}/paymentmethod/card/${id}`;
  expect((await call('GET', path)).body.data[0].last_four).toBe('4444');
  expect((await call('GET', path.replace('/card/', '/ach/'))).status).toBe(404);
  const changed = await post(path, { card: { expiration_date: '02/32' } });
  expect(changed.body).toMatchObject({ status: 'success', data: null });
  expect((await call('GET', path)).body.data[0].expiration_date).toBe('02/32');
  expect((await call('DELETE', path)).body.data).toBeNull();
  expect((await call('GET', path)).status).toBe(404);
  const found = await post('/customer/search', { id: { operator: '=', value: data.id } });
  expect(found.body).toMatchObject({ count: 1, total_count: 1 });
});

it('changes defaults without an answer, and removes the customer', async () => {
  const data = await made();
  const account = await post(`/customer/${data.id}/paymentmethod/ach`, good_account);
  const change = {
    description: 'changed',
    payment_method: 'ach',
    payment_method_id: account.body.data.ach.id,
  };
  expect((await post(`/customer/${data.id}`, change)).body.data).toBeNull();
  const now = (await call('GET', `/customer/${data.id}`)).body.data;
  expect(now).toMatchObject({ description: 'changed', payment_method_type: 'ach' });
  const lone = await post(`/customer/${data.id}`, { payment_method_id: change.payment_method_id });
  expect(lone.status).toBe(400);
  expect((await call('DELETE', `/customer/${data.id}`)).body.data).toBeNull();
  expect((await call('GET', `/customer/${data.id}`)).status).toBe(404);
});

it('names what is wrong, and takes one way to pay', async () => {
  const wrong = await post('/customer', {
    payment_method: { card: { ...card, card_number: '4111111111111112' } },
  });
  expect([wrong.status, wrong.body.msg]).toEqual([400, 'bad request error: invalid Card Number']);
  const both = { card, ach: { routing_number: '490000018', account_number: '123451111' } };
  expect((await post('/customer', { payment_method: both })).status).toBe(400);
  expect((await post('/customer', { payment_method: { apple_pay_token: 'x' } })).status).toBe(400);
});

it('changes a method by what is of its own kind alone', async () => {
  const { id, payment_method } = await made();
  const path = `/customer/${id}/paymentmethod/card/${payment_method.card.id}`;
  const other = await post(path, { ach: { account_number: '123451111' } });
  expect([other.status, other.body.msg]).toEqual([400, 'bad request error: invalid Card']);
  const both = { card: { expiration_date: '03/33' }, ach: { account_number: '123451111' } };
  expect((await post(path, both)).status).toBe(200);
  expect((await call('GET', path)).body.data[0].expiration_date).toBe('03/33');
  const nobodys = await post(path.replace(payment_method.card.id, 'nobodys'), {});
  expect(nobodys.status).toBe(404);
});
