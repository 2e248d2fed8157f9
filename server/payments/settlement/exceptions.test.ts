// An administrator finds what settlement could not book and has it tried again at once.
import { beforeAll, expect, it } from 'vitest';
import { auditRows } from '../../testing/audit-rows.ts';
import { postings_refused_by_source } from '../../testing/settlement-items.ts';
import { openMoneyWorld } from '../../testing/worlds/money-world.ts';
import { openOwner } from '../../testing/worlds/open-world.ts';
import { recoveryJobs } from '../recovery/recovery.ts';
import { settlementJobs } from './jobs.ts';
import { planSettlement } from './plan.ts';

const w = openMoneyWorld({ jobs: [...recoveryJobs, ...settlementJobs] });
const owner = openOwner(() => w.world.database_url);
beforeAll(() => owner.query(postings_refused_by_source));

const shut = (source: string) => owner.query('insert into refused_source values ($1)', [source]);
const open = () => owner.query('delete from refused_source');
const office = (path: string, body: object = {}) =>
  w.world.call('POST', path, { credential: w.tenants.admin.boss.private_key, body });
const exceptions = async (filters: object = {}) =>
  (await office('/settlement/exceptions/search', filters)).body;
const retry = (one: { merchant_id: string; id: string }) =>
  office(`/settlement/exception/${one.merchant_id}/${one.id}/retry`);
const run = () => w.world.runner.runDue(w.world.clock.now());

/** Settles what waits, by the jobs: the next close of the processor is planned and passed. */
async function settleByJobs(processor: 'card' | 'ach') {
  await planSettlement(w.world.system, w.m1.account.id, w.m1.processors[processor]);
  await w.advance(86_400);
}

const retried = (id: string) => auditRows(w.world.system, 'settlement_exception', id);

const why = 'The database rejected it because of rule books_are_shut.';

it('a bank entry is tried again at once, and booked once nothing is in its way', async () => {
  const ach = { routing_number: '000000001', account_number: '12345678' };
  const { id } = await w.pay({ amount: 700, payment_method: { ach } });
  await shut(id);
  await settleByJobs('ach');
  const { data, total_count } = await exceptions();
  const [one] = data;
  expect([total_count, one]).toMatchObject([
    1,
    {
      merchant_id: w.m1.account.id,
      merchant_name: 'Merchant m1',
      processor_id: w.m1.processors.ach,
      kind: 'returned',
      transaction_id: id,
      reason: why,
      error_id: expect.stringMatching(/^[0-9a-v]{20}$/),
    },
  ]);
  // Nobody waits for hours: it is tried now, and once more in vain.
  const later = new Date(w.world.clock.now().getTime() + 3_600_000).toISOString();
  await owner.query('update waiting_return set next_try_at = $1, try_count = 9', [later]);
  await run();
  expect((await exceptions()).data).toMatchObject([{ try_count: 9, next_try_at: later }]);
  expect((await retry(one)).status).toBe(200);
  await run();
  const [{ next_try_at, ...again }] = (await exceptions()).data;
  expect(again).toMatchObject({ try_count: 10, reason: why });
  // Twice as long each time would be more than eight hours by now; it is six.
  const waits_ms = new Date(next_try_at).getTime() - w.world.clock.now().getTime();
  expect(Math.ceil(waits_ms / 60_000)).toBe(360);
  await open();
  expect((await retry(one)).status).toBe(200);
  await run();
  expect((await w.read(id)).status).toBe('returned');
  expect((await exceptions()).total_count).toBe(0);
  expect((await retry(one)).status).toBe(404);
  const user_name = w.tenants.admin.boss.user.username;
  const before = { kind: 'returned', transaction_id: id, last_error: why };
  expect(await retried(one.id)).toMatchObject([
    { merchant_id: w.m1.account.id, user_name, before: { ...before, try_count: 9 } },
    { merchant_id: w.m1.account.id, user_name, before: { ...before, try_count: 10 } },
  ]);
});

it('a batch is tried again at once, and booked once nothing is in its way', async () => {
  const { id } = await w.pay({ amount: 900 });
  await shut('settlement_batch');
  await settleByJobs('card');
  expect((await w.read(id)).status).toBe('pending_settlement');
  const { data } = await exceptions({ kind: { operator: '=', value: 'batch' } });
  const [one] = data;
  expect(one).toMatchObject({ processor_id: w.m1.processors.card, transaction_id: '' });
  expect(one.reason).toContain(why);
  expect(new Date(one.next_try_at).getTime()).toBeGreaterThan(w.world.clock.now().getTime());
  await open();
  await run();
  expect((await w.read(id)).status).toBe('pending_settlement');
  expect((await retry(one)).status).toBe(200);
  await run();
  expect((await w.read(id)).status).toBe('settled');
  expect((await exceptions()).total_count).toBe(0);
  expect((await retry(one)).status).toBe(404);
  expect(await retried(one.id)).toMatchObject([{ before: { kind: 'batch', reason: one.reason } }]);
});

it('is for administrators of the office, and of the merchant that is named', async () => {
  const ach = { routing_number: '000000001', account_number: '12345678' };
  const { id } = await w.pay({ amount: 300, payment_method: { ach } });
  await shut(id);
  await settleByJobs('ach');
  const [one] = (await exceptions()).data;
  const { admin, p1 } = w.tenants;
  for (const { private_key: credential } of [admin.clerk, p1.boss, w.m1.boss]) {
    const path = `/settlement/exception/${one.merchant_id}/${one.id}/retry`;
    expect((await w.world.call('POST', path, { credential, body: {} })).status).toBe(403);
    const all = '/settlement/exceptions/search';
    expect((await w.world.call('POST', all, { credential, body: {} })).status).toBe(403);
  }
  expect((await retry({ ...one, merchant_id: w.tenants.m2.account.id })).status).toBe(404);
  expect(await retried(one.id)).toEqual([]);
  await open();
  expect((await retry(one)).status).toBe(200);
  await run();
  expect((await w.read(id)).status).toBe('returned');
});

it('what waits for its payment alone is no exception', async () => {
  const { id } = await w.pay({ amount: 100 });
  await owner.query(
    `insert into waiting_return (merchant_id, processor_id, reference, kind, code, effective_on,
       transaction_id, created_at)
     values ($1, $2, 'waitsforitspayment00', 'returned', 'R01', '2026-11-23', $3, now())`,
    [w.m1.account.id, w.m1.processors.ach, id],
  );
  const waiting = { merchant_id: w.m1.account.id, id: 'waitsforitspayment00' };
  expect((await exceptions()).total_count).toBe(0);
  expect((await retry(waiting)).status).toBe(404);
  await owner.query(`delete from waiting_return where reference = 'waitsforitspayment00'`);
});
