// A payment that saves its method: with its approval and never before, once, at its own merchant.
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../../db/database.ts';
import { home_address, type MerchantTenant } from '../../../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const number = '4111111111111111';
const declined = '4000001000000414';
const billing_address = { ...home_address, last_name: 'Miller', email: 'ann@example.com' };
const saving = { create_vault_record: true };

const drafts = async () => {
  const { rows } = await sql`select transaction_id from saved_method_draft`.execute(
    connect(w.world.system),
  );
  return rows;
};
const sale = (more: object, by?: MerchantTenant, card = number) =>
  w.post('/transaction', { type: 'sale', amount: 1299, ...cardOf(card), ...more }, by);
const detailOf = async (id: string) => {
  const query = connect(w.world.system).selectFrom('transaction').select('detail');
  return (await query.where('id', '=', id).executeTakeFirstOrThrow()).detail;
};
const customer = async (id: string) => (await w.get(`/vault/${id}`)).body.data;
const cardsOf = async (id: string) => (await customer(id)).data.customer.payments.cards;

describe('an approved payment', () => {
  it('saves a customer with its card and address, and names them', async () => {
    const { data } = (await sale({ ...saving, billing_address })).body;
    expect(data).toMatchObject({ status: 'pending_settlement', customer_payment_type: 'card' });
    const saved = await customer(data.customer_id);
    expect(saved.data.customer).toMatchObject({
      defaults: {
        payment_method_id: data.customer_payment_id,
        payment_method_type: 'card',
        billing_address_id: saved.data.customer.addresses[0].id,
      },
      addresses: [{ first_name: 'Ann', line_1: '1 Main St', postal_code: '80202' }],
      payments: {
        cards: [
          {
            id: data.customer_payment_id,
            card_type: 'visa',
            masked_number: '411111******1111',
            expiration_date: '12/30',
          },
        ],
        ach: [],
      },
      custom_fields: {},
    });
    expect(await w.read(data.id)).toMatchObject({ customer_id: data.customer_id });
    expect(await drafts()).toEqual([]);
    const again = await w.post('/transaction', {
      ...{ type: 'sale', amount: 100 },
      payment_method: { customer: { id: data.customer_id } },
    });
    expect(await detailOf(data.id)).toMatchObject({
      ...{ initiated_by: 'customer', stored_credential_indicator: 'stored' },
    });
    expect(await detailOf(again.body.data.id)).toMatchObject({
      ...{ initiated_by: 'customer', stored_credential_indicator: 'used' },
      initial_transaction_id: data.id,
    });
  });

  it('is found by the beginning of a name, of an email and by the last digits', async () => {
    const found = async (q: string) =>
      (await w.get(`/vault/customer/global-search?q=${q}`)).body.data.length;
    expect(await found('mill')).toBe(1);
    expect(await found('ann@ex')).toBe(1);
    expect(await found('1111')).toBe(1);
  });

  it('saves a bank account, and the card of a verification or an authorization', async () => {
    const ach = { routing_number: '490000018', account_number: '123451111', sec_code: 'web' };
    const account = await sale({ ...saving, payment_method: { ach } });
    const { data } = account.body;
    expect(data.customer_payment_type).toBe('ach');
    expect((await customer(data.customer_id)).data.customer.payments.ach).toMatchObject([
      { masked_account_number: 'XXXXX1111', routing_number: '490000018' },
    ]);
    for (const type of ['authorize', 'verification']) {
      const { body } = await sale({ ...saving, type });
      expect(await cardsOf(body.data.customer_id)).toHaveLength(1);
    }
  });

  it('gives the id that the merchant chose, or one in its format', async () => {
    const custom = { ...saving, set_customer_id: true, vault_record_custom_id: 'acme-17' };
    expect((await sale(custom)).body.data.customer_id).toBe('acme-17');
    const duplicate = await sale(custom);
    expect([duplicate.status, duplicate.body.msg]).toEqual([
      400,
      expect.stringMatching(/invalid Vault Record Custom ID: it is taken$/),
    ]);
    const formed = await sale({ ...saving, vault_record_id_format: 'xid_type_last4' });
    expect(formed.body.data.customer_id).toMatch(/^[0-9a-v]{20}_card_1111$/);
  });

  it('adds to an existing customer, and keeps a number it has once', async () => {
    const made = await w.post('/vault/customer', { id: 'kept', description: 'Kept' });
    expect(made.status).toBe(200);
    const first = (await sale({ create_vault_record_for: 'kept', billing_address })).body.data;
    expect(first.customer_id).toBe('kept');
    const { data } = await customer('kept');
    expect(data.customer).toMatchObject({
      description: 'Kept',
      addresses: [],
      defaults: { payment_method_id: first.customer_payment_id, payment_method_type: 'card' },
    });
    const renewed = { ...cardOf(number, { expiration_date: '11/31' }) };
    const second = (await sale({ create_vault_record_for: 'kept', ...renewed })).body.data;
    expect(second.customer_payment_id).toBe(first.customer_payment_id);
    expect(await cardsOf('kept')).toMatchObject([{ expiration_date: '11/31' }]);
    const other = await sale({ create_vault_record_for: 'kept' }, undefined, '5555555555554444');
    expect(await cardsOf('kept')).toHaveLength(2);
    expect((await customer('kept')).data.customer.defaults.payment_method_id).toBe(
      first.customer_payment_id,
    );
    expect(other.body.data.customer_payment_id).not.toBe(first.customer_payment_id);
  });

  it('saves the custom fields where the merchant wants it', async () => {
    const { id } = w.m1.account;
    const field = await w.post('/customfield', { name: 'Shoe size', type: 'text' });
    const custom_fields = { [field.body.data?.id ?? 'none']: ['44'] };
    const saves = async (value: boolean) => {
      const body = { save_custom_fields_to_vault: value };
      await w.post(`/merchant/${id}/default/merchant`, body);
      const { data } = (await sale({ ...saving, custom_fields })).body;
      return (await customer(data.customer_id)).data.customer.custom_fields;
    };
    expect(await saves(false)).toEqual({});
    expect(await saves(true)).toEqual(custom_fields);
  });

  it('saves once under its idempotency key', async () => {
    const key = { idempotency_key: 'saved-once' };
    const first = await sale({ ...saving, ...key });
    const again = await sale({ ...saving, ...key });
    expect(again.text).toBe(first.text);
    expect((await sale(key)).status, 'another request').toBe(400);
  });
});

describe('a payment that is not approved', () => {
  it('saves nothing where it is declined', async () => {
    const { data } = (
      await sale({ ...saving, vault_record_custom_id: 'gone' }, undefined, declined)
    ).body;
    expect(data).toMatchObject({ status: 'declined', customer_id: '', customer_payment_id: '' });
    expect((await w.get('/vault/gone')).status).toBe(404);
    expect(await drafts()).toEqual([]);
  });

  it('saves nothing where the gateway itself declines it', async () => {
    await w.changeProcessor(w.m1.processors.card, { status: 'disabled' });
    const { data } = (await sale({ ...saving, vault_record_custom_id: 'gone' })).body;
    await w.changeProcessor(w.m1.processors.card, { status: 'active' });
    expect(data).toMatchObject({ status: 'declined', customer_id: '' });
    expect((await w.get('/vault/gone')).status).toBe(404);
    expect(await drafts()).toEqual([]);
  });

  it('waits where its outcome is unknown, then saves or forgets', async () => {
    const late = (
      await sale({ ...saving, vault_record_custom_id: 'late' }, undefined, '4000004600000305')
    ).body.data;
    const never = (
      await sale({ ...saving, vault_record_custom_id: 'never' }, undefined, '4000004100000003')
    ).body.data;
    expect([late.status, never.status, late.customer_id]).toEqual(['unknown', 'unknown', '']);
    expect(await drafts()).toHaveLength(2);
    expect((await w.get('/vault/late')).status).toBe(404);
    const twice = await sale({ ...saving, vault_record_custom_id: 'late' });
    expect([twice.status, twice.body.msg]).toEqual([400, expect.stringContaining('it is taken')]);
    await w.advance(3_600);
    expect(await w.read(late.id)).toMatchObject({
      status: 'pending_settlement',
      customer_id: 'late',
    });
    expect(await cardsOf('late')).toHaveLength(1);
    expect((await w.get('/vault/never')).status).toBe(404);
    expect(await drafts()).toEqual([]);
  });

  it('takes its outcome where its customer was removed or made meanwhile', async () => {
    await w.post('/vault/customer', { id: 'removed' });
    const unknown = async (more: object) =>
      (await sale(more, undefined, '4000004600000305')).body.data.id;
    const of_removed = await unknown({ create_vault_record_for: 'removed' });
    const of_made = await unknown({ ...saving, vault_record_custom_id: 'made' });
    expect(
      (await w.world.call('DELETE', '/vault/removed', { credential: w.m1.boss.private_key }))
        .status,
    ).toBe(200);
    await w.post('/vault/customer', { id: 'made', description: 'Theirs' });
    await w.advance(3_600);
    expect((await w.read(of_removed)).status).toBe('pending_settlement');
    expect((await w.get('/vault/removed')).status).toBe(404);
    const query = connect(w.world.system).selectFrom('saved_method').select('id');
    expect(await query.where('customer_id', '=', 'removed').execute()).toEqual([]);
    for (const id of [of_removed, of_made]) {
      const read = await w.read(id);
      expect([read.customer_id, read.customer_payment_id]).toEqual(['', '']);
    }
    const { data } = await customer('made');
    expect(data.customer.description).toBe('Theirs');
    expect(data.customer.payments.cards).toEqual([]);
    expect(await drafts()).toEqual([]);
  });
});

describe('what is refused before anything is written', () => {
  it.each<[string, object, number, RegExp]>([
    ['cash', { ...saving, payment_method: { cash: {} } }, 400, /invalid Create Vault Record$/],
    ['an unknown customer', { create_vault_record_for: 'nobody' }, 404, /not found/],
    ['no id', { ...saving, set_customer_id: true }, 400, /invalid Vault Record Custom ID$/],
    ['an id of a path', { ...saving, vault_record_custom_id: 'search' }, 400, /Custom ID$/],
    ['an id with a space', { ...saving, vault_record_custom_id: 'a b' }, 400, /Custom ID$/],
    ['another format', { ...saving, vault_record_id_format: 'x' }, 400, /ID Format$/],
    [
      'an id and a format',
      { ...saving, vault_record_custom_id: 'ab', vault_record_id_format: 'xid_type_last4' },
      400,
      /ID Format$/,
    ],
  ])('%s', async (_what, more, status, message) => {
    const before = await w.count('transaction');
    const answer = await sale(more);
    expect([answer.status, answer.body.msg]).toEqual([status, expect.stringMatching(message)]);
    expect(await w.count('transaction')).toBe(before);
  });

  it('a customer of another merchant', async () => {
    await w.post('/vault/customer', { id: 'theirs' }, w.tenants.m2);
    expect((await sale({ create_vault_record_for: 'theirs' })).status).toBe(404);
  });

  it('without the right to save customers, or without the vault', async () => {
    const clerk = { credential: w.m1.clerk.private_key };
    const body = { type: 'sale', amount: 100, ...cardOf(number), ...saving };
    const refused = await w.world.call('POST', '/transaction', { ...clerk, body });
    expect(refused.status).toBe(403);
    const set = (allow_customer_vault_access: boolean) =>
      w.world.call('POST', `/merchant/${w.m1.account.id}`, {
        credential: w.tenants.p1.boss.private_key,
        body: { permissions: { allow_customer_vault_access } },
      });
    await set(false);
    const without = await sale(saving);
    expect([without.status, without.body.msg]).toEqual([
      403,
      'forbidden: “Saved customers” is off for this account. ' + 'Contact support to turn it on.',
    ]);
    expect((await sale({})).status).toBe(200);
    await set(true);
  });
});

it('a payment that its processor only records keeps what it is to save', async () => {
  const id = await w.addProcessor();
  await w.changeProcessor(id, { type: 'pending' });
  const { data } = (await sale({ ...saving, processor_id: id })).body;
  expect(data).toMatchObject({ status: 'pending', customer_id: '' });
  expect(await drafts()).toEqual([{ transaction_id: data.id }]);
  expect(await detailOf(data.id)).toHaveProperty('method_draft');
});
