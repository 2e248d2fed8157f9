// Payments of Google Pay, against the lab's Google.
import { expect, it } from 'vitest';
import { openWallets } from '../../testing/wallets.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
const wallets = openWallets(w);
const pay = (google_pay_token: unknown, change: object = {}) =>
  w.post('/transaction', {
    type: 'sale',
    amount: 1500,
    payment_method: { google_pay_token },
    ...change,
  });
const own = () => w.m1.boss.public_key;

it('a token of the merchant’s page pays with its network token', async () => {
  const { status, body, text } = await pay(await wallets.googleToken(own()));
  expect(status, text).toBe(200);
  expect(body.data).toMatchObject({
    status: 'pending_settlement',
    payment_method: 'google_pay_token',
    payment_type: 'card',
    response_body: { card: { masked_card: '555555******4444', entry_type: 'google_pay' } },
  });
  expect(await wallets.sentCards()).toContainEqual({
    first_six: '555555',
    last_four: '4444',
    entry: 'google_pay',
    eci: '05',
    has_cryptogram: true,
  });
});

it('a token with the card’s own number pays without a cryptogram', async () => {
  const token = await wallets.googleToken(own(), { auth_method: 'PAN_ONLY' });
  const { status, text } = await pay(JSON.stringify(token));
  expect(status, text).toBe(200);
  expect(await wallets.sentCards()).toContainEqual({ first_six: '555555', last_four: '4444' });
});

it('a token pays once', async () => {
  const token = await wallets.googleToken(own());
  const all = await Promise.all(Array.from({ length: 8 }, () => pay(token)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  const { status, body } = await pay(token);
  expect([status, body.data.invalid[0].field]).toEqual([400, 'payment_method.google_pay_token']);
});

it('a token of another merchant’s page, of a private key or of none is refused', async () => {
  const { m2 } = w.tenants;
  for (const key of [m2.boss.public_key, w.m1.boss.private_key, 'pub_unknown']) {
    const { status, body } = await pay(await wallets.googleToken(key));
    expect([status, body.msg]).toEqual([
      400,
      'bad request error: invalid Google Pay Token: it was made for another merchant',
    ]);
    expect(body.data.invalid).toEqual([
      {
        field: 'payment_method.google_pay_token',
        message: 'This Google Pay payment cannot be used: it was made for another merchant.',
      },
    ]);
  }
});

it('what is no token is refused by its field', async () => {
  for (const token of ['', 'x', '{', {}, { protocolVersion: 'ECv1' }, 7, []]) {
    const { status } = await pay(token);
    expect(status, JSON.stringify(token)).toBe(400);
  }
});

it('a list of root keys that cannot be read is told as Google being away', async () => {
  const { services } = w.world;
  const { egress } = services;
  const token = await wallets.googleToken(own());
  services.google_key_cache.known = null;
  for (const body of ['<html>', '{"keys":7}', '']) {
    services.egress = { exchange: async () => ({ kind: 'answered', status: 200, body }) };
    const { status, body: answer } = await pay(token);
    expect([status, answer.msg], body).toEqual([503, expect.stringContaining('not responding')]);
  }
  services.egress = egress;
  expect((await pay(token)).status).toBe(200);
});
