// Saved customers over HTTP: what is kept and answered, whose they are, and how they are found.
import { expect, it } from 'vitest';
import { auditRows } from '../../testing/audit-rows.ts';
import { good_account } from '../../testing/tenants.ts';
import { openOwner, openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const tenants = openTenants(world);
const owner = openOwner(() => world.database_url);

const card = { number: '4111 1111 1111 1111', expiration_date: '12/30' };
const ach = good_account;
const home = { first_name: 'Ann', last_name: 'Óvari', line_1: '1 Main St', city: 'Denver' };

const call = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  by = tenants.m1.boss,
) => world.call(method, path, { credential: by.private_key, ...(body && { body }) });
const post = (path: string, body: object = {}, by = tenants.m1.boss) =>
  call('POST', path, body, by);

async function made(body: object = {}): Promise<string> {
  const answer = await post('/vault/customer', body);
  expect(answer.body.msg).toBe('success');
  return answer.body.data.id;
}

async function find(filters: object): Promise<string[]> {
  const { body } = await post('/vault/customer/search', filters);
  return body.data.map(({ id }: { id: string }) => id);
}

it('answers a customer two members deep, without its numbers', async () => {
  const answer = await post('/vault/customer', {
    description: 'regular',
    default_payment: { card },
    default_billing_address: home,
    default_shipping_address: { ...home, address_line_1: '1 Main St' },
  });
  const { data } = answer.body;
  const { customer } = data.data;
  expect(data.owner_id).toBe(tenants.m1.account.id);
  expect(customer.payments.cards).toEqual([
    {
      id: data.created_payment_method_id,
      card_type: 'visa',
      expiration_date: '12/30',
      masked_number: '411111******1111',
      flags: [],
      processor_id: '',
    },
  ]);
  // The same address twice is stored once.
  expect(customer.addresses).toHaveLength(1);
  expect(customer.defaults).toEqual({
    payment_method_id: data.created_payment_method_id,
    payment_method_type: 'card',
    billing_address_id: data.created_address_id,
    shipping_address_id: data.created_address_id,
  });
  expect(answer.text).not.toContain('4111111111111111');
  const read = await call('GET', `/vault/${data.id}`);
  expect(read.body.data.data).toEqual(data.data);
});

it('seals the number, and finds it by nothing but its digest', async () => {
  const id = await made({ default_payment: { card } });
  const rows = await owner.query('select * from saved_method where customer_id = $1', [id]);
  const text = JSON.stringify(rows.rows);
  expect(rows.rows).toHaveLength(1);
  expect(text).toContain('"sealed_number":"v1.');
  expect(text).not.toContain('4111111111111111');
  expect(rows.rows[0].digest).toMatch(/^[0-9a-f]{20}$/);
});

it('takes an id of its own, once, or makes one of the form asked for', async () => {
  expect(await made({ id: 'acme-17' })).toBe('acme-17');
  const again = await post('/vault/customer', { id: 'acme-17' });
  expect(again.status).toBe(400);
  expect(again.body.data.invalid[0].field).toBe('id');
  expect((await post('/vault/customer', { id: 'acme-17' }, tenants.m2.boss)).status).toBe(200);
  const formed = await made({ id_format: 'xid_type_last4', default_payment: { ach } });
  expect(formed).toMatch(/^[0-9a-v]{20}_ach_1111$/);
  for (const id of ['x', 'y'.repeat(41), 'search', 'a/b', 'with space']) {
    expect((await post('/vault/customer', { id })).body.msg).toBe('bad request error: invalid ID');
  }
  const both = { id: 'acme-18', id_format: 'xid_type_last4', default_payment: { card } };
  expect((await post('/vault/customer', both)).body.msg).toMatch(/invalid ID Format$/);
});

it('refuses ways to pay that are not served, and two at once', async () => {
  for (const default_payment of [{ apm: { type: 'klarna' } }, { card, ach }]) {
    const answer = await post('/vault/customer', { default_payment });
    expect(answer.body.msg).toBe('bad request error: invalid Default Payment');
  }
});

it('asks no bank for a customer without a card, or with a bank account alone', async () => {
  for (const default_payment of [undefined, { ach }]) {
    const answer = await post('/vault/customer', { authorize: true, default_payment });
    expect([answer.status, answer.body.msg], answer.text).toEqual([200, 'success']);
  }
});

it('keeps one of each address, and says so as clients know it', async () => {
  const id = await made({ default_billing_address: home });
  const same = await post(`/vault/customer/${id}/address`, home);
  expect([same.status, same.body.msg]).toEqual([400, 'invalid: would create a duplicate address']);
  const other = await post(`/vault/customer/${id}/address`, { ...home, city: 'Boulder' });
  const { created_address_id, data } = other.body.data;
  expect(data.customer.addresses).toHaveLength(2);
  const path = `/vault/customer/${id}/address/${created_address_id}`;
  expect((await post(path, home)).body.msg).toBe('invalid: would create a duplicate address');
  const moved = await post(path, { ...home, city: 'Aspen' });
  expect(moved.body.data.data.customer.addresses[1]).toMatchObject({ city: 'Aspen' });
  const gone = await call(
    'DELETE',
    `/vault/customer/${id}/address/${data.customer.addresses[0].id}`,
  );
  expect(gone.body.data.data.customer.defaults.billing_address_id).toBe('');
  expect(gone.body.data.data.customer.addresses).toMatchObject([{ id: created_address_id }]);
});

it('makes the first method the default, and another one when it goes', async () => {
  const id = await made();
  const first = (await post(`/vault/customer/${id}/card`, card)).body.data;
  const second = (await post(`/vault/customer/${id}/ach`, ach)).body.data;
  expect(second.data.customer.defaults.payment_method_id).toBe(first.created_payment_method_id);
  expect(second.data.customer.payments.ach[0]).toMatchObject({
    masked_account_number: 'XXXXX1111',
    routing_number: '490000018',
    sec_code: 'ppd',
    account_type: 'checking',
  });
  const path = `/vault/customer/${id}/card/${first.created_payment_method_id}`;
  const wrong = path.replace('/card/', '/ach/');
  expect((await call('DELETE', wrong)).status).toBe(404);
  const { customer } = (await call('DELETE', path)).body.data.data;
  expect(customer.defaults).toMatchObject({
    payment_method_id: second.created_payment_method_id,
    payment_method_type: 'ach',
  });
});

it('changes the month of a card and keeps its number', async () => {
  const id = await made({ default_payment: { card } });
  const read = async () => (await call('GET', `/vault/${id}`)).body.data.data.customer;
  const { id: method } = (await read()).payments.cards[0];
  const path = `/vault/customer/${id}/card/${method}`;
  await post(path, { expiration_date: '01/31', number: '411111******1111' });
  expect((await read()).payments.cards[0]).toMatchObject({
    expiration_date: '01/31',
    masked_number: '411111******1111',
  });
  const past = await post(path, { expiration_date: '01/20' });
  expect(past.status).toBe(400);
  await post(path, { number: '5555555555554444' });
  expect((await read()).payments.cards[0]).toMatchObject({
    card_type: 'mastercard',
    expiration_date: '01/31',
  });
});

it('sets defaults that the customer has, type and id together', async () => {
  const id = await made({ default_payment: { card }, default_billing_address: home });
  const { body } = await post(`/vault/customer/${id}/ach`, ach);
  const { created_payment_method_id } = body.data;
  const set = (defaults: object) => post(`/vault/customer/${id}`, { defaults });
  const method = { payment_method_id: created_payment_method_id };
  expect((await set(method)).body.msg).toMatch(/invalid Payment Method Type$/);
  const wrong = await set({ ...method, payment_method_type: 'card' });
  expect(wrong.body.msg).toMatch(/invalid Payment Method Type$/);
  const right = await set({ ...method, payment_method_type: 'ach' });
  expect(right.body.data.data.customer.defaults).toMatchObject(method);
  const strange = await set({ shipping_address_id: created_payment_method_id });
  expect(strange.body.msg).toMatch(/invalid Shipping Address ID$/);
  const half = await set({ payment_method_id: '', payment_method_type: 'ach' });
  expect(half.body.msg).toMatch(/invalid Payment Method Type$/);
  const nobody = await set({ billing_address_id: created_payment_method_id });
  expect(nobody.body.msg).toMatch(/invalid Billing Address ID$/);
  const none = await set({ billing_address_id: '' });
  expect(none.body.data.data.customer.defaults.billing_address_id).toBe('');
});

it('notes in the audit log what was changed of the customer itself', async () => {
  const id = await made({ description: 'Before' });
  expect((await post(`/vault/customer/${id}`, { description: 'After' })).status).toBe(200);
  const [created, updated] = await auditRows(world.system, 'customer', id);
  expect(created).toMatchObject({ verb: 'create', after: { description: 'Before' } });
  expect(updated).toMatchObject({
    ...{ verb: 'update', before: { description: 'Before' }, after: { description: 'After' } },
  });
});

it('keeps customers to their merchant, and the vault to those it is granted', async () => {
  const id = await made({ description: 'Private', default_payment: { card } });
  const foreign = tenants.m2.boss;
  for (const [method, path] of [
    ['GET', `/vault/${id}`],
    ['DELETE', `/vault/${id}`],
    ['POST', `/vault/customer/${id}`],
    ['POST', `/vault/customer/${id}/address`],
  ] as const) {
    expect((await call(method, path, method === 'POST' ? {} : undefined, foreign)).status).toBe(
      404,
    );
  }
  expect((await post('/vault/customer', {}, tenants.m1.clerk)).status).toBe(403);
  expect((await call('GET', `/vault/${id}`, undefined, tenants.p1.boss)).status).toBe(403);
  const found = await call('GET', '/vault/customer/global-search?q=private', undefined, foreign);
  expect(found.body.data).toEqual([]);
});

it('finds by what a customer has, and by what no part of it is', async () => {
  const ann = await made({
    description: 'Search one',
    default_payment: { card: { ...card, expiration_date: '11/28' } },
    default_billing_address: { ...home, email: 'ann@find.example', phone: '(303) 555-0101' },
  });
  const bob = await made({ description: 'Search two', default_payment: { ach } });
  const only = { description: { operator: '%', value: 'search' } };
  expect(await find({ ...only, email: { operator: '=', value: 'ann@find.example' } })).toEqual([
    ann,
  ]);
  expect(await find({ ...only, phone: { operator: '=', value: '303-555-0101' } })).toEqual([ann]);
  expect(await find({ ...only, payment_method_type: { operator: '!=', value: 'card' } })).toEqual([
    bob,
  ]);
  const expires = { start_date: '2028-11-01', end_date: '2028-11-30' };
  expect(await find({ ...only, expiration_date: expires })).toEqual([ann]);
  expect(await find({ ...only, last_name: { operator: '%', value: '100%' } })).toEqual([]);
});

it('is closed while saved customers are off for the account', async () => {
  const id = await made({ default_payment: { card } });
  const turn = (allow_customer_vault_access: boolean) =>
    post(
      `/merchant/${tenants.m1.account.id}`,
      { permissions: { allow_customer_vault_access } },
      tenants.p1.boss,
    );
  await turn(false);
  const closed = await Promise.all([
    call('GET', `/vault/${id}`),
    call('DELETE', `/vault/${id}`),
    call('GET', '/vault/customer/global-search?q=an'),
    post('/vault/customer/search'),
    post('/vault/customer'),
    post(`/vault/customer/${id}/card`, card),
  ]);
  expect(closed.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  expect(closed[3]?.body.msg).toContain('“Saved customers” is off for this account.');
  await turn(true);
  expect((await call('GET', `/vault/${id}`)).status).toBe(200);
});

it('notes no processor of anybody else', async () => {
  const { body } = await post('/vault/customer', { default_payment: { card } });
  const path = `/vault/customer/${body.data.id}`;
  const [method] = body.data.data.customer.payments.cards;
  const own = tenants.m1.processors.card;
  for (const processor_id of [tenants.m2.processors.card, '7'.repeat(20)]) {
    const asked = [
      post('/vault/customer', { processor_id }),
      post('/vault/customer', { default_payment: { card: { ...card, processor_id } } }),
      post(path, { processor_id }),
      post(`${path}/card`, { ...card, processor_id }),
      post(`${path}/card/${method.id}`, { processor_id }),
      post(`${path}/ach`, { ...ach, processor_id }),
    ];
    for (const answer of await Promise.all(asked)) {
      expect([answer.status, answer.body.msg]).toEqual([
        400,
        'bad request error: invalid Processor ID',
      ]);
    }
  }
  expect((await post(path, { processor_id: own })).status).toBe(200);
  expect((await post(path, { processor_id: '' })).status).toBe(200);
});
