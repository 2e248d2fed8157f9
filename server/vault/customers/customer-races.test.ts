// Many requests about one saved customer at the same moment: nothing is lost, nothing hangs loose.
import { expect, it } from 'vitest';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld();
const t = openTenants(world);
const card = { number: '4111111111111111', expiration_date: '12/30' };

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  world.call(method, path, { credential: t.m1.boss.private_key, body });
const made = async (body: object) => (await call('POST', '/vault/customer', body)).body.data;

it('takes 64 uses and deletions of one method without losing a payment or a default', async () => {
  const { id, created_payment_method_id: method } = await made({ default_payment: { card } });
  const other = await call('POST', `/vault/customer/${id}/ach`, {
    routing_number: '490000018',
    account_number: '987654321',
    account_type: 'checking',
  });
  const other_method = other.body.data.created_payment_method_id;
  const customer = { id, payment_method_id: method, payment_method_type: 'card' };
  const uses = Array.from({ length: 32 }, (_, n) =>
    call('POST', '/transaction', {
      type: 'sale',
      amount: 1000 + n,
      payment_method: { customer },
    }),
  );
  const deletions = Array.from({ length: 32 }, () =>
    call('DELETE', `/vault/customer/${id}/card/${method}`),
  );
  const paid = await Promise.all(uses);
  const gone = await Promise.all(deletions);
  expect(gone.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(gone.filter(({ status }) => status !== 200).every(({ status }) => status === 404)).toBe(
    true,
  );
  for (const { status, body } of paid) {
    // A payment has read the method before it went, or it is told that there is none.
    if (status === 200) expect(body.data).toMatchObject({ status: 'pending_settlement' });
    else expect([status, body.msg]).toEqual([400, 'bad request error: invalid Payment Method ID']);
  }
  const approved = paid.filter(({ status }) => status === 200).map(({ body }) => body.data.id);
  const { body } = await call('POST', '/transaction/search', {
    customer_id: { operator: '=', value: id },
    limit: 100,
  });
  expect(body.data.map((one: { id: string }) => one.id).sort()).toEqual(approved.sort());
  const { defaults, payments } = (await call('GET', `/vault/${id}`)).body.data.data.customer;
  expect(payments.cards).toEqual([]);
  expect(defaults).toMatchObject({ payment_method_id: other_method, payment_method_type: 'ach' });
});
