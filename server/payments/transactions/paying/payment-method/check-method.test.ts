// Cards that are checked with their bank before they are saved: what is asked, what a "no" does.
import { expect, it } from 'vitest';
import { connect } from '../../../../db/database.ts';
import { openMoneyWorld } from '../../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();

const good = '4012000077777777';
const declining = '4000000000000002';
const silent = '4000004300000001';
const customer = (number: string, more: object = {}) => ({
  default_payment: { card: { number, expiration_date: '12/30', cvc: '123' } },
  ...more,
});
const save = (query: string, body: object) => w.post(`/vault/customer${query}`, body);
const known = async (id: string) => (await w.get(`/vault/${id}`)).status;
const newest = async () =>
  (await w.post('/transaction/search', { limit: 1 })).body.data[0] as Record<string, unknown>;

it('verifies a card for nothing, and saves it with the payment that checked it', async () => {
  const before = await w.count('transaction');
  const answer = await save('?validate=true', customer(good, { id: 'checked' }));
  expect(answer.status, answer.text).toBe(200);
  expect(await w.count('transaction')).toBe(before + 1);
  const check = await newest();
  expect(check).toMatchObject({ type: 'verification', status: 'authorized', amount: 0 });
  const paid = await w.post('/transaction', {
    type: 'sale',
    amount: 500,
    payment_method: { customer: { id: 'checked' } },
  });
  const { detail } = await connect(w.world.system)
    .selectFrom('transaction')
    .select('detail')
    .where('id', '=', paid.body.data.id)
    .executeTakeFirstOrThrow();
  expect(detail).toMatchObject({
    initial_transaction_id: check.id,
    stored_credential_indicator: 'used',
  });
});

it('checks a card with the address that is saved with it', async () => {
  const home = { first_name: 'Ann', line_1: '1 Main St', city: 'Denver', postal_code: '80202' };
  const answer = await save('?validate=true', customer(good, { default_billing_address: home }));
  expect(answer.status, answer.text).toBe(200);
  const { line_1: address_line_1, ...rest } = home;
  expect((await newest()).billing_address).toMatchObject({ ...rest, address_line_1 });
});

it('authorizes one unit of the currency, and gives it back', async () => {
  const answer = await save('?authorize=true', customer(good));
  expect(answer.status, answer.text).toBe(200);
  expect(await newest()).toMatchObject({ type: 'authorize', status: 'voided', amount: 100 });
});

it('saves nothing of a card that its bank declines', async () => {
  const answer = await save('?validate=true', customer(declining, { id: 'declined' }));
  expect(answer.status).toBe(400);
  expect(answer.body.msg).toMatch(/^The card was not saved. The bank declined it: /);
  expect(await known('declined')).toBe(404);
});

it('saves nothing while the bank has not answered', async () => {
  w.world.services.processor_health.clear();
  const real = w.world.services.egress.exchange;
  w.world.services.egress.exchange = async () => ({
    kind: 'no_answer',
    reason: 'the line is dead',
  });
  const answer = await save('?validate=true', customer(silent, { id: 'silent' }));
  w.world.services.egress.exchange = real;
  w.world.services.processor_health.clear();
  expect(answer.status).toBe(400);
  expect(answer.body.msg).toContain('The bank has not answered yet');
  expect(await known('silent')).toBe(404);
});

it('leaves the key of the call that saves to a payment', async () => {
  const call = (path: string, body: object) =>
    w.world.call('POST', path, {
      credential: w.m1.boss.private_key,
      headers: { 'idempotency-key': 'of-the-call' },
      body,
    });
  expect((await call('/vault/customer?validate=true', customer(good))).status).toBe(200);
  const card = { number: good, expiration_date: '12/30' };
  const paid = await call('/transaction', { type: 'sale', amount: 500, payment_method: { card } });
  expect(paid.body.data, paid.text).toMatchObject({ type: 'sale', amount: 500 });
});

it('asks nobody without the option, and not about a bank account', async () => {
  const before = await w.count('transaction');
  expect((await save('', customer(declining))).status).toBe(200);
  expect((await save('?validate=false', customer(declining))).status).toBe(200);
  const ach = {
    routing_number: '490000018',
    account_number: '123451111',
    account_type: 'checking',
    sec_code: 'ppd',
  };
  expect((await save('?validate=true', { default_payment: { ach } })).status).toBe(200);
  expect(await w.count('transaction')).toBe(before);
});

it('takes the option of deprecated clients too', async () => {
  const payment_method = { card: { card_number: declining, expiration_date: '12/30' } };
  const answer = await w.post('/customer?validate=true', { payment_method });
  expect(answer.body.msg).toMatch(/^The card was not saved/);
});
