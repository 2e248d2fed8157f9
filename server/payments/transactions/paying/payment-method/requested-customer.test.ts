// A payment that states whose it is without saving or charging a saved customer.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { connect } from '../../../../db/database.ts';
import { cardOf, openMoneyWorld } from '../../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const number = '4111111111111111';
const payFor = (id: string) => {
  const customer = { set_customer_id: true, vault_record_custom_id: id };
  return w.post('/transaction', { type: 'sale', amount: 1299, ...cardOf(number), ...customer });
};
const cardsOf = async (id: string) =>
  (await w.get(`/vault/${id}`)).body.data.data.customer.payments.cards;
const drafts = async () => {
  const query = sql`select transaction_id from saved_method_draft`;
  return (await query.execute(connect(w.world.system))).rows;
};

it('states a customer’s ID without saving anything, as the merchant’s default allows', async () => {
  const made = await w.post('/vault/customer', { id: 'known-1' });
  expect(made.status, made.text).toBe(200);
  expect((await payFor('known-1')).body.data.customer_id).toBe('known-1');
  expect(await cardsOf('known-1')).toEqual([]);
  const unknown = await payFor('erp-17');
  expect([unknown.status, unknown.body.msg]).toEqual([
    400,
    expect.stringMatching(/invalid Vault Record Custom ID: no saved customer has it$/),
  ]);
  const group = 'default/virtual_terminal';
  const path = `/merchant/${w.m1.account.id}/${group}`;
  const allow = (allow_unmatched_customer_id: boolean) =>
    w.post(path, { allow_unmatched_customer_id });
  const allowed = await allow(true);
  expect(allowed.status, allowed.text).toBe(200);
  const paid = (await payFor('erp-17')).body.data;
  expect([paid.customer_id, paid.customer_payment_id ?? '']).toEqual(['erp-17', '']);
  expect((await w.get('/vault/erp-17')).status).toBe(404);
  // The customer of another merchant is unknown here, too.
  const theirs = await w.post('/vault/customer', { id: 'known-2' }, w.tenants.m2);
  expect(theirs.status, theirs.text).toBe(200);
  await allow(false);
  expect((await payFor('known-2')).body.msg).toMatch(/no saved customer has it$/);
  await allow(true);
  const rows = [{ amount: 100 }, { amount: 200 }].map((row) => ({ type: 'sale', ...row }));
  const several = await w.post('/transaction/multi', {
    ...cardOf(number),
    set_customer_id: true,
    vault_record_custom_id: 'erp-17',
    transactions: rows,
  });
  expect(several.status, several.text).toBe(200);
  const found = await w.post('/transaction/search', {
    customer_id: { operator: '=', value: 'erp-17' },
  });
  expect(found.body.total_count).toBe(3);
  // Nothing is kept for saving a payer of whom the merchant has its own ID.
  expect(await drafts()).toEqual([]);
  await allow(false);
});
