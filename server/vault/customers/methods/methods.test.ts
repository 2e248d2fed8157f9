// Methods and addresses of a saved customer: how many it has, its default, and what a change keeps.
import { expect, it } from 'vitest';
import { connect } from '../../../db/database.ts';
import { good_account } from '../../../testing/tenants.ts';
import { openTenants, openWorld } from '../../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

const card = { number: '4111111111111111', expiration_date: '12/30' };
const ach = good_account;
const home = { first_name: 'Ann', line_1: '1 Main St', city: 'Denver' };

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  world.call(method, path, { credential: t.m1.boss.private_key, body });
const post = (path: string, body: object) => call('POST', path, body);
const made = async (body: object = {}): Promise<string> =>
  (await post('/vault/customer', body)).body.data.id;
const read = async (id: string) => (await call('GET', `/vault/${id}`)).body.data.data.customer;

it('makes the oldest method that is left the default', async () => {
  const id = await made({ default_payment: { card } });
  const added = async (number: string) =>
    (await post(`/vault/customer/${id}/card`, { ...card, number })).body.data;
  const second = await added('5555555555554444');
  const { data } = await added('4012000077777777');
  const { defaults } = data.customer;
  const gone = await call('DELETE', `/vault/customer/${id}/card/${defaults.payment_method_id}`);
  expect(gone.body.data.data.customer.defaults.payment_method_id).toBe(
    second.created_payment_method_id,
  );
});

it('has at most fifty methods and fifty addresses', async () => {
  const id = await made();
  const add = async (n: number) => [
    await post(`/vault/customer/${id}/ach`, { ...ach, account_number: `${12_345_000 + n}` }),
    await post(`/vault/customer/${id}/address`, { ...home, line_2: `Floor ${n}` }),
  ];
  for (let n = 0; n < 50; n++) {
    expect((await add(n)).map(({ status }) => status)).toEqual([200, 200]);
  }
  expect((await add(50)).map(({ status, body }) => [status, body.msg])).toEqual([
    [400, 'bad request error: a customer has at most 50 methods'],
    [400, 'bad request error: a customer has at most 50 addresses'],
  ]);
  const { payments, addresses } = await read(id);
  expect([payments.ach.length, addresses.length]).toEqual([50, 50]);
});

it('keeps the number of an account that comes back masked', async () => {
  const id = await made({ default_payment: { ach } });
  const path = `/vault/customer/${id}/ach/`;
  const [{ id: method }] = (await read(id)).payments.ach;
  const changed = await post(path + method, { account_number: 'XXXXX1111', sec_code: 'ccd' });
  expect(changed.status, changed.text).toBe(200);
  expect((await read(id)).payments.ach[0]).toMatchObject({
    masked_account_number: 'XXXXX1111',
    sec_code: 'ccd',
  });
});

it('stands in the audit log as it is answered, a changed month with both', async () => {
  const id = await made({ default_payment: { card } });
  const [{ id: method }] = (await read(id)).payments.cards;
  await post(`/vault/customer/${id}/card/${method}`, { expiration_date: '01/31' });
  const account = await post(`/vault/customer/${id}/ach`, ach);
  const { created_payment_method_id } = account.body.data;
  const rows = await connect(world.system)
    .selectFrom('audit_log')
    .select(['verb', 'before', 'after'])
    .where('noun', '=', 'saved_method')
    .where('noun_id', 'in', [method, created_payment_method_id])
    .orderBy('id')
    .execute();
  const masked_number = '411111******1111';
  expect(rows).toMatchObject([
    { verb: 'update', before: { expiration_date: '12/30' }, after: { expiration_date: '01/31' } },
    { verb: 'create', before: null, after: { masked_account_number: 'XXXXX1111' } },
  ]);
  expect(rows[0]?.after).toMatchObject({ masked_number });
});
