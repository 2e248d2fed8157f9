// Whoever is given another role signs in anew: the session of the former rights is over.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTenants, type Tenants, tenant_password } from '../../testing/tenants.ts';
import { makeWorld, type World } from '../../testing/worlds/world.ts';

let world: World;
let t: Tenants;

beforeAll(async () => {
  world = await makeWorld({ lab: false });
  t = await makeTenants(world);
});
afterAll(() => world.close());

test('another role ends the sessions of its user', async () => {
  const boss = t.m1.boss.private_key;
  const post = async (path: string, body: object, credential = boss) =>
    (await world.call('POST', path, { credential, body })).body;
  const roleOf = async (name: string): Promise<string> =>
    (await post('/role', { name, permissions: { process_sale: true } })).data.id;
  const username = 'moved_between_roles';
  const names = { username, name: 'Moved', email: 'moved@example.com', password: tenant_password };
  const { id } = (await post('/user', { ...names, custom_role_id: await roleOf('First') })).data;
  const body = { username, password: tenant_password };
  const { token } = (await world.call('POST', '/token-auth', { body })).body;
  const own = async () =>
    (await world.call('GET', '/user', { credential: `Bearer ${token}` })).status;
  expect(await own()).toBe(200);
  const custom_role_id = await roleOf('Second');
  expect((await post(`/user/${id}`, { custom_role_id })).data.custom_role_id).toBe(custom_role_id);
  expect(await own()).toBe(401);
});

test('the admin role, given or taken away, ends the sessions of its user', async () => {
  const path = `/user/${t.m1.clerk.user.id}`;
  const turn = (role: string) =>
    world.call('POST', path, { credential: t.m1.boss.private_key, body: { role } });
  const body = { username: t.m1.clerk.user.username, password: tenant_password };
  for (const role of ['admin', 'standard']) {
    const { token } = (await world.call('POST', '/token-auth', { body })).body;
    const own = async () =>
      (await world.call('GET', '/user', { credential: `Bearer ${token}` })).status;
    expect(await own()).toBe(200);
    expect((await turn(role)).body.data.role).toBe(role);
    expect(await own()).toBe(401);
  }
});
