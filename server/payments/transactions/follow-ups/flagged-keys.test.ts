// Keys of partners and administrators: each belongs to who sends it, not to the merchant.
import { expect, it } from 'vitest';
import { flagPayment } from '../../../testing/flagged-payment.ts';
import { cardOf, openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();

const decide = (who: 'p1' | 'admin', id: string, what: 'approve' | 'decline', key: string) =>
  w.world.call('POST', `/transaction/${w.m1.account.id}/${id}/flagged/${what}`, {
    credential: w.tenants[who].boss.private_key,
    headers: { 'idempotency-key': key },
  });
const card = cardOf('4111111111111111');
const pay = (key: string) =>
  w.post('/transaction', { type: 'sale', amount: 1299, idempotency_key: key, ...card });

it.each(['p1', 'admin'] as const)('a key of %s is none of the merchant’s', async (who) => {
  const [before, after] = [`before ${who}`, `after ${who}`];
  const first = await pay(before);
  const approved = await decide(who, await flagPayment(w, 'flagged_partner'), 'approve', before);
  expect(approved.status, approved.text).toBe(200);
  expect((await pay(before)).text).toBe(first.text);
  const declined = await decide(who, await flagPayment(w, 'flagged_partner'), 'decline', after);
  expect(declined.body.data.status).toBe('declined');
  const paid = await pay(after);
  expect([paid.status, paid.body.data?.response]).toEqual([200, 'approved']);
});

it('a key of the partner is none of the administrator’s, and each is repeated', async () => {
  const [one, other] = [
    await flagPayment(w, 'flagged_partner'),
    await flagPayment(w, 'flagged_partner'),
  ];
  const by_partner = await decide('p1', one, 'approve', 'shared');
  const by_admin = await decide('admin', other, 'approve', 'shared');
  expect([by_partner.status, by_admin.status]).toEqual([200, 200]);
  expect((await decide('p1', one, 'approve', 'shared')).text).toBe(by_partner.text);
  expect((await decide('admin', other, 'approve', 'shared')).text).toBe(by_admin.text);
  const another = await decide('p1', other, 'approve', 'shared');
  expect([another.status, another.body.msg]).toEqual([
    400,
    'bad request error: invalid Idempotency Key: it belongs to another request',
  ]);
});

it('a key of the merchant for a decision is one of its own', async () => {
  const id = await flagPayment(w, 'flagged');
  const key = { idempotency_key: 'own' };
  const headers = { 'idempotency-key': 'own' };
  const credential = w.m1.boss.private_key;
  const path = `/transaction/${id}/flagged/approve`;
  expect((await w.world.call('POST', path, { credential, headers })).status).toBe(200);
  expect(
    (await w.post('/transaction', { type: 'sale', amount: 1299, ...key, ...card })).status,
  ).toBe(400);
});
