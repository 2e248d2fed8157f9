// Saving the payer of a payment that was made already: once, while its method is kept, and of an
// approved payment alone.
import { expect, it } from 'vitest';
import { draft_retention_days } from '../../../../contract/payments/transactions/save-customer.ts';
import { home_address } from '../../../testing/tenants.ts';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';
import { openOwner } from '../../../testing/worlds/open-world.ts';
import { deleteExpiredDrafts } from '../../../vault/customers/methods/method-drafts.ts';

const w = openMoneyWorld();
const owner = openOwner(() => w.world.database_url);

const save = async (id: string) => await w.post(`/transaction/${id}/vault`);
const drafts = async (id: string) => {
  const text = 'select * from saved_method_draft where transaction_id = $1';
  return (await owner.query(text, [id])).rows;
};
const number = '4012000077777777';

it('saves the method and the billing address, and names the customer at the payment', async () => {
  const sale = await w.pay({ billing_address: home_address }, number);
  const answer = await save(sale.id);
  expect(answer.status, answer.text).toBe(200);
  const { data } = answer.body;
  expect(data).toMatchObject({
    payment_method_type: 'card',
    payment_method: { card: { masked_card: '401200******7777', last_four: '7777' } },
    billing_address: { first_name: 'Ann', address_line_1: '1 Main St', customer_id: data.id },
  });
  expect(answer.text).not.toContain(number);
  const found = (await w.get(`/vault/${data.id}`)).body.data.data.customer;
  expect(found.payments.cards).toHaveLength(1);
  expect(found.addresses).toHaveLength(1);
  const paid = await w.read(sale.id);
  expect(paid).toMatchObject({ customer_id: data.id, customer_payment_type: 'card' });
  expect(await drafts(sale.id)).toEqual([]);
  const again = await w.pay({ payment_method: { customer: { id: data.id } } });
  expect(again.response_body.card.last_four).toBe('7777');
});

it('saves where the payer is shipped to, and one address that is both once', async () => {
  const away = { ...home_address, address_line_1: '2 High St', city: 'Aspen' };
  for (const [shipping_address, lines] of [
    [away, ['1 Main St', '2 High St']],
    [home_address, ['1 Main St']],
  ] as const) {
    const by_draft = await w.pay({ billing_address: home_address, shipping_address }, number);
    const in_payment = await w.pay(
      { billing_address: home_address, shipping_address, create_vault_record: true },
      number,
    );
    const ids = [(await save(by_draft.id)).body.data.id, in_payment.customer_id];
    for (const id of ids) {
      const { addresses, defaults } = (await w.get(`/vault/${id}`)).body.data.data.customer;
      const placed = (place: string) =>
        addresses.find((one: { id: string }) => one.id === place)?.line_1;
      expect(addresses.map((one: { line_1: string }) => one.line_1).toSorted()).toEqual(lines);
      expect(placed(defaults.billing_address_id)).toBe('1 Main St');
      expect(placed(defaults.shipping_address_id)).toBe(lines.at(-1));
    }
  }
});

it('saves a payer once, however often it is asked at the same time', async () => {
  const sale = await w.pay({}, number);
  const answers = await Promise.all(Array.from({ length: 8 }, () => save(sale.id)));
  const saved = answers.filter(({ status }) => status === 200);
  expect(saved).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 200);
  expect(new Set(others.map(({ body }) => body.msg))).toEqual(
    new Set(['This payment already has a customer.']),
  );
  const { customer_id } = await w.read(sale.id);
  expect(customer_id).toBe(saved[0]?.body.data.id);
});

it('keeps a number sealed, and of approved payments alone', async () => {
  const sale = await w.pay({}, number);
  const [row] = await drafts(sale.id);
  expect(row.sealed_number).toMatch(/^v1\./);
  expect(JSON.stringify(row)).not.toContain(number);
  const declined = await w.post('/transaction', {
    type: 'sale',
    amount: 700,
    payment_method: { card: { number: '4000000000000002', expiration_date: '12/30' } },
  });
  expect(await drafts(declined.body.data.id)).toEqual([]);
  const refused = await save(declined.body.data.id);
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    'Only an approved payment can be saved.',
  ]);
  const cash = await w.post('/transaction', {
    type: 'sale',
    amount: 700,
    payment_method: { cash: {} },
  });
  expect((await save(cash.body.data.id)).body.msg).toBe('A cash payment has nothing to save.');
});

it('saves no payer of another merchant, and none while saved customers are off', async () => {
  const sale = await w.pay({}, number);
  const other = await w.post(`/transaction/${sale.id}/vault`, {}, w.tenants.m2);
  expect(other.status).toBe(404);
  const clerk = await w.world.call('POST', `/transaction/${sale.id}/vault`, {
    credential: w.m1.clerk.private_key,
    body: {},
  });
  expect(clerk.status).toBe(403);
  expect(await drafts(sale.id)).toHaveLength(1);
});

it('keeps no number while saved customers are off', async () => {
  const set = (allow_customer_vault_access: boolean) =>
    w.world.call('POST', `/merchant/${w.m1.account.id}`, {
      credential: w.tenants.p1.boss.private_key,
      body: { permissions: { allow_customer_vault_access } },
    });
  await set(false);
  const sale = await w.pay({}, number);
  expect(await drafts(sale.id)).toEqual([]);
  await set(true);
  expect((await save(sale.id)).body.msg).toContain('The payment method is no longer kept.');
});

it('waits for an action on the payment that has no outcome yet', async () => {
  const hold = await w.pay({ type: 'authorize' }, number);
  const { egress } = w.world.services;
  w.world.services.egress = { exchange: async () => ({ kind: 'no_answer', reason: 'dead' }) };
  await w.post(`/transaction/${hold.id}/capture`);
  w.world.services.egress = egress;
  w.world.services.processor_health.clear();
  const refused = await save(hold.id);
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    'Another action on this transaction is in progress.',
  ]);
});

it('forgets a number after its days, and says so', async () => {
  const sale = await w.pay({}, number);
  await w.advance((draft_retention_days - 1) * 86_400);
  await deleteExpiredDrafts(w.world.system);
  expect(await drafts(sale.id)).toHaveLength(1);
  await w.advance(2 * 86_400);
  const late = await save(sale.id);
  expect(late.status).toBe(400);
  expect(late.body.msg).toContain('The payment method is no longer kept.');
  await deleteExpiredDrafts(w.world.system);
  expect(await drafts(sale.id)).toEqual([]);
});
