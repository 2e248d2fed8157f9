// Statistics equal the rows behind them, in the shapes that clients read, each in its own scope.
import { beforeAll, describe, expect, it } from 'vitest';
import { insertBatch } from '../../testing/batch-rows.ts';
import { insertTransaction, type MerchantTenant } from '../../testing/tenants.ts';
import { openOwner, openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld();
const tenants = openTenants(world);
const owner = openOwner(() => world.database_url);

const zone = 'Asia/Kolkata';
const minute_ms = 60_000;
const day_ms = 86_400_000;

type Tenant = { boss: { private_key: string } };
async function stats(by: Tenant, path: string, status = 200) {
  const answer = await world.call('GET', path, { credential: by.boss.private_key });
  expect(answer.status, answer.text).toBe(status);
  return answer.body;
}
const of = async (by: Tenant, name: string, query = '') =>
  (await stats(by, `/dashboard/stats/${name}${query}`)).data;

type Points = { x: number; y: number }[];
const ys = (points: Points) => points.map(({ y }) => y).filter((y) => y !== 0);

const put = (merchant: MerchantTenant, ago_ms: number, more: object = {}) => {
  const created_at = new Date(world.clock.now().getTime() - ago_ms);
  return insertTransaction(world, merchant, { created_at, captured_at: created_at, ...more });
};
const none = { amount_captured: 0, captured_at: null };
const declined = { ...none, status: 'declined', amount_authorized: 0 };

beforeAll(async () => {
  const { m1, m1a, m2 } = tenants;
  await owner.query('update account set timezone = $1 where id = $2', [zone, m1.account.id]);
  await owner.query('update user_account set timezone = null where id = $1', [m1.boss.user.id]);
  await put(m1, minute_ms, { amount_captured: 700, tip_amount: 100, surcharge: 21 });
  await put(m1, minute_ms, { amount_captured: 300, status: 'voided' });
  await put(m1, 9 * day_ms, {
    ...{ amount_captured: 500, tax_amount: 41, shipping_amount: 60 },
    billing_address: { country: 'US', state: 'WA', city: '' },
  });
  await put(m1, minute_ms, { ...none, type: 'authorize', status: 'authorized' });
  await put(m1, minute_ms, { ...none, type: 'refund', amount: 120 });
  await put(m1, minute_ms, { ...declined, response_code: 202 });
  await put(m1, minute_ms, { ...declined, response_code: 310 });
  await put(m1, minute_ms, { currency: 'cad', amount_captured: 90_000 });
  await put(m1a, minute_ms, { amount_captured: 40, payment_type: 'ach', payment_method: 'ach' });
  await put(m2, minute_ms, { amount_captured: 9_999 });
});

const setOfM1a = (permissions: object) =>
  world.call('POST', `/merchant/${tenants.m1a.account.id}`, {
    credential: tenants.p1.boss.private_key,
    body: { permissions },
  });

describe('statistics of transactions', () => {
  it('are points of the days of the caller’s zone, in its currency', async () => {
    const data = await of(tenants.m1, 'transaction');
    const names = Object.keys(data);
    expect(names).toHaveLength(30);
    for (const name of names) expect(data[name], name).toHaveLength(30);
    expect(data.transaction_count.at(-1)).toEqual({ x: expect.any(Number), y: 6 });
    // Midnight where the merchant is: half an hour past an hour of UTC.
    for (const { x } of data.transaction_count) expect(x % 86_400).toBe(18.5 * 3_600);
    expect(ys(data.transaction_amount_sum)).toEqual([500, 700]);
    expect(ys(data.sale_count)).toEqual([1, 2]);
    expect(ys(data.authorize_count)).toEqual([1]);
    expect(ys(data.void_count)).toEqual([1]);
    expect([ys(data.refund_count), ys(data.refund_sum)]).toEqual([[1], [120]]);
    expect([ys(data.tip_sum), ys(data.tip_count), ys(data.avg_tip)]).toEqual([[100], [1], [100]]);
    expect([ys(data.surcharge_sum), ys(data.tax_amount_sum)]).toEqual([[21], [41]]);
    expect(ys(data.shipping_count)).toEqual([1]);
    // Three of 1,000 each; the authorization is one of them.
    expect(ys(data.avg_authorized_ticket)).toEqual([1_000, 1_000]);
    expect([ys(data.billing_country_count), ys(data.billing_city_count)]).toEqual([[1], []]);
    expect(data.response_codes.at(-1).y).toEqual({ 100: 4, 202: 1, 310: 1 });
  });

  it('equal a query written by another hand, of days and of weeks', async () => {
    for (const [query, length, days] of [
      ['', 30, 1],
      ['?interval=day', 30, 1],
      ['?interval=week', 13, 7],
    ] as const) {
      const { transaction_amount_sum, transaction_count } = await of(
        tenants.m1,
        'transaction',
        query,
      );
      expect(transaction_amount_sum).toHaveLength(length);
      for (const [at, { x, y }] of (transaction_amount_sum as Points).entries()) {
        const { rows } = await owner.query(
          `select coalesce(sum(amount_captured) filter (where type <> 'refund'
              and status not in ('voided', 'declined')), 0)::int as captured,
            count(*)::int as count
          from transaction where merchant_id = $1 and currency = 'usd'
            and created_at >= to_timestamp($2) and created_at < to_timestamp($2) + $3::interval`,
          [tenants.m1.account.id, x, `${days} days`],
        );
        expect([y, transaction_count[at].y]).toEqual([rows[0].captured, rows[0].count]);
      }
      const steps = (transaction_amount_sum as Points).map(({ x }) => x);
      expect(new Set(steps.slice(1).map((x, at) => x - (steps[at] ?? 0)))).toEqual(
        new Set([days * 86_400]),
      );
    }
    const wrong = await stats(tenants.m1, '/dashboard/stats/transaction?interval=hour', 400);
    expect(wrong.msg).toContain('Interval');
  });

  it('are of the caller’s own scope', async () => {
    const counts = async (by: Tenant) => ys((await of(by, 'transaction')).transaction_amount_sum);
    expect(await counts(tenants.m2)).toEqual([9_999]);
    // Of all below the partner, the currency with most payments.
    expect(await counts(tenants.p1)).toEqual([500, 740]);
    expect(await counts(tenants.p2)).toEqual([9_999]);
    expect(await counts(tenants.admin)).toEqual([500, 740 + 9_999]);
  });

  it('are refused while the account’s figures are off', async () => {
    const { m1a } = tenants;
    await setOfM1a({ allow_dashboard_stats: false });
    for (const name of ['transaction', 'processor', 'settlement', 'recurring', 'invoice', 'cart']) {
      const refused = await stats(m1a, `/dashboard/stats/${name}`, 403);
      expect(refused.msg, name).toContain('“Dashboard figures” is off');
    }
    await setOfM1a({ allow_dashboard_stats: true });
    await of(m1a, 'transaction');
  });

  it('are refused where they are sums of payments while the account’s totals are off', async () => {
    const { m1a } = tenants;
    await setOfM1a({ allow_transaction_reporting_totals: false });
    for (const name of ['transaction', 'processor']) {
      const refused = await stats(m1a, `/dashboard/stats/${name}`, 403);
      expect(refused.msg, name).toContain('“Totals above transactions” is off');
    }
    for (const name of ['settlement', 'recurring']) await of(m1a, name);
    await setOfM1a({ allow_transaction_reporting_totals: true });
    for (const name of ['transaction', 'processor']) await stats(m1a, `/dashboard/stats/${name}`);
  });
});

describe('the other statistics', () => {
  it('tell each processor’s approvals and captured amounts', async () => {
    const { data, total_count } = await stats(tenants.m1, '/dashboard/stats/processor');
    expect(total_count).toBe(1);
    expect(data).toMatchObject([
      {
        processor_id: tenants.m1.processors.card,
        ...{ amount: 1_200, approved: 4, declined: 2, attempts: 6, returned: 0 },
      },
    ]);
  });

  it('tell what was settled, to those who may see it', async () => {
    const { m1 } = tenants;
    const amounts = { amount_captured: 800, amount_credit: 30, net_deposit: 770 };
    for (const [n, state] of ['funded', 'closed', 'closing'].entries()) {
      await insertBatch(world, m1, { state, batch_number: String(n), ...amounts });
    }
    const { captured, refunded } = await of(m1, 'settlement');
    expect([captured.length, ys(captured), ys(refunded)]).toEqual([30, [1_600], [60]]);
    expect(ys((await of(tenants.m2, 'settlement')).captured)).toEqual([]);
    const clerk = { boss: m1.clerk };
    expect((await stats(clerk, '/dashboard/stats/settlement', 403)).msg).toContain(
      'See settlements and balances',
    );
  });

  it('answer zeros in their shape where a room does not exist', async () => {
    const zero = { count: 0, amount: 0 };
    expect(await of(tenants.m1, 'recurring')).toEqual({ customer_count: 0, subscription_count: 0 });
    expect(await of(tenants.m1, 'invoice')).toEqual({
      outstanding: { total: zero, next_30_days: zero, past_due: zero },
      failed: { total: zero, last_30_days: zero, past_due: zero },
      paid: { total: zero, last_30_days: zero },
    });
    const cart = await of(tenants.m1, 'cart', '?interval=week');
    expect([cart.product_order_count.length, ys(cart.cart_amount_sum)]).toEqual([13, []]);
  });

  it('count the saved customers of the caller', async () => {
    const credential = tenants.m1.boss.private_key;
    const saved = await world.call('POST', '/vault/customer', {
      credential,
      body: { description: 'Regular' },
    });
    expect(saved.status, saved.text).toBe(200);
    expect((await of(tenants.m1, 'recurring')).customer_count).toBe(1);
    expect((await of(tenants.m2, 'recurring')).customer_count).toBe(0);
  });
});

describe('statistics of a partner', () => {
  const now = () => world.clock.now().getTime();
  const path = (id: string, type: string, from: string | number, to: string | number) =>
    `/admin/stats/partner/${id}/${type}/${from}/${to}`;
  const seconds = (ago_ms: number) => Math.floor((now() - ago_ms) / 1_000);

  it('are of all merchants below it in the period, and nobody else’s', async () => {
    const { admin, p1, p1a, p2 } = tenants;
    const ask = async (id: string, type = 'transaction', since = seconds(2 * day_ms)) =>
      (await stats(admin, path(id, type, since, seconds(0)))).data;
    expect(await ask(p1.account.id)).toEqual({
      ...{ sale_count: 4, authorize_count: 1, credit_count: 0, void_count: 1 },
      ...{ decline_count: 1, error_count: 1, total_count: 8, amount_sum: 740, currency: 'usd' },
      by_currency: [
        { currency: 'usd', amount_sum: 740 },
        { currency: 'cad', amount_sum: 90_000 },
      ],
    });
    expect(await ask(p1.account.id, 'ach')).toMatchObject({ total_count: 1, amount_sum: 40 });
    expect(await ask(p1a.account.id)).toMatchObject({ total_count: 1, amount_sum: 40 });
    expect(await ask(p2.account.id)).toMatchObject({ total_count: 1, amount_sum: 9_999 });
    expect((await ask(p1.account.id, 'card', seconds(10 * day_ms))).total_count).toBe(8);
    expect((await ask(p1.account.id, 'transaction', seconds(1))).total_count).toBe(0);
    const day = new Date(now()).toISOString().slice(0, 10);
    const by_days = (await stats(admin, path(p2.account.id, 'transaction', '2020-01-01', day)))
      .data;
    expect(by_days.total_count).toBe(1);
  });

  it('name what does not fit, and are the administrator’s alone', async () => {
    const { admin, p1, m1 } = tenants;
    const id = p1.account.id;
    for (const [filter, field] of [
      [path(id, 'sale', 0, 1), 'Type'],
      [path(id, 'card', 'soon', 1), 'Start Time'],
      [path(id, 'card', 0, '2026-13-01'), 'End Time'],
      [path(id, 'card', 5, 4), 'End Time'],
    ] as const) {
      expect((await stats(admin, filter, 400)).msg, filter).toContain(field);
    }
    await stats(admin, path(m1.account.id, 'card', 0, 1), 404);
    await stats(admin, path('0'.repeat(20), 'card', 0, 1), 404);
    await stats(p1, path(id, 'card', 0, 1), 403);
    await stats(m1, path(id, 'card', 0, 1), 403);
  });
});
