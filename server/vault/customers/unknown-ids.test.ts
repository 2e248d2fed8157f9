// An id in the path is looked up before what the body names: an unknown one is not found.
import { expect, it } from 'vitest';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const tenants = openTenants(world);
const nobody = '0'.repeat(20);
const processor_id = '7'.repeat(20);
const card = { number: '4111111111111111', expiration_date: '12/30', processor_id };
const ach = { routing_number: '490000018', account_number: '123451111', processor_id };
const defaults = { payment_method_id: nobody, payment_method_type: 'card' };

const post = (path: string, body: object, by = tenants.m1.boss) =>
  world.call('POST', path, { credential: by.private_key, body });

const bad_bodies = [
  ['/vault/customer/{id}', { processor_id }],
  ['/vault/customer/{id}', { defaults }],
  ['/vault/customer/{id}/card', card],
  ['/vault/customer/{id}/card', { ...card, number: '4111111111111112' }],
  ['/vault/customer/{id}/card/{method}', { processor_id }],
  ['/vault/customer/{id}/card/{method}', { number: '411111******1112' }],
  ['/vault/customer/{id}/ach', ach],
  ['/vault/customer/{id}/ach/{method}', ach],
  ['/vault/customer/{id}/token', { token: 'unknown', processor_id }],
  ['/vault/customer/{id}/token/{method}', { token: 'unknown' }],
  ['/vault/customer/{id}/merge', { customer_ids: ['{id}'] }],
  ['/customer/{id}', { payment_method_id: nobody }],
  ['/customer/{id}/paymentmethod/card', card],
  ['/customer/{id}/paymentmethod/ach', ach],
  ['/customer/{id}/paymentmethod/token', { token: 'unknown' }],
  ['/customer/{id}/paymentmethod/card/{method}', {}],
  ['/customer/{id}/paymentmethod/ach/{method}', { card: {} }],
] as const;

it.each(bad_bodies)('%s with %j is 404', async (path, body) => {
  const made = await post('/vault/customer', {
    default_payment: { card: { ...card, processor_id: '' } },
  });
  const { id, created_payment_method_id: method } = made.body.data;
  const ask = (customer: string, one: string, by = tenants.m1.boss) => {
    const fill = (text: string) => text.replace('{id}', customer).replace('{method}', one);
    return post(fill(path), JSON.parse(fill(JSON.stringify(body))), by);
  };
  const asked = [await ask(nobody, nobody), await ask(id, method, tenants.m2.boss)];
  if (path.includes('{method}')) asked.push(await ask(id, nobody));
  for (const { status, body: answer } of asked)
    expect([status, answer.msg]).toEqual([404, 'not found']);
  if (path.endsWith('/{method}')) return;
  expect((await ask(id, method)).status).toBe(400);
});

it('a customer that was merged away is not found, and a token for it stays unused', async () => {
  const make = async () =>
    (await post('/vault/customer', { default_payment: { ach: { ...ach, processor_id: '' } } })).body
      .data;
  const [survivor, gone] = [await make(), await make()];
  expect(
    (await post(`/vault/customer/${survivor.id}/merge`, { customer_ids: [gone.id] })).status,
  ).toBe(200);
  const key = tenants.m1.boss.public_key;
  const made = await world.call('POST', `/tokenizer/${key}`, {
    body: { ach: { ...ach, processor_id: undefined } },
  });
  const { token } = made.body;
  expect((await post(`/vault/customer/${gone.id}/token`, { token })).status).toBe(404);
  expect((await post(`/vault/customer/${survivor.id}/token`, { token })).status).toBe(200);
});
