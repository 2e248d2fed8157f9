// View-as: whose rights are shown to whom, what a read in view of somebody finds, and no write.

import { describe, expect, test } from 'vitest';
import { view_as_header } from '../../../contract/identity/view-as.ts';
import { connect } from '../../db/database.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { type Person, tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

async function signIn(username: string): Promise<string> {
  resetBudgets(world.services);
  const body = { username, password: tenant_password };
  const answer = await world.call('POST', '/token-auth', { body });
  return `Bearer ${answer.body.token}`;
}
const sessionOf = ({ user }: Person) => signIn(user.username);
const see = (credential: string, id: string) => world.call('GET', `/view-as/${id}`, { credential });

let made = 0;
/** A colleague of the first partner's boss with exactly these rights. */
async function makePartner(permissions: object): Promise<string> {
  made += 1;
  const names = { username: `viewing_user_${made}`, name: 'Viewing', email: 'view@example.com' };
  const body = { ...names, password: tenant_password, permissions };
  await world.call('POST', '/user', { credential: t.p1.boss.private_key, body });
  return names.username;
}

/** One call of a session in view of a user or role. */
async function inView(credential: string, id: string, method: 'GET' | 'POST', path: string) {
  const headers = { [view_as_header]: id };
  const body = method === 'POST' ? { body: { name: 'Changed in a view' } } : {};
  return await world.call(method, path, { credential, headers, ...body });
}

describe('a view as a user', () => {
  test('tells those above and the own account the rights of the viewed, audited once', async () => {
    for (const viewer of [t.admin.boss, t.p1.boss, t.m1.boss]) {
      const answer = await see(await sessionOf(viewer), t.m1.clerk.user.id);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({
        username: t.m1.clerk.user.username,
        account_type: 'merchant',
        role: 'standard',
        account_name: 'Merchant m1',
      });
      const rows = await connect(world.system)
        .selectFrom('audit_log')
        .select(['verb', 'noun_id', 'user_name'])
        .where('request_id', '=', String(answer.headers['x-correlation-id']))
        .execute();
      const { username } = viewer.user;
      expect(rows).toEqual([{ verb: 'view_as', noun_id: t.m1.clerk.user.id, user_name: username }]);
    }
  });

  test('is 404 outside the reach; 403 without the right, for a key and while acting', async () => {
    expect((await see(await sessionOf(t.p2.boss), t.m1.clerk.user.id)).status).toBe(404);
    expect((await see(await sessionOf(t.m1.boss), t.p1.boss.user.id)).status).toBe(404);
    expect((await see(await sessionOf(t.m1.clerk), t.m1.boss.user.id)).status).toBe(403);
    expect((await see(t.m1.boss.private_key, t.m1.clerk.user.id)).status).toBe(403);
    const office = await sessionOf(t.admin.boss);
    const login = `/user/loginas/${t.m1.boss.user.id}`;
    const { body } = await world.call('GET', login, { credential: office });
    const auth_key = body.data.key;
    const acting = await world.call('POST', '/token-auth', { body: { auth_key } });
    expect((await see(`Bearer ${acting.body.token}`, t.m1.clerk.user.id)).status).toBe(403);
  });

  test('of a role has the rights of the role', async () => {
    const body = { name: 'Counter', permissions: { process_sale: true } };
    const credential = await sessionOf(t.m1.boss);
    const role = await world.call('POST', '/role', { credential, body });
    const { id } = role.body.data;
    const seen = await world.call('GET', `/view-as/role/${id}`, { credential });
    expect(seen.body.data).toMatchObject({ role: 'standard', custom_role_id: id, name: 'Counter' });
    expect(seen.body.data.permissions).toMatchObject({ process_sale: true, manage_users: false });
    const foreign = await sessionOf(t.m2.boss);
    const other = await world.call('GET', `/view-as/role/${id}`, { credential: foreign });
    expect(other.status).toBe(404);
    const own = await inView(credential, id, 'GET', '/merchant');
    expect(own.body.data.id).toBe(t.m1.account.id);
  });
});

describe('a call in view of somebody', () => {
  test('is answered from the account of the viewed', async () => {
    const credential = await sessionOf(t.p1.boss);
    expect((await world.call('GET', '/merchant', { credential })).status).toBe(403);
    const answer = await inView(credential, t.m1.clerk.user.id, 'GET', '/merchant');
    expect([answer.status, answer.body.data.id]).toEqual([200, t.m1.account.id]);
    const other = await inView(
      credential,
      t.m1.clerk.user.id,
      'GET',
      `/merchant/${t.m1a.account.id}`,
    );
    expect(other.status).toBe(404);
  });

  test('finds no more than the viewer may, whatever the viewed may', async () => {
    const credential = await signIn(await makePartner({ manage_users: true }));
    const balances = await inView(credential, t.m1.boss.user.id, 'POST', '/ledger/balances');
    expect(balances.status).toBe(403);
    expect(balances.body.data.name).toBe('view_settlement_batches');
    const boss = await sessionOf(t.p1.boss);
    expect((await inView(boss, t.m1.boss.user.id, 'POST', '/ledger/balances')).status).toBe(200);
    expect((await inView(boss, t.m1.clerk.user.id, 'POST', '/ledger/balances')).status).toBe(403);
  });

  test('has the admin role where both have it, and never else', async () => {
    const standard = await signIn(await makePartner({ manage_users: true }));
    const boss = await sessionOf(t.p1.boss);
    const users = async (credential: string) =>
      (await inView(credential, t.m1.boss.user.id, 'GET', '/users')).status;
    expect([await users(boss), await users(standard)]).toEqual([200, 403]);
  });

  test('is refused outside the reach, without the right, and with a key', async () => {
    const foreign = await sessionOf(t.p2.boss);
    expect((await inView(foreign, t.m1.boss.user.id, 'GET', '/merchant')).status).toBe(404);
    const clerk = await sessionOf(t.p1.clerk);
    expect((await inView(clerk, t.m1.boss.user.id, 'GET', '/merchant')).status).toBe(403);
    const { private_key } = t.p1.boss;
    expect((await inView(private_key, t.m1.boss.user.id, 'GET', '/merchant')).status).toBe(403);
  });

  test('takes no export along', async () => {
    const credential = await sessionOf(t.m1.boss);
    const exports = world.endpoints.filter(({ rate_class }) => rate_class === 'export');
    expect(exports.length).toBeGreaterThan(0);
    for (const { method, path } of exports) {
      const url = path.replace(/\{\w+\}/g, t.m1.account.id);
      const headers = { [view_as_header]: t.m1.boss.user.id };
      const { status, body } = await world.call(method, url, { credential, headers });
      expect([path, status, body?.msg]).toEqual([
        path,
        403,
        'forbidden: changes are not allowed while viewing as another user',
      ]);
    }
  });

  test('changes nothing, whoever sends it', async () => {
    const credential = await sessionOf(t.m1.boss);
    const { id, name } = t.m1.clerk.user;
    const writes = world.endpoints.filter(({ audit, access }) => audit && access.kind !== 'open');
    const answered: string[] = [];
    for (const { method, path } of writes) {
      resetBudgets(world.services);
      const url = path.replace(/\{\w+\}/g, id);
      const headers = { [view_as_header]: id };
      const request = {
        credential,
        headers,
        ...(method !== 'GET' && { body: { name: 'Changed' } }),
      };
      const { status } = await world.call(method, url, request);
      if (status !== 403) answered.push(`${method} ${path}: ${status}`);
    }
    expect(writes.length).toBeGreaterThan(30);
    expect(answered).toEqual([]);
    const after = await world.call('GET', `/user/${id}`, { credential });
    expect(after.body.data.name).toBe(name);
  });
});
