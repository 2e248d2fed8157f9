// A day through the API: charge, find, settle by the sandbox clock, refund, search the batch.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAudits } from '../../db/audit.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const two_days = 172_800;

const world = openWorld();
const tenants = openTenants(world);
beforeAll(async () => {
  await world.runner.start();
  await world.runner.stop();
});
afterAll(async () => {
  const wrong = (await runAudits(world.services.database)).filter((one) => one.rows.length > 0);
  expect(wrong).toEqual([]);
});

const key = (who: 'm1' | 'p1' | 'admin' | 'm2') => tenants[who].boss.private_key;
const post = (path: string, body: unknown, who: 'm1' | 'p1' | 'admin' | 'm2' = 'm1') =>
  world.call('POST', path, { credential: key(who), body });
const card = { number: '4111111111111111', expiration_date: '12/40' };
const pass = (advance_seconds: number) => post('/sandbox/clock', { advance_seconds }, 'admin');

async function charge(payment_method: unknown, amount: number): Promise<string> {
  const answer = await post('/transaction', { type: 'sale', amount, payment_method });
  expect(answer.body.data.status).toBe('pending_settlement');
  return answer.body.data.id;
}

async function statusOf(id: string): Promise<string> {
  const answer = await world.call('GET', `/transaction/${id}`, { credential: key('m1') });
  return answer.body.data.status;
}

describe('a card sale', () => {
  it('is found by number, settles as the clock passes, and is refunded in part', async () => {
    const id = await charge({ card }, 1299);
    const filter = { full_cc_number: { operator: '=', value: card.number } };
    for (const who of ['m1', 'p1', 'admin'] as const) {
      const found = await post('/transaction/search', filter, who);
      expect(found.body.data.map((row: { id: string }) => row.id)).toContain(id);
    }
    expect((await post('/transaction/search', filter, 'm2')).body.total_count).toBe(0);
    expect((await pass(two_days)).status).toBe(200);
    expect(await statusOf(id)).toBe('settled');
    const refund = await post(`/transaction/${id}/refund`, { amount: 650 });
    expect(refund.body.data.status).toBe('pending_settlement');
    expect(await statusOf(id)).toBe('partially_refunded');
    await pass(two_days);
    expect(await statusOf(refund.body.data.id)).toBe('settled');
    const batches = await post('/settlement/batch/search', {});
    expect(batches.body.total_count).toBe(2);
    expect(batches.body.data.results).toMatchObject([
      { state: 'closed', amount_captured: 0, amount_credit: 650, net_deposit: -650 },
      { state: 'closed', amount_captured: 1299, amount_credit: 0, net_deposit: 1299 },
    ]);
    const detailed = await post('/settlement/batch/search', { detailed: true });
    expect(detailed.body.data.results.map((one: { details: object }) => one.details)).toMatchObject(
      [
        { num_captured: 0, num_credits: 1 },
        { num_captured: 1, num_credits: 0 },
      ],
    );
    const members = await post('/settlement/batch/search', { detailed: true, csv: true });
    expect(members.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(members.text).toContain(`,${refund.body.data.id},refund,`);
    const amounts = members.text
      .trim()
      .split('\n')
      .map((line) => line.split(',').at(-1));
    expect(amounts).toEqual(['amount', '-6.50', '12.99']);
    const ledger = await world.call('GET', `/transaction/${tenants.m1.account.id}/${id}/ledger`, {
      credential: key('p1'),
    });
    expect(ledger.body.total_count).toBe(4);
  });

  it('counts in the totals and stands in the report', async () => {
    const totals = await post('/transaction/search/totals', {});
    expect(totals.body.data).toMatchObject({ captured_amount: 1299, net_amount: 649 });
    const report = await post('/transaction/report', { output: 'csv', time_zone: 'UTC' });
    expect(report.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(report.headers['content-disposition']).toMatch(/filename="transactions-[\d-]{10}\.csv"/);
    expect(report.text.split('\n')).toHaveLength(4);
    expect(report.text).toContain(',12.99,');
    expect(report.text).not.toContain(card.number);
    const page = await post('/transaction/report', { output: 'printable' });
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const foreign = `/transaction/report/${tenants.m2.account.id}`;
    expect((await post(foreign, {}, 'p1')).status).toBe(404);
  });
});

describe('bank payments', () => {
  it('of the two return routings come back, the one at once, the other a day later', async () => {
    const ach = (routing_number: string) => ({
      ach: { routing_number, account_number: '1234567', sec_code: 'web', account_type: 'checking' },
    });
    const fine = await charge(ach('111111111'), 500);
    const returned = await charge(ach('000000001'), 600);
    const late = await charge(ach('000000002'), 700);
    await pass(86_400);
    expect(await statusOf(fine)).toBe('settled');
    expect(await statusOf(returned)).toBe('returned');
    expect(await statusOf(late)).toBe('settled');
    await pass(86_400);
    expect(await statusOf(late)).toBe('late_return');
    const events = await world.call('GET', `/transaction/${late}/events`, {
      credential: key('m1'),
    });
    expect(events.body.data.at(-1)).toMatchObject({ to_status: 'late_return', verb: 'return' });
  });
});
