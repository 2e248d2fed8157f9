// A payment is found by the ID that its address has at the saved customer (spec 2 §3).
import { expect, it } from 'vitest';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const card = { number: '4111111111111111', expiration_date: '12/30' };
const home = { first_name: 'Ann', line_1: '1 Main St', city: 'Denver' };
const work = { first_name: 'Ann', line_1: '2 High St', city: 'Aspen' };

async function customer() {
  const made = await w.post('/vault/customer', {
    default_payment: { card },
    default_billing_address: home,
  });
  const { id, created_address_id: billing } = made.body.data;
  const added = await w.post(`/vault/customer/${id}/address`, work);
  return { id, billing, other: added.body.data.created_address_id };
}

async function paid(named: object, more: object = {}): Promise<string> {
  const payment_method = { customer: named };
  const answer = await w.post('/transaction', {
    type: 'sale',
    amount: 1299,
    payment_method,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.id;
}

async function found(side: 'billing' | 'shipping', value: string): Promise<string[]> {
  const filter = { [`${side}_address`]: { address_id: { operator: '=', value } } };
  const { body } = await w.post('/transaction/search', filter);
  return body.data.map(({ id }: { id: string }) => id).toSorted();
}

it('by the default and by the one that the payment names', async () => {
  const { id, billing, other } = await customer();
  const plain = await paid({ id });
  const named = await paid({ id, billing_address_id: other, shipping_address_id: billing });
  expect(await found('billing', billing)).toEqual([plain]);
  expect(await found('billing', other)).toEqual([named]);
  expect(await found('shipping', billing)).toEqual([named]);
  const { billing_address } = await w.read(plain);
  expect(Object.keys(billing_address)).not.toContain('address_id');
});

it('also where the form sends the address along, and not where another one is typed', async () => {
  const { id, billing } = await customer();
  const sent = { first_name: 'Ann', address_line_1: '1 Main St', city: 'Denver' };
  const same = await paid({ id }, { billing_address: { ...sent, country: 'US' } });
  await paid({ id }, { billing_address: { ...sent, city: 'Aspen' } });
  await paid({ id }, { billing_address: { ...sent, company: 'Shop' } });
  await paid({ id }, { billing_address: { first_name: 'Ann' } });
  expect(await found('billing', billing)).toEqual([same]);
});

it('with its refund, and at its own merchant alone', async () => {
  const { id, billing } = await customer();
  const sale = await paid({ id });
  await w.settle();
  const refund = (await w.post(`/transaction/${sale}/refund`)).body.data.id;
  expect(await found('billing', billing)).toEqual([refund, sale].toSorted());
  const filter = { billing_address: { address_id: { operator: '=', value: billing } } };
  expect((await w.post('/transaction/search', filter, w.tenants.m2)).body.data).toEqual([]);
});
