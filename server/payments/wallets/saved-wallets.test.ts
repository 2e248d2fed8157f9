// Cards of wallets that become saved methods (gateway-api 5).
import { describe, expect, it } from 'vitest';
import { openWallets } from '../../testing/wallets.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const wallets = openWallets(w);

const cardsOf = (body: { data: { data: { customer: { payments: { cards: object[] } } } } }) =>
  body.data.data.customer.payments.cards;
const newest = async () => {
  const { body } = await w.post('/transaction/search', { limit: 1 });
  return body.data[0];
};

it('a customer begins with a card of Apple Pay, which is held for and given back', async () => {
  const made = await wallets.ready();
  const pkpaymenttoken = await wallets.token(made, { amount: 1000 });
  const apple_pay = { key_id: made.id, pkpaymenttoken };
  const { status, body, text } = await w.post('/vault/customer', {
    default_payment: { apple_pay },
  });
  expect(status, text).toBe(200);
  expect(cardsOf(body)).toMatchObject([
    { masked_number: '411111******1111', expiration_date: '12/30', flags: ['applepay'] },
  ]);
  expect(await newest()).toMatchObject({ type: 'authorize', amount: 100, status: 'voided' });
  const again = await w.post('/vault/customer', { default_payment: { apple_pay } });
  expect([again.status, again.body.data.invalid[0].field]).toEqual([
    400,
    'default_payment.apple_pay.pkpaymenttoken',
  ]);
  const paid = await w.post('/transaction', {
    type: 'sale',
    amount: 500,
    payment_method: { customer: { id: body.data.id } },
  });
  expect(paid.body.data).toMatchObject({ status: 'pending_settlement', payment_method: 'token' });
});

it('a customer of deprecated clients begins with one as well', async () => {
  const made = await wallets.ready();
  const pkpaymenttoken = await wallets.token(made, { amount: 1000 });
  const payment_method = { apple_pay_token: { key_id: made.id, pkpaymenttoken } };
  const { status, body, text } = await w.post('/customer', { payment_method });
  expect(status, text).toBe(200);
  expect(body.data.payment_method.card).toMatchObject({ first_six: '411111', last_four: '1111' });
  const again = await w.post('/customer', { payment_method });
  expect([again.status, again.body.data.invalid[0].field]).toEqual([
    400,
    'payment_method.apple_pay_token.pkpaymenttoken',
  ]);
  const card = { card_number: '4111111111111111', expiration_date: '12/30' };
  const both = await w.post('/customer', { payment_method: { ...payment_method, card } });
  expect([both.status, both.body.msg]).toEqual([400, 'bad request error: invalid Payment Method']);
});

it('a customer gets one added, checked within what the payer agreed to', async () => {
  const made = await wallets.ready();
  const { body: customer } = await w.post('/vault/customer', {});
  const path = `/vault/customer/${customer.data.id}`;
  const authorized = await wallets.authorized(made, { amount: 0 });
  const temporary_token = JSON.parse(authorized.text);
  const added = await w.post(`${path}/applepay`, { key_id: made.id, temporary_token });
  expect(added.status, added.text).toBe(200);
  expect(cardsOf(added.body)).toMatchObject([{ flags: ['applepay'] }]);
  expect(await newest()).toMatchObject({ type: 'verification', amount: 0 });
  const google_pay_token = await wallets.googleToken(w.m1.boss.public_key);
  const before = await newest();
  const second = await w.post(`${path}/googlepay`, { google_pay_token });
  expect(second.status, second.text).toBe(200);
  expect(cardsOf(second.body)).toMatchObject([
    { flags: ['applepay'] },
    { masked_number: '555555******4444', flags: [] },
  ]);
  // Google Pay is not checked.
  expect((await newest()).id).toBe(before.id);
  const again = await w.post(`${path}/googlepay`, { google_pay_token });
  expect([again.status, again.body.data.invalid[0].field]).toEqual([400, 'google_pay_token']);
});

it('nothing is saved of a card that its bank declines', async () => {
  const made = await wallets.ready();
  const { body: customer } = await w.post('/vault/customer', {});
  const pkpaymenttoken = await wallets.token(made, { amount: 1000, number: '4000001000000414' });
  const method = { key_id: made.id, pkpaymenttoken };
  const declined = await w.post(`/vault/customer/${customer.data.id}/applepay`, method);
  expect([declined.status, declined.body.msg]).toEqual([
    400,
    expect.stringContaining('The card was not saved'),
  ]);
  const { body } = await w.get(`/vault/${customer.data.id}`);
  expect(cardsOf(body)).toEqual([]);
});

it('a customer that was merged away is not found, and no payment is asked for', async () => {
  const made = await wallets.ready();
  const ach = { routing_number: '490000018', account_number: '123451111' };
  const save = async () =>
    (await w.post('/vault/customer', { default_payment: { ach } })).body.data;
  const [survivor, gone] = [await save(), await save()];
  await w.post(`/vault/customer/${survivor.id}/merge`, { customer_ids: [gone.id] });
  const before = await w.count('transaction');
  const pkpaymenttoken = await wallets.token(made, { amount: 1000 });
  const method = { key_id: made.id, pkpaymenttoken };
  const refused = await w.post(`/vault/customer/${gone.id}/applepay`, method);
  expect([refused.status, refused.body.msg]).toEqual([404, 'not found']);
  expect(await w.count('transaction')).toBe(before);
  const saved = await w.post(`/vault/customer/${survivor.id}/applepay`, method);
  expect(saved.status, saved.text).toBe(200);
});

describe('a bank is not asked about a card that will not be saved', () => {
  const nothingAsked = async (refused: () => Promise<{ status: number }>) => {
    const before = await w.count('transaction');
    expect((await refused()).status).toBe(400);
    expect(await w.count('transaction')).toBe(before);
  };
  const token = async () => {
    const made = await wallets.ready();
    const pkpaymenttoken = await wallets.token(made, { amount: 1000 });
    return { key_id: made.id, pkpaymenttoken };
  };

  it('of a customer who has as many as fit', async () => {
    const ach = { routing_number: '490000018', account_number: '123451111' };
    const { body } = await w.post('/vault/customer', { default_payment: { ach } });
    const path = `/vault/customer/${body.data.id}`;
    for (let n = 1; n < 50; n++) {
      const more = { ...ach, account_number: `${123451111 + n}` };
      expect((await w.post(`${path}/ach`, more)).status).toBe(200);
    }
    const method = await token();
    await nothingAsked(() => w.post(`${path}/applepay`, method));
    const { body: other } = await w.post('/vault/customer', {});
    const saved = await w.post(`/vault/customer/${other.data.id}/applepay`, method);
    expect(saved.status, saved.text).toBe(200);
  });

  it('of a processor that is none of the merchant’s', async () => {
    const { body } = await w.post('/vault/customer', {});
    const method = { ...(await token()), processor_id: '0'.repeat(20) };
    await nothingAsked(() => w.post(`/vault/customer/${body.data.id}/applepay`, method));
  });

  it('of a customer whose ID is taken', async () => {
    const id = 'taken-by-another';
    expect((await w.post('/vault/customer', { id })).status).toBe(200);
    const apple_pay = await token();
    await nothingAsked(() => w.post('/vault/customer', { id, default_payment: { apple_pay } }));
    const card = { number: '4111111111111111', expiration_date: '12/30' };
    const typed = { id, default_payment: { card }, authorize: true };
    await nothingAsked(() => w.post('/vault/customer', typed));
  });
});

it('the hold that checks a card is in the currency that the payer agreed to', async () => {
  const made = await wallets.ready();
  await w.changeProcessor(w.m1.processors.card, {
    supported_currencies: JSON.stringify(['usd', 'cad']),
  });
  const { body: customer } = await w.post('/vault/customer', {});
  const pkpaymenttoken = await wallets.token(made, { amount: 500, currency_number: '124' });
  const method = { key_id: made.id, pkpaymenttoken };
  const saved = await w.post(`/vault/customer/${customer.data.id}/applepay`, method);
  expect(saved.status, saved.text).toBe(200);
  expect(await newest()).toMatchObject({ type: 'authorize', amount: 100, currency: 'cad' });
});

it('its hold is at the processor of the method, or else of the customer', async () => {
  const made = await wallets.ready();
  const own = await w.addProcessor();
  const save = async (customer: object, method: object) => {
    const { body } = await w.post('/vault/customer', customer);
    const pkpaymenttoken = await wallets.token(made, { amount: 1000 });
    const path = `/vault/customer/${body.data.id}/applepay`;
    const saved = await w.post(path, { key_id: made.id, pkpaymenttoken, ...method });
    expect(saved.status, saved.text).toBe(200);
    return (await newest()).processor_id;
  };
  expect(await save({ processor_id: own }, {})).toBe(own);
  expect(await save({ processor_id: w.m1.processors.card }, { processor_id: own })).toBe(own);
  expect(await save({}, {})).toBe(w.m1.processors.card);
});

it('of two who save one card of Google Pay at once, the second hears it by its field', async () => {
  const google_pay_token = await wallets.googleToken(w.m1.boss.public_key);
  const ids = await Promise.all(
    [0, 1, 2, 3].map(async () => (await w.post('/vault/customer', {})).body.data.id),
  );
  const all = await Promise.all(
    ids.map((id) => w.post(`/vault/customer/${id}/googlepay`, { google_pay_token })),
  );
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of all.filter((one) => one.status !== 200)) {
    expect([status, body.data.invalid[0].field]).toEqual([400, 'google_pay_token']);
  }
});
