// Payments with saved customers: the method and addresses of the vault, and whose they are.
import { beforeAll, expect, it } from 'vitest';
import { openTenants, openWorld } from '../../../../testing/worlds/open-world.ts';
import { addProcessor } from '../../../../testing/worlds/search-world.ts';
import { invalidateMerchant } from '../../../merchant-config.ts';

const world = openWorld();
const tenants = openTenants(world);

const home = {
  first_name: 'Ann',
  line_1: '1 Main St',
  city: 'Denver',
  state: 'CO',
  postal_code: '80202',
};
const work = { first_name: 'Ann', line_1: '2 High St', city: 'Aspen', state: 'CO' };
const post = (path: string, body: object, by = tenants.m1.boss) =>
  world.call('POST', path, { credential: by.private_key, body });

interface Ids {
  card: string;
  ach: string;
  work: string;
}
let ids: Ids;

beforeAll(async () => {
  const made = await post('/vault/customer', {
    id: 'ann',
    default_payment: { card: { number: '4111111111111111', expiration_date: '12/30' } },
    default_billing_address: home,
  });
  const ach = await post('/vault/customer/ann/ach', {
    routing_number: '490000018',
    account_number: '123451111',
    account_type: 'savings',
    sec_code: 'ccd',
  });
  const address = await post('/vault/customer/ann/address', work);
  ids = {
    card: made.body.data.created_payment_method_id,
    ach: ach.body.data.created_payment_method_id,
    work: address.body.data.created_address_id,
  };
});

const pay = (customer: object, more: object = {}, by = tenants.m1.boss) =>
  post('/transaction', { type: 'sale', amount: 1299, payment_method: { customer }, ...more }, by);

it('pays with the default method and address, and says which they were', async () => {
  const { body, text } = await pay({ id: 'ann', cvc: '999' });
  expect(body.data).toMatchObject({
    status: 'pending_settlement',
    response: 'approved',
    customer_id: 'ann',
    customer_payment_type: 'card',
    customer_payment_id: ids.card,
    payment_method: 'token',
    payment_type: 'card',
    billing_address: { first_name: 'Ann', address_line_1: '1 Main St', city: 'Denver' },
    response_body: { card: { masked_card: '411111******1111', expiration_date: '12/30' } },
  });
  expect(body.data.features).toContain('card_on_file');
  expect(text).not.toContain('4111111111111111');
});

it('takes the type behind the customer or token as the form says it, and no other', async () => {
  const submitted = { payment_type: 'customer', token_payment_type: 'card', source: 'cp' };
  const { body } = await pay({ id: 'ann' }, submitted);
  expect(body.data).toMatchObject({ payment_type: 'card', transaction_source: 'cp' });
  const credential = tenants.m1.boss.private_key;
  const read = await world.call('GET', `/transaction/${body.data.id}`, { credential });
  expect(read.body.data.token_payment_type).toBe('card');
  for (const token_payment_type of ['ach', 'cash']) {
    const refused = await pay({ id: 'ann' }, { token_payment_type });
    const msg = 'bad request error: invalid Token Payment Type';
    expect([refused.status, refused.body.msg]).toEqual([400, msg]);
  }
});

it('pays with the method and address that are named', async () => {
  const { body } = await pay({
    id: 'ann',
    payment_method_id: ids.ach,
    payment_method_type: 'ach',
    billing_address_id: ids.work,
  });
  expect(body.data).toMatchObject({
    customer_payment_type: 'ach',
    customer_payment_id: ids.ach,
    payment_type: 'ach',
    billing_address: { address_line_1: '2 High St' },
    response_body: {
      ach: { masked_account_number: 'XXXXX1111', sec_code: 'ccd', account_type: 'savings' },
    },
  });
});

it('is the same payment under the same key, and another with another method', async () => {
  const key = { idempotency_key: 'saved-1' };
  const first = await pay({ id: 'ann' }, key);
  const again = await pay({ id: 'ann' }, key);
  expect(again.body.data.id).toBe(first.body.data.id);
  const other = await pay({ id: 'ann', payment_method_id: ids.ach }, key);
  expect(other.body.data?.id).not.toBe(first.body.data.id);
  expect(other.status).toBe(400);
});

it('is another request with another address, not with another security code', async () => {
  const key = { idempotency_key: 'saved-addresses' };
  const first = await pay({ id: 'ann', cvc: '999' }, key);
  expect((await pay({ id: 'ann', cvc: '998' }, key)).text).toBe(first.text);
  for (const other of [
    { billing_address_id: ids.work },
    { shipping_address_id: ids.work },
    { payment_method_id: ids.card },
    { payment_method_type: 'card' },
  ]) {
    const { status, body } = await pay({ id: 'ann', ...other }, key);
    expect([status, body.msg]).toEqual([400, expect.stringContaining('Idempotency Key')]);
  }
});

it('is answered as before once its method, address or customer is gone', async () => {
  const card = { number: '4111111111111111', expiration_date: '12/30' };
  const made = await post('/vault/customer', { id: 'leaving', default_payment: { card } });
  const { created_payment_method_id: payment_method_id } = made.body.data;
  const address = await post('/vault/customer/leaving/address', work);
  const { created_address_id: billing_address_id } = address.body.data;
  const key = { idempotency_key: 'saved-gone' };
  const chosen = { id: 'leaving', payment_method_id, billing_address_id };
  const first = await pay(chosen, key);
  expect(first.status, first.text).toBe(200);
  const remove = (path: string) =>
    world.call('DELETE', path, { credential: tenants.m1.boss.private_key });
  for (const path of [
    `/vault/customer/leaving/address/${billing_address_id}`,
    `/vault/customer/leaving/card/${payment_method_id}`,
    '/vault/leaving',
  ]) {
    expect((await remove(path)).status).toBe(200);
    const again = await pay(chosen, key);
    expect([again.status, again.text]).toEqual([200, first.text]);
  }
  expect((await pay(chosen, { idempotency_key: 'saved-new' })).status).toBe(404);
  // Whoever may not see the vault is not answered from it.
  expect((await pay(chosen, key, tenants.m2.boss)).status).toBe(404);
});

it("lets the request's own members win over what is saved", async () => {
  const billing_address = { first_name: 'Bob', address_line_1: '3 Low St' };
  const { body } = await pay({ id: 'ann' }, { billing_address });
  expect(body.data.billing_address).toMatchObject({ first_name: 'Bob', city: '' });
  const shipping_address = { first_name: 'Cy', address_line_1: '4 Side St' };
  const shipped = await pay({ id: 'ann', shipping_address_id: ids.work }, { shipping_address });
  expect(shipped.body.data.shipping_address).toMatchObject({ first_name: 'Cy', city: '' });
});

it('is another payment under the same key with another customer of the same card', async () => {
  const default_payment = { card: { number: '4111111111111111', expiration_date: '12/30' } };
  const twin = (await post('/vault/customer', { default_payment })).body.data.id;
  const key = { idempotency_key: 'saved-twins' };
  expect((await pay({ id: 'ann' }, key)).status).toBe(200);
  const { status, body } = await pay({ id: twin }, key);
  expect([status, body.msg]).toEqual([400, expect.stringContaining('Idempotency Key')]);
});

it('goes to the processor of its method before that of its customer', async () => {
  const [of_method, of_customer] = await Promise.all(
    ['Of the method', 'Of the customer'].map(async (name) => {
      const id = world.system.ids.next();
      await addProcessor(world.system, tenants.m1.account.id, id, { name, timezone: 'UTC' });
      return id;
    }),
  );
  invalidateMerchant(world.system, tenants.m1.account.id);
  const card = { number: '4111111111111111', expiration_date: '12/30' };
  const made = await post('/vault/customer', {
    processor_id: of_customer,
    default_payment: { card: { ...card, processor_id: of_method } },
  });
  const { id } = made.body.data;
  const other = await post(`/vault/customer/${id}/card`, { ...card, number: '4012000077777777' });
  const payment_method_id = other.body.data.created_payment_method_id;
  expect((await pay({ id })).body.data.processor_id).toBe(of_method);
  expect((await pay({ id, payment_method_id })).body.data.processor_id).toBe(of_customer);
});

it('refuses what the customer does not have, and customers of others', async () => {
  const says = async (customer: object, by = tenants.m1.boss) => {
    const { status, body } = await pay(customer, {}, by);
    return [status, body.msg];
  };
  expect(await says({ id: 'nobody' })).toEqual([404, 'not found']);
  expect(await says({ id: 'ann' }, tenants.m2.boss)).toEqual([404, 'not found']);
  expect(await says({ id: 'ann', payment_method_id: ids.work })).toEqual([
    400,
    'bad request error: invalid Payment Method ID',
  ]);
  expect(
    await says({ id: 'ann', payment_method_id: ids.ach, payment_method_type: 'card' }),
  ).toEqual([400, 'bad request error: invalid Payment Method Type']);
  expect(await says({ id: 'ann', billing_address_id: ids.card })).toEqual([
    400,
    'bad request error: invalid Billing Address ID',
  ]);
});

it('charges nobody of its own where the customer of another merchant is named', async () => {
  const { id } = tenants.m2.account;
  const key = { idempotency_key: 'saved-elsewhere' };
  expect((await pay({ id: 'ann', source_merchant_id: tenants.m1.account.id }, key)).status).toBe(
    200,
  );
  for (const terminal of [{}, { terminal_id: ids.work }]) {
    const { status, body } = await pay({ id: 'ann', source_merchant_id: id, ...terminal }, key);
    expect([status, body.msg]).toEqual([400, 'bad request error: invalid Source Merchant ID']);
  }
});

it('takes the vault of the merchant, and one method', async () => {
  const card = { number: '4111111111111111', expiration_date: '12/30' };
  const payment_method = { customer: { id: 'ann' }, card };
  const two = await post('/transaction', { type: 'sale', amount: 100, payment_method });
  expect([two.status, two.body.msg]).toEqual([400, 'bad request error: invalid payment_method']);
  const { id } = tenants.m1.account;
  const set = (allow_customer_vault_access: boolean) =>
    post(`/merchant/${id}`, { permissions: { allow_customer_vault_access } }, tenants.p1.boss);
  await set(false);
  expect((await pay({ id: 'ann' })).status).toBe(403);
  await set(true);
  expect((await pay({ id: 'ann' })).status).toBe(200);
});
