// Figures of one account below the caller: its own rows alone, in the caller's zone, kept or not.
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccountFigures } from '../../../contract/reports/dashboard.ts';
import { transactionDaysJob } from '../../payments/transactions/reading/totals/totals-days.ts';
import { insertTransaction } from '../../testing/tenants.ts';
import { openOwner, openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ jobs: [] });
const tenants = openTenants(world);
const owner = openOwner(() => world.database_url);

const zone = 'Asia/Kathmandu';
const hour_ms = 3_600_000;

type Caller = 'admin' | 'p1' | 'p1a' | 'p2' | 'm1';
const keyOf = (who: Caller) => tenants[who].boss.private_key;
const ask = (who: Caller, id: string, query = '') =>
  world.call('GET', `/dashboard/account/${id}${query}`, { credential: keyOf(who) });
async function figuresOf(who: Caller, id: string, query = ''): Promise<AccountFigures> {
  const answer = await ask(who, id, query);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
async function totalsOf(who: Caller, body: object) {
  const credential = keyOf(who);
  const usd = { currency_iso_code: { operator: '=', value: 'usd' } };
  const path = '/transaction/search/totals';
  const answer = await world.call('POST', path, { credential, body: { ...body, ...usd } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.captured_amount;
}
const period = ({ by_day, today }: AccountFigures) => ({
  created_at: { start_date: by_day[0]?.start_at, end_date: today.end_at },
});
const sumOf = ({ by_day }: AccountFigures) =>
  by_day.reduce((total, { captured_amount }) => total + captured_amount, 0);

beforeAll(async () => {
  const { m1, m1a, m2, p1 } = tenants;
  await owner.query('update account set timezone = $1 where id = $2', [zone, p1.account.id]);
  await owner.query('update user_account set timezone = null where id = $1', [p1.boss.user.id]);
  await owner.query("update account set timezone = 'America/Denver' where id = $1", [
    m1.account.id,
  ]);
  const now = world.clock.now().getTime();
  for (const [merchant, hours, amount_captured, more] of [
    [m1, 0.1, 500, {}],
    [m1, 20, 70, {}],
    [m1, 100.4, 9, {}],
    [m1, 3, 0, { status: 'declined', response_code: 202 }],
    [m1, 4, 40, { payment_type: 'ach' }],
    [m1a, 2, 3_000, {}],
    [m2, 2, 80_000, {}],
  ] as const) {
    const created_at = new Date(now - hours * hour_ms);
    await insertTransaction(world, merchant, { created_at, amount_captured, ...more });
  }
});

/** Both ways in which figures come to be: from rows, and from sums that are kept of them. */
describe.each(['rows', 'stored sums'])('figures from %s', (from) => {
  beforeAll(async () => {
    if (from === 'rows') return;
    await transactionDaysJob.run(world.system, { merchant_id: '' } as never);
    const later = new Date(world.clock.now().getTime() + hour_ms);
    const system = { ...world.system, clock: { ...world.clock, now: () => later } };
    for (const { account } of [tenants.m1, tenants.m1a, tenants.m2]) {
      await transactionDaysJob.run(system, { merchant_id: account.id } as never);
    }
    const { rows } = await owner.query(`select (select count(*) from transaction_day_due)::int
      as due, (select sum(transaction_count) from transaction_hour)::int as counted`);
    expect(rows[0]).toMatchObject({ due: 0, counted: expect.any(Number) });
    expect(rows[0].counted).toBeGreaterThanOrEqual(7);
  });

  it('are those of one merchant, in the zone of who looks', async () => {
    const { m1 } = tenants;
    const found = await figuresOf('p1', m1.account.id, '?days=7');
    expect([found.time_zone, found.currency, found.by_day.length]).toEqual([zone, 'usd', 7]);
    expect(sumOf(found)).toBe(500 + 70 + 9 + 40);
    expect(sumOf(found)).toBe(
      await totalsOf('p1', { ...period(found), merchant_id: m1.account.id }),
    );
    for (const day of found.by_day) {
      const within = { created_at: { start_date: day.start_at, end_date: day.end_at } };
      const rows = await totalsOf('p1', { ...within, merchant_id: m1.account.id });
      expect(day.captured_amount, day.day).toBe(rows);
    }
    expect(found.declines).toEqual([{ response_code: 202, count: 1 }]);
    expect(found.processors.map(({ amount }) => amount)).toEqual([619]);
    expect(found.methods.map(({ payment_type, amount }) => [payment_type, amount])).toContainEqual([
      ...['ach', 40],
    ]);
  });

  it('are those of all merchants below a partner, as a search finds them', async () => {
    const { p1, m1, m1a } = tenants;
    const found = await figuresOf('admin', p1.account.id);
    expect(sumOf(found)).toBe(
      await totalsOf('admin', {
        ...period(found),
        partner_id: { operator: '=', value: p1.account.id },
      }),
    );
    expect(found.merchants.map(({ merchant_id, amount }) => [merchant_id, amount])).toEqual([
      [m1a.account.id, 3_000],
      [m1.account.id, 619],
    ]);
    expect(found.figures?.awaiting.amount).toBe(3_619);
  });
});

describe('figures of an account', () => {
  it('are nobody’s but its own and of those above it', async () => {
    const { m1, p1, p1a, admin } = tenants;
    for (const [who, id] of [
      ['p2', m1.account.id],
      ['p1a', m1.account.id],
      ['p1a', p1.account.id],
      ['p1', '0'.repeat(20)],
      ['admin', admin.account.id],
    ] as const) {
      expect((await ask(who, id)).status, `${who} ${id}`).toBe(404);
    }
    expect((await ask('p1', p1a.account.id)).status).toBe(200);
    expect((await ask('m1', m1.account.id)).status).toBe(403);
    const wrong = await ask('p1', m1.account.id, '?days=8');
    expect([wrong.status, wrong.body.msg]).toEqual([400, expect.stringContaining('Days')]);
  });
});
