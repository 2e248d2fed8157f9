// Customers that were saved twice become one: nothing is lost, and their old ids go on working.
import { describe, expect, it } from 'vitest';
import { openOwner, openTenants, openWorld } from '../../../testing/worlds/open-world.ts';

const world = openWorld();
const t = openTenants(world);
const owner = openOwner(() => world.database_url);
const card = (number: string, expiration_date = '12/30') => ({ number, expiration_date });
const visa = '4111111111111111';
const other = '4012000077777777';
const home = { first_name: 'Ann', line_1: '1 Main St', city: 'Denver', state: 'CO' };
const work = { first_name: 'Ann', line_1: '2 High St', city: 'Aspen', state: 'CO' };

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, by = t.m1.boss) =>
  world.call(method, path, { credential: by.private_key, body });
const post = (path: string, body: object, by = t.m1.boss) => call('POST', path, body, by);
const made = async (body: object, by = t.m1.boss) => {
  const answer = await post('/vault/customer', body, by);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data;
};
const merge = (id: string, customer_ids: string[], by = t.m1.boss) =>
  post(`/vault/customer/${id}/merge`, { customer_ids }, by);
const read = async (id: string) => (await call('GET', `/vault/${id}`)).body.data;
const pay = (customer: object) =>
  post('/transaction', { type: 'sale', amount: 1299, payment_method: { customer } });

async function twins() {
  const survivor = await made({
    description: 'Calls on Fridays',
    notes: 'Likes tea',
    default_payment: { card: card(visa, '12/29') },
    default_billing_address: home,
    shared: true,
  });
  const gone = await made({
    notes: 'Likes coffee',
    flags: ['surcharge_exempt'],
    do_not_share: true,
    default_payment: { card: card(visa, '01/31') },
    default_billing_address: home,
    default_shipping_address: work,
  });
  const added = await post(`/vault/customer/${gone.id}/card`, card(other));
  return { survivor, gone, added: added.body.data.created_payment_method_id as string };
}

describe('duplicates', () => {
  it('are customers of the same merchant that share a number', async () => {
    const { survivor, gone } = await twins();
    await made({ default_payment: { card: card(visa) } }, t.m2.boss);
    const { body } = await call('GET', `/vault/customer/${gone.id}/duplicates`);
    const ids = body.data.map((one: { customer: { id: string } }) => one.customer.id);
    expect(ids).toEqual([survivor.id]);
    expect(body.data[0].shared_numbers).toEqual(['411111******1111']);
    expect((await call('GET', '/vault/customer/nobody/duplicates')).status).toBe(404);
    const theirs = await call('GET', `/vault/customer/${gone.id}/duplicates`, undefined, t.m2.boss);
    expect(theirs.status).toBe(404);
    await call('DELETE', `/vault/${survivor.id}`);
    await call('DELETE', `/vault/${gone.id}`);
  });
});

describe('a merge', () => {
  it('is shown before it is made, and changes nothing then', async () => {
    const { survivor, gone, added } = await twins();
    const before = [await read(survivor.id), await read(gone.id)];
    const { body } = await post(`/vault/customer/${survivor.id}/merge/preview`, {
      customer_ids: [gone.id],
    });
    expect(body.data.methods).toEqual([
      {
        id: gone.created_payment_method_id,
        type: 'card',
        masked_number: '411111******1111',
        from_customer_id: gone.id,
        kept_id: survivor.created_payment_method_id,
      },
      {
        id: added,
        type: 'card',
        masked_number: '401200******7777',
        from_customer_id: gone.id,
        kept_id: '',
      },
    ]);
    expect(body.data.addresses.map((one: { kept_id: string }) => one.kept_id)).toEqual([
      survivor.created_address_id,
      '',
    ]);
    expect([await read(survivor.id), await read(gone.id)]).toEqual(before);
    const done = await merge(survivor.id, [gone.id]);
    const { updated_at: _, ...planned } = body.data.customer;
    expect(done.body.data.customer).toMatchObject(planned);
    expect(await read(survivor.id)).toMatchObject(planned);
  });

  it('keeps what either has: methods, addresses, notes, flags, later months', async () => {
    const { survivor, gone, added } = await twins();
    await merge(survivor.id, [gone.id]);
    const { customer } = (await read(survivor.id)).data;
    expect(customer).toMatchObject({
      description: 'Calls on Fridays',
      notes: 'Likes tea\nLikes coffee',
      flags: ['surcharge_exempt'],
      shared: false,
      do_not_share: true,
      defaults: {
        payment_method_id: survivor.created_payment_method_id,
        billing_address_id: survivor.created_address_id,
      },
    });
    expect(customer.defaults.shipping_address_id).not.toBe('');
    expect(customer.payments.cards).toMatchObject([
      { id: survivor.created_payment_method_id, expiration_date: '01/31' },
      { id: added, masked_number: '401200******7777' },
    ]);
    expect(customer.addresses.map((one: { line_1: string }) => one.line_1)).toEqual([
      '1 Main St',
      '2 High St',
    ]);
    const found = await call('GET', `/vault/customer/global-search?q=coffee`);
    expect(found.status).toBe(200);
  });

  it('keeps the later month, whichever of the two has it', async () => {
    const survivor = await made({ default_payment: { card: card(visa, '01/31') } });
    const gone = await made({ default_payment: { card: card(visa, '12/29') } });
    await merge(survivor.id, [gone.id]);
    const { cards } = (await read(survivor.id)).data.customer.payments;
    expect(cards).toMatchObject([{ expiration_date: '01/31' }]);
  });

  it('is shared where both are, and keeps what only one knows of their number', async () => {
    const [own, theirs] = [t.m1.processors.card, t.m1.processors.ach];
    const paid = await post('/transaction', {
      ...{ type: 'sale', amount: 1299, create_vault_record: true },
      payment_method: { card: card(other) },
    });
    const { id: initial_transaction_id, customer_id: gone } = paid.body.data;
    const noted = { ...card(other), processor_id: own };
    const { id } = await made({ shared: true, default_payment: { card: noted } });
    const [method] = (await read(gone)).data.customer.payments.cards;
    await post(`/vault/customer/${gone}/card/${method.id}`, { processor_id: theirs });
    const { customer } = (await merge(id, [gone])).body.data.customer.data;
    expect(customer).toMatchObject({ shared: false, payments: { cards: [{ processor_id: own }] } });
    const again = (await pay({ id })).body.data.id;
    const { rows } = await owner.query('select detail from transaction where id = $1', [again]);
    expect(rows[0].detail).toMatchObject({ initial_transaction_id });
  });

  it('leaves the old ids working: reading, paying, searching', async () => {
    const { survivor, gone } = await twins();
    const paid = (await pay({ id: gone.id })).body.data;
    await merge(survivor.id, [gone.id]);
    expect((await read(gone.id)).id).toBe(survivor.id);
    const again = await pay({
      id: gone.id,
      payment_method_id: gone.created_payment_method_id,
      payment_method_type: 'card',
    });
    expect(again.body.data).toMatchObject({
      status: 'pending_settlement',
      customer_id: survivor.id,
      customer_payment_id: survivor.created_payment_method_id,
    });
    const search = async (operator: string) => {
      const filter = { customer_id: { operator, value: survivor.id } };
      const { body } = await post('/transaction/search', filter);
      return body.data.map(({ id }: { id: string }) => id);
    };
    expect((await search('=')).sort()).toEqual([again.body.data.id, paid.id].sort());
    expect(await search('!=')).not.toContain(paid.id);
    const duplicate = await post('/vault/customer', { id: gone.id });
    expect([duplicate.status, duplicate.body.msg]).toEqual([
      400,
      'bad request error: invalid ID: it is taken',
    ]);
    const saving = { create_vault_record: true, vault_record_custom_id: gone.id };
    const refused = await post('/transaction', {
      type: 'sale',
      amount: 100,
      payment_method: { card: card(visa) },
      ...saving,
    });
    expect(refused.status).toBe(400);
    expect((await call('DELETE', `/vault/${gone.id}`)).status).toBe(404);
    expect((await call('DELETE', `/vault/${survivor.id}`)).status).toBe(200);
    expect((await call('GET', `/vault/${gone.id}`)).status).toBe(404);
  });

  it('leads through several merges to the same end', async () => {
    const one = await twins();
    const two = await twins();
    await merge(one.survivor.id, [one.gone.id]);
    await merge(two.survivor.id, [one.survivor.id, two.gone.id]);
    for (const id of [one.gone.id, one.survivor.id, two.gone.id]) {
      expect((await read(id)).id).toBe(two.survivor.id);
      const method = one.gone.created_payment_method_id;
      const paid = id === one.gone.id ? { payment_method_id: method } : {};
      expect((await pay({ id, ...paid })).body.data.customer_id).toBe(two.survivor.id);
    }
  });

  it('is refused with itself, nobody, unknown customers and another merchant’s', async () => {
    const { survivor } = await twins();
    const theirs = await made({}, t.m2.boss);
    expect((await merge(survivor.id, [survivor.id])).body.msg).toBe(
      'bad request error: invalid Customer IDs',
    );
    expect((await merge(survivor.id, [])).status).toBe(400);
    for (const id of ['nobody', theirs.id])
      expect((await merge(survivor.id, [id])).status).toBe(404);
    expect((await merge(survivor.id, [survivor.id], t.m2.boss)).status).toBe(404);
    expect((await merge(survivor.id, [theirs.id], t.m2.boss)).status).toBe(404);
    expect((await read(survivor.id)).id).toBe(survivor.id);
  });

  it('is refused where the notes would be cut, and changes nothing', async () => {
    const [one, two] = [
      await made({ notes: 'a'.repeat(1500) }),
      await made({ notes: 'b'.repeat(600) }),
    ];
    const { status, body } = await merge(one.id, [two.id]);
    expect([status, body.msg]).toEqual([
      400,
      'The notes together are longer than 2,000 characters. Shorten them first.',
    ]);
    expect((await read(two.id)).id).toBe(two.id);
  });

  it('comes to fifty ways to pay and no more', async () => {
    const banks = async (from: number, count: number) => {
      const { id } = await made({});
      for (let n = from; n < from + count; n++) {
        const account = { routing_number: '490000018', account_number: `${12_345_000 + n}` };
        await post(`/vault/customer/${id}/ach`, account);
      }
      return id as string;
    };
    const [full, one, extra] = [await banks(0, 49), await banks(49, 1), await banks(50, 1)];
    expect((await merge(full, [one])).status).toBe(200);
    const { status, body } = await merge(full, [extra]);
    expect([status, body.msg]).toEqual([400, 'A customer has at most 50 payment methods.']);
  });

  it('comes to fifty addresses and no more', async () => {
    const streets = async (from: number, count: number) => {
      const { id } = await made({});
      for (let n = from; n < from + count; n++) {
        const street = { ...home, line_1: `${n} Main St` };
        const added = await post(`/vault/customer/${id}/address`, street);
        expect(added.status, added.text).toBe(200);
      }
      return id as string;
    };
    const [full, one, extra] = [await streets(0, 49), await streets(48, 2), await streets(50, 1)];
    expect((await merge(full, [one])).status).toBe(200);
    const { status, body } = await merge(full, [extra]);
    expect([status, body.msg]).toEqual([400, 'A customer has at most 50 addresses.']);
    expect((await read(extra)).id).toBe(extra);
  });

  it('stands in the audit log with the ids that are gone', async () => {
    const { survivor, gone } = await twins();
    await merge(survivor.id, [gone.id]);
    const { body } = await post('/audit/search', {}, t.admin.boss);
    const entry = body.data.find((one: { verb: string }) => one.verb === 'merge');
    expect(JSON.stringify(entry)).toContain(gone.id);
  });
});

it('loses nothing while others change, pay and merge the same customers', async () => {
  const { survivor, gone } = await twins();
  const third = await made({ default_payment: { card: card(other) } });
  const work_at_once = [
    ...Array.from({ length: 16 }, () => pay({ id: gone.id })),
    ...Array.from({ length: 16 }, (_, n) =>
      post(`/vault/customer/${gone.id}/ach`, {
        routing_number: '490000018',
        account_number: `98765432${10 + n}`,
        account_type: 'checking',
      }),
    ),
    ...Array.from({ length: 16 }, (_, n) =>
      post(`/vault/customer/${survivor.id}`, { description: `changed ${n}` }),
    ),
    ...Array.from({ length: 8 }, () => merge(survivor.id, [gone.id])),
    ...Array.from({ length: 8 }, () => merge(gone.id, [third.id])),
  ];
  const answers = await Promise.all(work_at_once);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const added = answers.slice(16, 32).filter(({ status }) => status === 200).length;
  expect(answers.slice(0, 16).map(({ status }) => status)).toEqual(Array(16).fill(200));
  const { customer } = (await read(gone.id)).data;
  expect(customer.payments.ach).toHaveLength(added);
  const merged = answers.slice(48, 56).filter(({ status }) => status === 200);
  expect(merged).toHaveLength(1);
  expect((await read(survivor.id)).id).toBe((await read(gone.id)).id);
});
