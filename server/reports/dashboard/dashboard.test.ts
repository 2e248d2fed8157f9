// The first screen's figures equal the rows behind them, in the caller's zone and scope.
import { Temporal } from 'temporal-polyfill';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HomeRecord } from '../../../contract/reports/dashboard.ts';
import { insertTransaction, type MerchantTenant } from '../../testing/tenants.ts';
import { openOwner, openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import { addProcessor } from '../../testing/worlds/search-world.ts';

const world = openWorld();
const tenants = openTenants(world);
const owner = openOwner(() => world.database_url);

const zone = 'America/Los_Angeles';
const day_ms = 86_400_000;

const at = (by: { boss: { private_key: string } }) => by.boss.private_key;
async function home(credential: string, query = ''): Promise<HomeRecord> {
  const answer = await world.call('GET', `/dashboard/home${query}`, { credential });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}

const is = (name: string, value: unknown) => ({ [name]: { operator: '=', value } });
/** What a list of the first merchant in dollars says of such a search. */
async function asked(path: string, filters: object) {
  const body = { ...filters, ...is('currency_iso_code', 'usd') };
  const answer = await world.call('POST', path, { credential: at(tenants.m1), body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
const totals = async (filters: object) => (await asked('/transaction/search/totals', filters)).data;
const count = async (filters: object): Promise<number> =>
  (await asked('/transaction/search', filters)).total_count;

/** Half past eleven at night of the day so many days ago, where the merchant is. */
function lateOn(days_ago: number): Date {
  const now = Temporal.Instant.fromEpochMilliseconds(world.clock.now().getTime());
  const day = now.toZonedDateTimeISO(zone).startOfDay().subtract({ days: days_ago });
  return new Date(day.add({ hours: 23, minutes: 30 }).epochMilliseconds);
}

const card = (card_type: string) => ({ response_body: { card: { card_type } } });
const put = (merchant: MerchantTenant, created_at: Date, more: object = {}) =>
  insertTransaction(world, merchant, { created_at, captured_at: created_at, ...more });

beforeAll(async () => {
  const { m1, m2 } = tenants;
  await owner.query('update account set timezone = $1 where id = $2', [zone, m1.account.id]);
  await owner.query('update user_account set timezone = null where id = $1', [m1.boss.user.id]);
  // Today is some hours old, so that there are payments of today and of the same hours a week ago.
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: zone }).format(
      world.clock.now(),
    ),
  );
  const credential = at(tenants.admin);
  const body = { advance_seconds: (((36 - hour) % 24) + 24) * 3_600 };
  await world.call('POST', '/sandbox/clock', { credential, body });
  const now = world.clock.now().getTime();
  const none = { amount_captured: 0, captured_at: null };
  await put(m1, new Date(now - 60_000), { amount: 500, amount_captured: 500, ...card('visa') });
  await put(m1, new Date(now - 120_000), { ...none, status: 'declined', response_code: 200 });
  await put(m1, new Date(now - 180_000), { ...none, type: 'refund', amount: 120 });
  await put(m1, new Date(now - 240_000), { currency: 'cad', amount_captured: 900 });
  await put(m1, new Date(now - 300_000), { ...none, status: 'flagged', amount: 700 });
  await put(m1, new Date(now - 7 * day_ms - 60_000), { amount_captured: 250 });
  await put(m1, new Date(now - 7 * day_ms + 3_600_000), { amount_captured: 31 });
  await put(m1, lateOn(1), { amount_captured: 77, ...card('mastercard') });
  await put(m1, lateOn(13), { amount_captured: 13 });
  await put(m1, lateOn(14), { amount_captured: 1_400 });
  await put(m2, new Date(now - 60_000), { amount_captured: 9_999 });
});

describe('the figures of a merchant', () => {
  it('are those of its own day so far, beside the same hours a week ago', async () => {
    const { figures, currency, time_zone, other_currencies } = await home(at(tenants.m1));
    expect([currency, time_zone]).toEqual(['usd', zone]);
    expect(figures).toMatchObject({
      captured: { today: { amount: 500, count: 1 }, week_ago: { amount: 250, count: 1 } },
      approval: {
        today: { approved: 2, declined: 1, attempts: 3 },
        week_ago: { approved: 1, attempts: 1 },
      },
      refunded: { today: { amount: 120, count: 1 }, week_ago: { amount: 0, count: 0 } },
      held: { amount: 700, count: 1 },
    });
    expect(other_currencies).toEqual([
      { currency: 'cad', captured_amount: 900, captured_count: 1 },
    ]);
    expect(Date.parse(String(figures?.awaiting.closes_at))).toBeGreaterThan(
      world.clock.now().getTime(),
    );
  });

  it('name when the next batch closes, of a processor that closes one by itself', async () => {
    const { m2 } = tenants;
    const minutes = async () => {
      const { figures } = await home(at(m2));
      const closes_at = figures?.awaiting.closes_at;
      return closes_at ? closes_at.slice(14, 16) : closes_at;
    };
    const add = (id: string, settle_at: string, more: Record<string, string>) =>
      addProcessor(world.system, m2.account.id, id, { settle_at, timezone: 'UTC', ...more });
    const disable = `update processor set status = 'disabled' where merchant_id = $1`;
    await owner.query(disable, [m2.account.id]);
    const soon = new Date(world.clock.now().getTime() + 3_600_000).toISOString().slice(11, 14);
    await add('processor0000000cash', `${soon}01:00`, { type: 'cash' });
    const by_hand = JSON.stringify({ disable_auto_settle: true });
    await add('processor0000000hand', `${soon}02:00`, { features: by_hand });
    expect(await minutes()).toBeNull();
    await add('processor0000000card', `${soon}03:00`, {});
    expect(await minutes()).toBe('03');
  });

  it('cut days where the merchant is: half past eleven at night is still that day', async () => {
    const { by_day } = await home(at(tenants.m1));
    expect(by_day).toHaveLength(14);
    expect(by_day[12]?.captured_amount).toBe(77);
    expect(by_day[0]?.captured_amount).toBe(13);
    const longer = await home(at(tenants.m1), '?days=30');
    expect(longer.by_day).toHaveLength(30);
    expect(longer.by_day[15]?.captured_amount).toBe(1_400);
  });

  it('equal the totals of a search over the same moments', async () => {
    const { by_day, today } = await home(at(tenants.m1), '?days=30');
    expect(by_day.at(-1)?.end_at).toBe(today.end_at);
    for (const day of by_day) {
      const within = { created_at: { start_date: day.start_at, end_date: day.end_at } };
      expect(await totals(within), day.day).toMatchObject({ captured_amount: day.captured_amount });
      const refunds = await totals({ ...within, ...is('type', 'refund') });
      expect(0 - refunds.net_amount, day.day).toBe(day.refunded_amount);
      const attempts = { ...within, type: { operator: '!=', value: 'refund' } };
      expect(await count(attempts), day.day).toBe(day.attempt_count);
      const declined = { ...attempts, ...is('status', 'declined') };
      expect(await count(declined), day.day).toBe(day.declined_count);
    }
  });

  it('equal the totals of a search for what waits, and for each part of a period', async () => {
    const { figures, by_day, today, ...parts } = await home(at(tenants.m1), '?days=90');
    const pending = is('status', 'pending_settlement');
    expect((await totals(pending)).net_amount).toBe(figures?.awaiting.amount);
    expect(await count(pending)).toBe(figures?.awaiting.count);
    expect(await count(is('status', 'flagged'))).toBe(figures?.held.count);
    const start_date = by_day[0]?.start_at;
    const period = { created_at: { start_date, end_date: today.end_at } };
    for (const { payment_type, card_brand, amount } of parts.methods) {
      const brand = card_brand && is('card_brand', card_brand);
      const search = { ...period, ...is('payment_type', payment_type), ...brand };
      if (brand) expect((await totals(search)).captured_amount, card_brand).toBe(amount);
    }
    for (const { processor_id, amount } of parts.processors) {
      const search = { ...period, ...is('processor_id', processor_id) };
      expect((await totals(search)).captured_amount).toBe(amount);
    }
    for (const { response_code, count: times } of parts.declines) {
      const search = { ...period, ...is('response_code', response_code) };
      const declined = { ...is('status', 'declined'), type: { operator: '!=', value: 'refund' } };
      expect(await count({ ...search, ...declined })).toBe(times);
    }
    expect([parts.methods.length, parts.processors.length, parts.declines.length]).toEqual([
      3, 1, 1,
    ]);
    expect((await home(at(tenants.p1), '?days=90')).processors, 'of many merchants').toEqual([]);
  });

  it('equal a query written by another hand', async () => {
    const { by_day } = await home(at(tenants.m1), '?days=90');
    const { rows } = await owner.query(
      `select to_char(created_at at time zone $2, 'YYYY-MM-DD') as day, sum(amount_captured) as sum
      from transaction where merchant_id = $1 and currency = 'usd' and type <> 'refund'
        and status not in ('declined', 'voided', 'returned', 'pending', 'unknown')
      group by 1 having sum(amount_captured) > 0 order by 1`,
      [tenants.m1.account.id, zone],
    );
    const shown_days = by_day.filter(({ captured_amount }) => captured_amount > 0);
    expect(shown_days.map(({ day, captured_amount }) => ({ day, sum: captured_amount }))).toEqual(
      rows.map(({ day, sum }) => ({ day, sum: Number(sum) })),
    );
  });

  it('say how was paid, by whom it was taken, and why it was declined', async () => {
    const { methods, processors, declines, merchants } = await home(at(tenants.m1));
    expect(methods.find(({ card_brand }) => card_brand === 'visa')).toMatchObject({
      payment_type: 'card',
      amount: 500,
      count: 1,
    });
    expect(processors).toHaveLength(1);
    expect(processors[0]?.amount).toBe(500 + 250 + 31 + 77 + 13);
    expect(declines).toEqual([{ response_code: 200, count: 1 }]);
    expect(merchants).toEqual([]);
  });
});

describe('who sees what', () => {
  it('is the own scope of a merchant, a partner and an administrator', async () => {
    const of_m2 = await home(at(tenants.m2));
    expect(of_m2.figures?.captured.today.amount).toBe(9_999);
    expect(of_m2.waiting.map(({ kind }) => kind)).not.toContain('flagged');
    const partner = await home(at(tenants.p1), '?days=30');
    const { rows } = await owner.query(
      `select t.merchant_id, sum(t.amount_captured) as sum from transaction t
      join account_closure c on c.descendant_id = t.merchant_id and c.account_id = $1
      where t.currency = 'usd' and t.status = 'pending_settlement' and t.type = 'sale'
      group by 1 order by 2 desc`,
      [tenants.p1.account.id],
    );
    expect(partner.merchants.map(({ merchant_id, amount }) => ({ merchant_id, amount }))).toEqual(
      rows.map(({ merchant_id, sum }) => ({ merchant_id, amount: Number(sum) })),
    );
    const all = await home(at(tenants.admin), '?days=30');
    const everything = await owner.query(
      `select sum(amount_captured) as sum from transaction
      where currency = 'usd' and status = 'pending_settlement' and type = 'sale'`,
    );
    const sum = all.by_day.reduce((total, { captured_amount }) => total + captured_amount, 0);
    expect(sum).toBe(Number(everything.rows[0].sum));
  });

  it('leaves out every sum while figures or totals are off for the account', async () => {
    const { m1a } = tenants;
    const set = (name: string, on: boolean) =>
      world.call('POST', `/merchant/${m1a.account.id}`, {
        credential: at(tenants.p1),
        body: { permissions: { [name]: on } },
      });
    const expires_at = new Date(world.clock.now().getTime() + 3 * day_ms).toISOString();
    await put(m1a, new Date(world.clock.now().getTime() - 60_000), { status: 'flagged' });
    await world.call('POST', '/user/apikey', {
      credential: at(m1a),
      body: { name: 'Short', type: 'api', expires_at },
    });
    for (const name of ['allow_transaction_reporting_totals', 'allow_dashboard_stats']) {
      await set(name, false);
      const without = await home(at(m1a));
      expect(without, name).toMatchObject({
        ...{ figures: null, by_day: [], methods: [], declines: [], processors: [] },
        ...{ merchants: [], other_currencies: [] },
        today: { day: expect.any(String) },
      });
      expect(without.waiting.map(({ kind, count, amount }) => [kind, count, amount])).toEqual([
        ['flagged', 1, null],
        ['expiring_key', 1, null],
      ]);
      await set(name, true);
      const whole = await home(at(m1a));
      expect([whole.figures?.held.count, whole.by_day.length]).toEqual([1, 14]);
      expect(whole.waiting[0]?.amount).toBeGreaterThan(0);
    }
  });

  it('needs the list of payments, and a period there is', async () => {
    const nobody = await world.call('GET', '/dashboard/home', { credential: '' });
    expect(nobody.status).toBe(401);
    const credential = at(tenants.m1);
    const wrong = await world.call('GET', '/dashboard/home?days=8', { credential });
    expect([wrong.status, wrong.body.msg]).toEqual([400, expect.stringContaining('Days')]);
  });
});
