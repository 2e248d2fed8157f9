// A key that may save customers and not see them: it is told what its own calls made.
import { beforeAll, expect, it } from 'vitest';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const tenants = openTenants(world);
const card = { number: '4111111111111111', expiration_date: '12/30' };
const ach = { routing_number: '490000018', account_number: '987654321' };
const home = { first_name: 'Quentin', line_1: '17 Secret Lane', city: 'Denver' };

let [saves, sees_too] = ['', ''];
const post = (path: string, body: object = {}, credential = saves) =>
  world.call('POST', path, { credential, body });

async function key(scopes: readonly string[]): Promise<string> {
  const body = { type: 'api', name: scopes.join(' '), scopes };
  const answer = await post('/user/apikey', body, tenants.m1.boss.private_key);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.api_key;
}

beforeAll(async () => {
  saves = await key(['vault_create']);
  sees_too = await key(['vault_create', 'view_customers']);
});

async function customer() {
  const body = {
    description: 'Regular of the shop',
    notes: 'Rings twice',
    default_payment: { card },
    default_billing_address: home,
  };
  return (await post('/vault/customer', body, tenants.m1.boss.private_key)).body.data;
}

/** Words and digits of the customer that stands before. */
const secrets = /Regular|Rings|Quentin|Secret Lane|1111|12\/30/;

it('makes a customer and reads back the whole of it', async () => {
  const answer = await post('/vault/customer', { description: 'Mine', default_payment: { card } });
  expect(answer.body.data.data.customer).toMatchObject({
    description: 'Mine',
    payments: { cards: [{ masked_number: '411111******1111' }] },
  });
});

it('reads nothing of one that was there, whatever it changes', async () => {
  const { id, created_payment_method_id: method, created_address_id: address } = await customer();
  expect((await world.call('GET', `/vault/${id}`, { credential: saves })).status).toBe(403);
  const one = `/vault/customer/${id}`;
  const calls = [
    [one, {}],
    [`${one}/card/${method}`, {}],
    [`${one}/address`, { first_name: 'Neu' }],
    [`${one}/ach`, ach],
    [`${one}/address/${address}`, { ...home, city: 'Aspen' }],
  ] as const;
  for (const [path, body] of calls) {
    const answer = await post(path, body);
    expect([answer.status, answer.body.data.id], answer.text).toEqual([200, id]);
    expect(answer.text, path).not.toMatch(secrets);
  }
  const gone = await world.call('DELETE', `${one}/address/${address}`, { credential: saves });
  expect(gone.status).toBe(200);
  expect(gone.text).not.toMatch(secrets);
  const whole = await post(one, {}, sees_too);
  expect(whole.body.data.data.customer).toMatchObject({
    description: 'Regular of the shop',
    payments: { cards: [{ masked_number: '411111******1111' }] },
  });
});

it('is told what it added', async () => {
  const { id } = await customer();
  const added = await post(`/vault/customer/${id}/ach`, ach);
  const { created_payment_method_id, data } = added.body.data;
  expect(data.customer.payments).toEqual({
    cards: [],
    ach: [expect.objectContaining({ id: created_payment_method_id, routing_number: '490000018' })],
  });
  const placed = await post(`/vault/customer/${id}/address`, { ...home, first_name: 'Neu' });
  expect(placed.body.data.data.customer.addresses).toMatchObject([{ first_name: 'Neu' }]);
});

it('merges without being shown what is merged, and previews nothing', async () => {
  const [survivor, gone] = [await customer(), await customer()];
  const path = `/vault/customer/${survivor.id}/merge`;
  const body = { customer_ids: [gone.id] };
  expect((await post(`${path}/preview`, body)).status).toBe(403);
  expect((await post(`${path}/preview`, body, sees_too)).text).toMatch(secrets);
  const merged = await post(path, body);
  expect([merged.status, merged.body.data.customer_ids]).toEqual([200, [gone.id]]);
  expect(merged.text).not.toMatch(secrets);
});
