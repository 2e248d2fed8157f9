// What a card's network hears of a card that is kept: first or later use, by whom, after which one.
import { expect, it } from 'vitest';
import { connect } from '../../../../db/database.ts';
import { cardOf, openMoneyWorld } from '../../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const number = '4111111111111111';

/** What the card host has on record of a payment, and how the network calls it. */
async function heard(id: string) {
  const [attempt] = await w.attempts(id);
  const url = `${w.world.lab?.url}/control/state?reference=${String(attempt?.reference)}`;
  const { items } = (await (await fetch(url)).json()) as { items: Record<string, unknown>[] };
  return items[0]?.stored_credential;
}
const query = () => connect(w.world.system);
const networkIdOf = async (id: string) =>
  (await query().selectFrom('transaction').select('detail').where('id', '=', id).execute())[0]
    ?.detail.network_transaction_id;
const methodOf = async (customer_id: string) =>
  await query()
    .selectFrom('saved_method')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .executeTakeFirstOrThrow();

const later = (customer: object, more: object = {}) =>
  w.pay({ amount: 500, payment_method: { customer }, ...more });

it('a card saved while it is charged: first, then by the merchant, then by the payer', async () => {
  const first = await w.pay({ create_vault_record: true }, number);
  expect(await heard(first.id)).toEqual({
    initiated_by: 'customer',
    use: 'first',
    reason: 'unscheduled',
    network_transaction_id: '',
  });
  const network_transaction_id = await networkIdOf(first.id);
  expect(network_transaction_id).toMatch(/^NT\d{13}$/);
  const id = first.customer_id;
  expect(await methodOf(id)).toMatchObject({
    initial_transaction_id: first.id,
    network_transaction_id,
  });
  const common = { use: 'later', network_transaction_id };
  const monthly = await later({ id }, { initiated_by: 'merchant', billing_method: 'recurring' });
  expect(await heard(monthly.id)).toEqual({
    ...common,
    initiated_by: 'merchant',
    reason: 'recurring',
  });
  const again = await later({ id });
  expect(await heard(again.id)).toEqual({
    ...common,
    initiated_by: 'customer',
    reason: 'unscheduled',
  });
  // The first one stays what later ones refer to.
  expect(await methodOf(id)).toMatchObject({ network_transaction_id });
});

it('a card added to a customer while it is charged: first', async () => {
  const { body } = await w.post('/vault/customer', {});
  const first = await w.pay({ create_vault_record_for: body.data.id }, number);
  expect(await heard(first.id)).toMatchObject({ initiated_by: 'customer', use: 'first' });
  expect(await methodOf(body.data.id)).toMatchObject({ initial_transaction_id: first.id });
});

it('the first of recurring payments by a card that is not saved: first', async () => {
  const first = await w.pay({ billing_method: 'initial_recurring' }, number);
  expect(await heard(first.id)).toMatchObject({ use: 'first', reason: 'recurring' });
});

it('a card that was checked before it was saved: the check is the first use', async () => {
  for (const option of ['validate', 'authorize']) {
    const id = `by-${option}`;
    const card = { number, expiration_date: '12/30' };
    const made = await w.post(`/vault/customer?${option}=true`, { id, default_payment: { card } });
    expect(made.status, made.text).toBe(200);
    const { initial_transaction_id, network_transaction_id } = await methodOf(id);
    expect(await heard(initial_transaction_id)).toMatchObject({ use: 'first' });
    expect(network_transaction_id).toBe(await networkIdOf(initial_transaction_id));
    const paid = await later({ id }, { initiated_by: 'merchant' });
    expect(await heard(paid.id)).toMatchObject({
      initiated_by: 'merchant',
      use: 'later',
      network_transaction_id,
    });
  }
});

it('a card that was saved by itself: its first payment by the payer is the first use', async () => {
  const card = { number, expiration_date: '12/30' };
  await w.post('/vault/customer', { id: 'unasked', default_payment: { card } });
  const early = await later({ id: 'unasked' }, { initiated_by: 'merchant' });
  expect(await heard(early.id)).toMatchObject({ use: 'later', network_transaction_id: '' });
  expect(await methodOf('unasked')).toMatchObject({ initial_transaction_id: '' });
  const first = await later({ id: 'unasked' });
  expect(await heard(first.id)).toMatchObject({ initiated_by: 'customer', use: 'first' });
  const network_transaction_id = await networkIdOf(first.id);
  expect(await methodOf('unasked')).toMatchObject({
    initial_transaction_id: first.id,
    network_transaction_id,
  });
  const second = await later({ id: 'unasked' });
  expect(await heard(second.id)).toMatchObject({ use: 'later', network_transaction_id });
});

it('a declined payment is nobody’s first use', async () => {
  const card = { number: '4000000000000002', expiration_date: '12/30' };
  await w.post('/vault/customer', { id: 'declined', default_payment: { card } });
  expect((await later({ id: 'declined' })).status).toBe('declined');
  expect(await methodOf('declined')).toMatchObject({
    initial_transaction_id: '',
    network_transaction_id: '',
  });
});

it('a first use whose answer came late is known by the inquiry', async () => {
  const first = await w.pay({ create_vault_record: true }, '4000004000000004');
  expect(first.status).toBe('pending_settlement');
  const { network_transaction_id } = await methodOf(first.customer_id);
  expect(network_transaction_id).toMatch(/^NT/);
});

it('a card that the merchant keeps refers to the payment that the request names', async () => {
  const submitted = { initiated_by: 'customer', stored_credential_indicator: 'stored' };
  const first = await w.pay({ ...submitted, card_on_file_indicator: 'R' }, number);
  expect(await heard(first.id)).toMatchObject({ use: 'first', reason: 'recurring' });
  const used = { initiated_by: 'merchant', stored_credential_indicator: 'used' };
  const repeat = (initial_transaction_id: string) =>
    w.pay({ ...used, initial_transaction_id }, number);
  expect(await heard((await repeat(first.id)).id)).toMatchObject({
    use: 'later',
    network_transaction_id: await networkIdOf(first.id),
  });
  // The first payment was at another gateway.
  expect(await heard((await repeat('MCC1234560715')).id)).toMatchObject({
    network_transaction_id: 'MCC1234560715',
  });
});

it('a card that nobody keeps is sent without it', async () => {
  expect(await heard((await w.pay({}, number)).id)).toBeUndefined();
  const { permissions } = { permissions: { support_blind_credits: true } };
  await w.world.call('POST', `/merchant/${w.m1.account.id}`, {
    credential: w.tenants.p1.boss.private_key,
    body: { permissions },
  });
  const credit = await w.pay({ type: 'credit', ...cardOf(number) });
  expect(await heard(credit.id)).toBeUndefined();
});
