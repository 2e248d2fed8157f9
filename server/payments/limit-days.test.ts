// The days of limits: a merchant's in its own zone, a processor's in that one's.
import { expect, it } from 'vitest';
import { connect } from '../db/database.ts';
import { openMoneyWorld } from '../testing/worlds/money-world.ts';
import { invalidateMerchant } from './merchant-config.ts';
import { recoveryJobs } from './recovery/recovery.ts';

const w = openMoneyWorld({ jobs: recoveryJobs });

/** Kiritimati is 14 hours ahead of UTC, Niue 11 behind: never on the same day. */
const east = 'Pacific/Kiritimati';
const west = 'Pacific/Niue';
const dayIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(w.world.clock.now());

async function merchantIn(timezone: string): Promise<void> {
  const { id } = w.m1.account;
  const credential = w.tenants.admin.boss.private_key;
  const answer = await w.world.call('POST', `/merchant/${id}`, { credential, body: { timezone } });
  expect(answer.status, answer.text).toBe(200);
  invalidateMerchant(w.world.system, id);
}

it('of a merchant and of a processor are counted each in its own zone', async () => {
  const sale = { single: 0, daily: 5_000, monthly: 0 };
  const limits = { sale, credit: { single: 0, daily: 0, monthly: 0 } };
  const { id } = w.m1.account;
  const credential = w.tenants.admin.boss.private_key;
  const answer = await w.world.call('POST', `/merchant/${id}`, { credential, body: { limits } });
  expect(answer.status, answer.text).toBe(200);
  await merchantIn(east);
  await w.changeProcessor(w.m1.processors.card, { timezone: west, max_daily: 4_000 });
  expect(await w.pay({ amount: 1_000 })).toMatchObject({ response_code: 100 });
  const rows = await connect(w.world.system)
    .selectFrom('limit_counter')
    .select(['processor_id', 'period', 'amount'])
    .where('merchant_id', '=', id)
    .execute();
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ processor_id: '', period: dayIn(east), amount: 1_000 });
  const card = w.m1.processors.card;
  expect(rows).toContainEqual({ processor_id: card, period: dayIn(west), amount: 1_000 });
});

it('of a processor are counted anew once its zone is another one', async () => {
  const id = w.m1.processors.card;
  const credential = w.tenants.p1.boss.private_key;
  const zone = (timezone: string) =>
    w.world.call('POST', `/merchant/${w.m1.account.id}/processor/${id}`, {
      credential,
      body: { timezone, max_daily: 2_000 },
    });
  expect((await zone(east)).status).toBe(200);
  expect(await w.pay({ amount: 800 })).toMatchObject({ response_code: 100 });
  const paid_on = dayIn(east);
  const path = `/merchant/${w.m1.account.id}/processor/${id}`;
  const moved = await w.world.call('POST', path, { credential, body: { timezone: west } });
  expect(moved.status, moved.text).toBe(200);
  // The day in the west on which the payment was made in the east.
  while (dayIn(west) !== paid_on) await w.advance(43_200);
  expect(await w.pay({ amount: 2_000 })).toMatchObject({ response_code: 100 });
});

it('of a posting are the merchant’s, wherever its processor is', async () => {
  await merchantIn(east);
  await w.changeProcessor(w.m1.processors.card, { timezone: west, max_daily: 0 });
  const { id } = await w.pay({ amount: 1_000 });
  const rows = await connect(w.world.system)
    .selectFrom('ledger_posting')
    .select('effective_on')
    .where('source_id', '=', id)
    .execute();
  expect(rows).toEqual([{ effective_on: dayIn(east) }]);
});

it('of a terminal are counted anew once it takes over the zone of its merchant', async () => {
  const { id } = w.m1.account;
  const credential = w.tenants.p1.boss.private_key;
  const body = { tpn: '000000000001', auth_key: 'a1b2c3d4e5', description: 'Desk' };
  const path = `/merchant/${id}/terminal`;
  await merchantIn(east);
  const made = await w.world.call('POST', path, { credential, body });
  const terminal = made.body.data.id as string;
  const limits = { sale: { single: 0, daily: 2_000, monthly: 0 } };
  await w.changeProcessor(terminal, { limits: JSON.stringify(limits) });
  const payment_method = { terminal: { id: terminal } };
  const sell = async (amount: number) =>
    (await w.post('/transaction', { type: 'sale', amount, payment_method })).body.data;
  expect(await sell(800)).toMatchObject({ response_code: 100 });
  const paid_on = dayIn(east);
  await merchantIn(west);
  const renamed = { description: 'Front desk' };
  const moved = await w.world.call('POST', `${path}/${terminal}`, { credential, body: renamed });
  expect(moved.status, moved.text).toBe(200);
  while (dayIn(west) !== paid_on) await w.advance(43_200);
  expect(await sell(2_000)).toMatchObject({ response_code: 100 });
});

it('of a merchant are counted anew once its zone is another one', async () => {
  await w.changeProcessor(w.m1.processors.card, { max_daily: 0 });
  await w.advance(2 * 86_400);
  await merchantIn(east);
  expect(await w.pay({ amount: 3_000 })).toMatchObject({ response_code: 100 });
  const paid_on = dayIn(east);
  await merchantIn(west);
  // The day in the west on which the payment was made in the east.
  while (dayIn(west) !== paid_on) await w.advance(43_200);
  expect(await w.pay({ amount: 5_000 })).toMatchObject({ response_code: 100 });
});
