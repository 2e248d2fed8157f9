// A customer's own processor takes its payments, and is passed over where it cannot.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openMoneyWorld } from '../../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const number = '4111111111111111';
let own = '';

beforeAll(async () => {
  own = await w.addProcessor();
});
beforeEach(() => w.changeProcessor(own, { status: 'active' }));

const make = async (id: string, overrides: object, card: object = {}) => {
  const default_payment = { card: { number, expiration_date: '12/30', ...card } };
  const made = await w.post('/vault/customer', { id, default_payment, ...overrides });
  expect(made.status, made.text).toBe(200);
};
const pay = (id: string, more: object = {}) =>
  w.pay({ amount: 500, payment_method: { customer: { id } }, ...more });

it('takes the payments of the customer, the method’s before the customer’s', async () => {
  await make('ann', { processor_id: own });
  expect((await pay('ann')).processor_id).toBe(own);
  await make('bob', { processor_id: own }, { processor_id: w.m1.processors.card });
  expect((await pay('bob')).processor_id).toBe(w.m1.processors.card);
});

it('is passed over where it takes no cards, for the next one that does', async () => {
  await make('ach', { processor_id: w.m1.processors.ach });
  expect(await pay('ach')).toMatchObject({
    ...{ status: 'pending_settlement', processor_id: w.m1.processors.card },
  });
  await make('both', { processor_id: own }, { processor_id: w.m1.processors.ach });
  expect((await pay('both')).processor_id).toBe(own);
});

it.each(['disabled', 'released'])('is passed over while it is %s', async (status) => {
  await make(status, { processor_id: own });
  await w.changeProcessor(own, { status });
  expect(await pay(status)).toMatchObject({
    ...{ status: 'pending_settlement', processor_id: w.m1.processors.card },
  });
});

it('is passed over where it does not take the currency', async () => {
  await make('euro', { processor_id: own });
  await w.changeProcessor(own, { supported_currencies: JSON.stringify(['eur']) });
  expect((await pay('euro')).processor_id).toBe(w.m1.processors.card);
  await w.changeProcessor(own, { supported_currencies: JSON.stringify(['usd']) });
});

it('gives way to the processor that the request names, which is never replaced', async () => {
  await make('named', { processor_id: own });
  const { card, ach } = w.m1.processors;
  expect((await pay('named', { processor_id: card })).processor_id).toBe(card);
  const refused = await w.post('/transaction', {
    ...{ type: 'sale', amount: 500, processor_id: ach },
    payment_method: { customer: { id: 'named' } },
  });
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    'bad request error: invalid Processor ID',
  ]);
  await w.changeProcessor(own, { status: 'disabled' });
  expect(await pay('named', { processor_id: own })).toMatchObject({
    ...{ status: 'declined', response_code: 410 },
  });
});

it('checks a card before it is saved, the method’s before the customer’s', async () => {
  const { card } = w.m1.processors;
  const saved = async (customer: object, method: object) => {
    const default_payment = { card: { number, expiration_date: '12/30', ...method } };
    const made = await w.post('/vault/customer?validate=true', { ...customer, default_payment });
    expect(made.status, made.text).toBe(200);
    const { body } = await w.post('/transaction/search', { limit: 1 });
    return [body.data[0].type, body.data[0].processor_id];
  };
  expect(await saved({ processor_id: own }, {})).toEqual(['verification', own]);
  expect(await saved({ processor_id: card }, { processor_id: own })).toEqual(['verification', own]);
});

it('does not keep a card from being checked before it is saved', async () => {
  const made = await w.post('/vault/customer?validate=true', {
    ...{ id: 'checked', processor_id: w.m1.processors.ach },
    default_payment: { card: { number, expiration_date: '12/30' } },
  });
  expect(made.status, made.text).toBe(200);
});
