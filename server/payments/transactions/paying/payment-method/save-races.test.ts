// Payments that save their payer while somebody else changes the same customer.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { passesLuhn } from '../../../../../contract/payments/cards/cards.ts';
import { connect } from '../../../../db/database.ts';
import type { MerchantTenant } from '../../../../testing/tenants.ts';
import { cardOf, openMoneyWorld } from '../../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const saving = { create_vault_record: true };
const billing_address = { first_name: 'Ann', last_name: 'Miller', city: 'Denver', state: 'CO' };

const drafts = async () => {
  const { rows } = await sql`select transaction_id from saved_method_draft
    where expires_at is null`.execute(connect(w.world.system));
  return rows;
};
const sale = (more: object, by?: MerchantTenant, card = '4111111111111111') =>
  w.post('/transaction', { type: 'sale', amount: 1299, ...cardOf(card), ...more }, by);
/** Is approved after a while, in which others can change the customer. */
const slow = '4000003000000204';
const newCustomer = async (body: object = {}): Promise<string> =>
  (await w.post('/vault/customer', body)).body.data.id;
const merge = (survivor: string, gone: string) =>
  w.post(`/vault/customer/${survivor}/merge`, { customer_ids: [gone] });
const customer = async (id: string) => (await w.get(`/vault/${id}`)).body.data;
const cardsOf = async (id: string) => (await customer(id)).data.customer.payments.cards;

it('leaves a method alone whose number was replaced meanwhile', async () => {
  const other = '5555555555554444';
  const card = { number: slow, expiration_date: '12/30' };
  const { data: made } = (await w.post('/vault/customer', { default_payment: { card } })).body;
  const [method] = made.data.customer.payments.cards;
  const paying = sale({ create_vault_record_for: made.id }, w.m1, slow);
  await expect.poll(drafts).toHaveLength(1);
  const path = `/vault/customer/${made.id}/card/${method.id}`;
  const changed = await w.post(path, { number: other, expiration_date: '11/31' });
  expect(changed.status, changed.text).toBe(200);
  expect((await paying).body.data.status).toBe('pending_settlement');
  expect(await cardsOf(made.id)).toMatchObject([
    { id: method.id, masked_number: '555555******4444', expiration_date: '11/31' },
  ]);
  const paid = await w.pay({ payment_method: { customer: { id: made.id } } });
  expect(paid.response_body.card.masked_card).toBe('555555******4444');
});

it('never puts the cards of several payers into one customer of a chosen id', async () => {
  const cards = ['4111111111111111', '5555555555554444', '378282246310005', '6011111111111117'];
  for (const round of [1, 2, 3]) {
    const chosen = { set_customer_id: true, vault_record_custom_id: `racing-${round}` };
    const pay = (card: string) => {
      const address = { ...billing_address, address_line_1: `${card.slice(-4)} Main St` };
      return sale({ ...saving, ...chosen, billing_address: address }, w.m1, card);
    };
    await Promise.all([...cards, ...cards].map(pay));
    const { payments, addresses } = (await customer(`racing-${round}`)).data.customer;
    expect([payments.cards.length, addresses.length]).toEqual([1, 1]);
    expect(addresses[0].line_1).toContain(payments.cards[0].masked_number.slice(-4));
  }
});

it('saves with the customer that took the place of a merged one', async () => {
  const [survivor, gone] = [await newCustomer(), await newCustomer()];
  await merge(survivor, gone);
  const { data } = (await sale({ create_vault_record_for: gone })).body;
  const [saved] = await cardsOf(survivor);
  expect([data.customer_id, data.customer_payment_id]).toEqual([survivor, saved.id]);
});

it('saves with the customer that its own was merged into meanwhile', async () => {
  const [survivor, gone] = [await newCustomer(), await newCustomer()];
  const paying = sale({ create_vault_record_for: gone }, w.m1, slow);
  await expect.poll(drafts).toHaveLength(1);
  expect((await merge(survivor, gone)).status).toBe(200);
  const { data } = (await paying).body;
  const [saved] = await cardsOf(survivor);
  expect([data.customer_id, data.customer_payment_id]).toEqual([survivor, saved?.id]);
});

it('gives its card to nobody where another customer of its chosen id was merged', async () => {
  const survivor = await newCustomer();
  const chosen = { ...saving, set_customer_id: true, vault_record_custom_id: 'merging' };
  const paying = sale({ ...chosen, billing_address }, w.m1, slow);
  await expect.poll(drafts).toHaveLength(1);
  expect((await merge(survivor, await newCustomer({ id: 'merging' }))).status).toBe(200);
  const { data } = (await paying).body;
  expect([data.status, data.customer_id]).toEqual(['pending_settlement', '']);
  const { payments, addresses } = (await customer(survivor)).data.customer;
  expect([payments.cards, addresses, await drafts()]).toEqual([[], [], []]);
});

/** Different cards that the bank approves. */
const numbers = Array.from({ length: 60 }, (_, n) => {
  const digits = `41111111110${String(n).padStart(4, '0')}`;
  const ends = Array.from({ length: 10 }, (_one, check) => `${digits}${check}`);
  return ends.find(passesLuhn) ?? '';
});

it('saves a card once when several payments save it at a time', async () => {
  const id = await newCustomer();
  const [number] = numbers;
  const pay = () => sale({ create_vault_record_for: id }, w.m1, number);
  const paid = await Promise.all(Array.from({ length: 8 }, pay));
  const cards = await cardsOf(id);
  expect(cards).toHaveLength(1);
  const named = paid.map(({ body }) => [body.data.customer_id, body.data.customer_payment_id]);
  expect(named).toEqual(paid.map(() => [id, cards[0].id]));
  expect(await drafts()).toEqual([]);
});

it('never saves more than fifty methods, however many payments save one at a time', async () => {
  const id = await newCustomer();
  const expiration_date = '12/30';
  for (const number of numbers.slice(0, 48)) {
    const saved = await w.post(`/vault/customer/${id}/card`, { number, expiration_date });
    expect(saved.status, saved.text).toBe(200);
  }
  const pay = (number: string) => sale({ create_vault_record_for: id }, w.m1, number);
  const paid = await Promise.all(numbers.slice(48, 56).map(pay));
  expect(paid.map(({ body }) => body.data.response)).toEqual(paid.map(() => 'approved'));
  const ids = (await cardsOf(id)).map((card: { id: string }) => card.id);
  expect(ids).toHaveLength(50);
  const named = paid.map(({ body }) => body.data.customer_payment_id).filter(Boolean);
  expect(named.toSorted()).toEqual(ids.slice(48).toSorted());
  const late = await pay(numbers[56] ?? '');
  expect([late.status, late.body.msg]).toEqual([
    400,
    'bad request error: a customer has at most 50 methods',
  ]);
});
