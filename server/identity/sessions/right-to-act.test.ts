// Whoever acts as a user may do so at every request: in the maker's tree, by right, with no debt.
import { describe, expect, test } from 'vitest';
import { resetBudgets } from '../../testing/budgets.ts';
import { type Person, tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

const signIn = async ({ user: { username } }: Person) => {
  resetBudgets(world.services);
  const body = { username, password: tenant_password };
  return `Bearer ${(await world.call('POST', '/token-auth', { body })).body.token}`;
};
const requestKey = async (target: Person, maker: Person): Promise<string> => {
  const credential = await signIn(maker);
  const answer = await world.call('GET', `/user/loginas/${target.user.id}`, { credential });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.key;
};
const open = (auth_key: string) => world.call('POST', '/token-auth', { body: { auth_key } });
const act = async (target: Person, maker: Person) =>
  `Bearer ${(await open(await requestKey(target, maker))).body.token}`;
const statusOf = async (credential: string) =>
  (await world.call('GET', '/user', { credential })).status;

async function post(by: Person, path: string, body: object) {
  const answer = await world.call('POST', path, { credential: by.private_key, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const move = (partner_id: string) =>
  post(t.admin.boss, `/merchant/${t.m1.account.id}`, { partner_id });
const letManage = (manage_users: boolean) =>
  post(t.p1.boss, `/user/${t.p1.clerk.user.id}`, { permissions: { manage_users } });

describe('a session that acts as a user of a merchant', () => {
  test('ends when the merchant moves out of the tree of whoever acts, not within it', async () => {
    const credential = await act(t.m1.boss, t.p1.boss);
    const by_office = await act(t.m1.boss, t.admin.boss);
    const key = await requestKey(t.m1.clerk, t.p1.boss);
    await move(t.p1a.account.id);
    expect(await statusOf(credential)).toBe(200);
    await move(t.p2.account.id);
    expect([await statusOf(credential), await statusOf(by_office)]).toEqual([401, 200]);
    expect((await open(key)).status).toBe(401);
    expect(await statusOf(await act(t.m1.boss, t.p2.boss))).toBe(200);
    await move(t.p1.account.id);
  });

  test('ends when whoever acts loses the right, and so does a key not used yet', async () => {
    await letManage(true);
    const credential = await act(t.m1.clerk, t.p1.clerk);
    const key = await requestKey(t.m1a.clerk, t.p1.clerk);
    expect(await statusOf(credential)).toBe(200);
    await letManage(false);
    expect([await statusOf(credential), (await open(key)).status]).toEqual([401, 401]);
  });

  test('ends when the custom role of whoever acts loses the right', async () => {
    const permissions = { manage_users: true };
    const role = await post(t.p1.boss, '/role', { name: 'Support', permissions });
    await post(t.p1.boss, `/user/${t.p1.clerk.user.id}`, { custom_role_id: role.id });
    const credential = await act(t.m1.clerk, t.p1.clerk);
    expect(await statusOf(credential)).toBe(200);
    await post(t.p1.boss, `/role/${role.id}`, { permissions: { manage_users: false } });
    expect(await statusOf(credential)).toBe(401);
    await post(t.p1.boss, `/user/${t.p1.clerk.user.id}`, { custom_role_id: '' });
  });

  test('waits while whoever acts has to set a new password', async () => {
    const credential = await act(t.m1.boss, t.p1.boss);
    const path = `/user/request-password-change/${t.p1.boss.user.id}`;
    await post(t.admin.boss, path, { password_change_required: true });
    expect(await statusOf(credential)).toBe(401);
    await post(t.admin.boss, path, { password_change_required: false });
    expect(await statusOf(credential)).toBe(200);
  });
});
