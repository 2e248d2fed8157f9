// What waits for a caller on the first screen, and the first steps of a new merchant.
import { describe, expect, it } from 'vitest';
import type { HomeRecord } from '../../../contract/reports/dashboard.ts';
import { insertBatch } from '../../testing/batch-rows.ts';
import { insertTransaction, type MerchantTenant, makeMerchant } from '../../testing/tenants.ts';
import { openOwner, openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld();
const tenants = openTenants(world);
const owner = openOwner(() => world.database_url);

const day_ms = 86_400_000;

const at = (by: { boss: { private_key: string } }) => by.boss.private_key;
async function home(credential: string): Promise<HomeRecord> {
  const answer = await world.call('GET', '/dashboard/home', { credential });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const put = (merchant: MerchantTenant, created_at: Date, more: object = {}) =>
  insertTransaction(world, merchant, { created_at, captured_at: created_at, ...more });

describe('what waits', () => {
  it('is counted by kind and currency', async () => {
    const credential = at(tenants.m1);
    await put(tenants.m1, world.clock.now(), { status: 'flagged', amount: 700 });
    const expires_at = new Date(world.clock.now().getTime() + 3 * day_ms).toISOString();
    const made = await world.call('POST', '/user/apikey', {
      credential,
      body: { name: 'Short', type: 'api', expires_at },
    });
    expect(made.status, made.text).toBe(200);
    // One that has ended needs nothing any more.
    await world.call('POST', '/user/apikey', { credential, body: { name: 'Over', type: 'api' } });
    const ended = new Date(world.clock.now().getTime() - 1);
    await owner.query("update api_key set expires_at = $1 where name = 'Over'", [ended]);
    const { waiting } = await home(credential);
    expect(waiting).toContainEqual(
      expect.objectContaining({ kind: 'flagged', count: 1, amount: 700, currency: 'usd' }),
    );
    expect(waiting).toContainEqual(
      expect.objectContaining({ kind: 'expiring_key', count: 1, name: 'Short' }),
    );
    // Neither a stranger nor the partner above, whose reach the key is in.
    for (const other of [tenants.m2, tenants.p1]) {
      const kinds = (await home(at(other))).waiting.map(({ kind }) => kind);
      expect(kinds).not.toContain('expiring_key');
    }
  });

  it('is the work of whoever decides it, and old returns are nobody’s', async () => {
    const { m1, m2, p2, admin } = tenants;
    const now = world.clock.now().getTime();
    await put(m2, new Date(now - 60_000), { status: 'flagged_partner', amount: 40 });
    const returned = { status: 'returned', amount: 60 };
    await put(m2, new Date(now - 20 * day_ms), { ...returned, updated_at: new Date(now) });
    await put(m2, new Date(now - 40 * day_ms), {
      ...returned,
      updated_at: new Date(now - 16 * day_ms),
    });
    const kinds = async (by: { boss: { private_key: string } }) =>
      (await home(at(by))).waiting.map(({ kind }) => kind);
    expect(await kinds(m2)).toEqual(['returned']);
    expect(await kinds(p2)).toContain('flagged_partner');
    expect(await kinds(p2)).not.toContain('flagged');
    expect(await kinds(admin)).toEqual(expect.arrayContaining(['flagged', 'flagged_partner']));
    expect(await kinds(m1)).not.toContain('returned');
    const { waiting } = await home(at(m2));
    expect(waiting[0]).toMatchObject({ count: 1, amount: 60, currency: 'usd' });
  });

  it('has no batches for a user without the right to see settlements', async () => {
    const { m1 } = tenants;
    await insertBatch(world, m1, { state: 'mismatch' });
    const of = async (credential: string) => {
      const { batches, waiting } = await home(credential);
      return [batches?.length ?? null, waiting.some(({ kind }) => kind === 'failed_batch')];
    };
    expect(await of(at(m1))).toEqual([1, true]);
    expect(await of(m1.clerk.private_key)).toEqual([null, false]);
  });

  it('shows the first steps to a merchant without payments alone', async () => {
    expect((await home(at(tenants.m1))).set_up).toBeNull();
    expect((await home(at(tenants.p1))).set_up).toBeNull();
    const fresh = await makeMerchant(world.system, 'fresh', tenants.p1.account.id);
    expect((await home(at(fresh))).set_up).toEqual([
      { step: 'processor', done: true },
      { step: 'payment', done: false },
      { step: 'users', done: true },
      { step: 'api_key', done: true },
    ]);
    const steps = async (by: string) => (await home(by)).set_up?.map(({ step }) => step);
    expect(await steps(fresh.clerk.private_key)).toEqual(['processor', 'payment']);
    // A payment of long ago is one.
    await put(fresh, new Date(world.clock.now().getTime() - 300 * day_ms));
    expect((await home(at(fresh))).set_up).toBeNull();
  });
});
