// Another number in a saved method: nothing that was known of the former one stays with it.
import { expect, it } from 'vitest';
import { connect } from '../../../db/database.ts';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const [one, other] = ['4111111111111111', '4012000077777777'];

const rowOf = async (id: string) =>
  await connect(w.world.system)
    .selectFrom('saved_method')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** A card whose first use and flags are known; gives its id. */
async function known(id: string): Promise<string> {
  const flags = ['surcharge_exempt', 'closed_contact'];
  const card = { number: one, expiration_date: '12/30', flags };
  const made = await w.post('/vault/customer?validate=true', { id, default_payment: { card } });
  expect(made.status, made.text).toBe(200);
  const method_id = made.body.data.created_payment_method_id;
  const { initial_transaction_id, network_transaction_id } = await rowOf(method_id);
  expect([initial_transaction_id, network_transaction_id]).not.toContain('');
  return method_id;
}

it('a card with another number has no flags and no first use', async () => {
  const id = await known('replaced');
  const change = { number: other, expiration_date: '11/31' };
  expect((await w.post(`/vault/customer/replaced/card/${id}`, change)).status).toBe(200);
  expect(await rowOf(id)).toMatchObject({
    last_four: '7777',
    flags: [],
    initial_transaction_id: '',
    network_transaction_id: '',
    checked_at: null,
  });
  const paid = await w.pay({ amount: 500, payment_method: { customer: { id: 'replaced' } } });
  expect(await rowOf(id)).toMatchObject({ initial_transaction_id: paid.id });
});

it('takes the flags that come with the number', async () => {
  const id = await known('flagged');
  const change = { number: other, expiration_date: '11/31', flags: ['locked_security'] };
  await w.post(`/vault/customer/flagged/card/${id}`, change);
  expect(await rowOf(id)).toMatchObject({ flags: ['locked_security'], initial_transaction_id: '' });
});

it('keeps all of it with the same number, whether it is typed, masked or left out', async () => {
  const id = await known('kept');
  const before = await rowOf(id);
  const { flags, initial_transaction_id, network_transaction_id } = before;
  for (const number of [one, '411111******1111', undefined]) {
    const change = { number, expiration_date: '12/30' };
    expect((await w.post(`/vault/customer/kept/card/${id}`, change)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({
      flags,
      initial_transaction_id,
      network_transaction_id,
    });
  }
});

it('is in use again with a new month: the updater’s flags go, the others stay', async () => {
  const id = await known('renewed');
  const { initial_transaction_id } = await rowOf(id);
  const change = (body: object) => w.post(`/vault/customer/renewed/card/${id}`, body);
  await change({ expiration_date: '11/31' });
  const unchanged = { flags: ['surcharge_exempt'], initial_transaction_id };
  expect(await rowOf(id)).toMatchObject(unchanged);
  await change({ expiration_date: '10/32', flags: ['closed_contact'] });
  expect(await rowOf(id)).toMatchObject({ flags: ['closed_contact'], initial_transaction_id });
});

it('is another account with another routing number, too', async () => {
  const ach = { routing_number: '490000018', account_number: '123451111', flags: ['contact'] };
  const made = await w.post('/vault/customer', { id: 'bank', default_payment: { ach } });
  const id = made.body.data.created_payment_method_id;
  const change = (body: object) => w.post(`/vault/customer/bank/ach/${id}`, body);
  await change({ account_type: 'savings' });
  expect(await rowOf(id)).toMatchObject({ account_type: 'savings', flags: ['contact'] });
  await change({ routing_number: '021000021' });
  expect(await rowOf(id)).toMatchObject({ routing_number: '021000021', flags: [] });
});
