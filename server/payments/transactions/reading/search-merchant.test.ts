// The merchant id in the payload of a search: it cuts list, totals and report as the path does.
import { beforeAll, expect, it } from 'vitest';
import { openMoneyWorld } from '../../../testing/worlds/money-world.ts';

const w = openMoneyWorld();
beforeAll(async () => {
  await w.pay({ amount: 1_000 });
});

const searchAs = async (path: string, merchant_id: unknown, who: 'admin' | 'p2' = 'admin') => {
  const credential = w.tenants[who].boss.private_key;
  return await w.world.call('POST', path, { credential, body: { merchant_id } });
};

it('cuts the search, its totals and its report to that merchant', async () => {
  const one = w.m1.account.id;
  const other = w.tenants.m2.account.id;
  expect((await searchAs('/transaction/search', one)).body.total_count).toBe(1);
  expect((await searchAs('/transaction/search', other)).body.total_count).toBe(0);
  const totals = async (id: string) => (await searchAs('/transaction/search/totals', id)).body.data;
  expect([(await totals(one)).captured_amount, (await totals(other)).captured_amount]).toEqual([
    1_000, 0,
  ]);
  const report = async (id: string) => (await searchAs('/transaction/report', id)).text;
  expect([
    (await report(one)).split('\n').length,
    (await report(other)).split('\n').length,
  ]).toEqual([3, 2]);
});

it('is 400 where it is none or differs from the path, 404 beyond the reach', async () => {
  const one = w.m1.account.id;
  const wrong = await searchAs(`/transaction/search/${one}`, w.tenants.m2.account.id);
  expect([wrong.status, wrong.body.msg]).toEqual([400, expect.stringMatching(/Merchant ID$/)]);
  expect((await searchAs(`/transaction/search/${one}`, one)).status).toBe(200);
  expect((await searchAs('/transaction/search', 'short')).status).toBe(400);
  for (const path of ['search', 'search/totals', 'report']) {
    expect((await searchAs(`/transaction/${path}`, one, 'p2')).status).toBe(404);
  }
});
