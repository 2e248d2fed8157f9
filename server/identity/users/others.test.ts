// What somebody does to another user takes the right to manage users, and of somebody with the
// admin role that role: logins, restrictions, passwords, second factors, roles, acting as them.
import { describe, expect, test } from 'vitest';
import { resetBudgets } from '../../testing/budgets.ts';
import { type Person, tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import type { Answer } from '../../testing/worlds/world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

interface Speaker {
  id: string;
  username: string;
  api_key: string;
}
let made = 0;
/** A colleague of theirs with a key and the password of all tenants. */
async function makeUser(by: Person, more: object = {}): Promise<Speaker> {
  made += 1;
  const names = { username: `other_user_${made}`, name: 'Other', email: 'other@example.com' };
  const body = { ...names, password: tenant_password, create_api_key: true, ...more };
  const answer = await world.call('POST', '/user', { credential: by.private_key, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const manager = (by: Person) => makeUser(by, { permissions: { manage_users: true } });

async function signIn({ username }: Speaker | Person['user']): Promise<string> {
  resetBudgets(world.services);
  const body = { username, password: tenant_password };
  return `Bearer ${(await world.call('POST', '/token-auth', { body })).body.token}`;
}

/** What is asked of somebody else: by an office, and what a partner asks too. */
const office_calls = {
  'disable the login': ['POST', 'request-disable-login/{id}', { disable_user_login: true }],
  'ask for a new password': [
    'POST',
    'request-password-change/{id}',
    { password_change_required: true },
  ],
  'lift the address': ['DELETE', 'reset-ip-restriction', { user_id: '{id}' }],
  'take the second factor': ['DELETE', 'remove-two-factor-auth', { user_id: '{id}' }],
  'send the welcome': ['POST', '{id}/resend-welcome', {}],
} as const;
type Call = keyof typeof office_calls;
const call_names = Object.keys(office_calls) as Call[];
const partner_calls = ['disable the login', 'send the welcome'] as const;

async function ask(name: Call, id: string, credential: string): Promise<Answer> {
  const [method, path, input] = office_calls[name];
  const body = 'user_id' in input ? { user_id: id } : input;
  return await world.call(method, `/user/${path.replace('{id}', id)}`, { credential, body });
}
const stateOf = async ({ user }: Person) => {
  const path = `/user/${user.id}`;
  return (await world.call('GET', path, { credential: t.admin.boss.private_key })).body.data;
};

const without = /require.* the “Edit, copy and delete users” permission/;
const above = /only users with the admin role can change users with the admin role/;

describe('without the right to manage users', () => {
  test.each(call_names)('nobody of the office can %s', async (name) => {
    for (const target of [t.m1.boss, t.m1.clerk, t.p1.boss, t.admin.boss]) {
      const before = await stateOf(target);
      const { status, body } = await ask(name, target.user.id, t.admin.clerk.private_key);
      expect([status, body.msg]).toEqual([403, expect.stringMatching(without)]);
      expect(await stateOf(target)).toEqual(before);
    }
  });

  test.each(partner_calls)('nobody of a partner can %s', async (name) => {
    for (const target of [t.m1.boss, t.p1.boss]) {
      const { status, body } = await ask(name, target.user.id, t.p1.clerk.private_key);
      expect([status, body.msg]).toEqual([403, expect.stringMatching(without)]);
    }
    const answer = await world.call('GET', '/user', { credential: t.m1.boss.private_key });
    expect(answer.status).toBe(200);
  });

  test('nobody acts as a user', async () => {
    for (const speaker of [t.p1.clerk, t.admin.clerk]) {
      const credential = await signIn(speaker.user);
      for (const target of [t.m1.boss, t.m1.clerk]) {
        const path = `/user/loginas/${target.user.id}`;
        const { status, body } = await world.call('GET', path, { credential });
        expect([status, body.msg]).toEqual([403, expect.stringMatching(without)]);
      }
    }
  });
});

describe('a standard user with the right to manage users', () => {
  test.each(call_names)('of the office can %s of standard users alone', async (name) => {
    const { api_key } = await manager(t.admin.boss);
    for (const target of [t.m1.boss, t.p1.boss]) {
      const before = await stateOf(target);
      const { status, body } = await ask(name, target.user.id, api_key);
      expect([status, body.msg]).toEqual([403, expect.stringMatching(above)]);
      expect(await stateOf(target)).toEqual(before);
    }
    const below = await makeUser(t.m1.boss);
    const done = await ask(name, below.id, api_key);
    expect(done.status, done.text).toBe(200);
  });

  test.each(partner_calls)('of a partner can %s of standard users alone', async (name) => {
    const { api_key } = await manager(t.p1.boss);
    for (const target of [t.m1.boss, t.p1.boss]) {
      const { status, body } = await ask(name, target.user.id, api_key);
      expect([status, body.msg]).toEqual([403, expect.stringMatching(above)]);
    }
    const below = await makeUser(t.m1.boss);
    const done = await ask(name, below.id, api_key);
    expect(done.status, done.text).toBe(200);
  });

  test('acts as a standard user, and as nobody with the admin role', async () => {
    for (const boss of [t.p1.boss, t.admin.boss]) {
      const credential = await signIn(await manager(boss));
      const actAs = ({ user }: Person) =>
        world.call('GET', `/user/loginas/${user.id}`, { credential });
      const { status, body } = await actAs(t.m1.boss);
      expect([status, body.msg]).toEqual([403, expect.stringMatching(above)]);
      expect((await actAs(t.m1.clerk)).status).toBe(200);
    }
  });

  test('leaves a role as it is that somebody with the admin role holds', async () => {
    const by = { credential: t.p1.boss.private_key };
    const body = { name: 'Held from above', permissions: { process_sale: true } };
    const custom_role_id = (await world.call('POST', '/role', { ...by, body })).body.data.id;
    await makeUser(t.p1.boss, { custom_role_id });
    const standing = { permissions: { manage_users: true, process_sale: true } };
    const credential = (await makeUser(t.p1.boss, standing)).api_key;
    const path = `/role/${custom_role_id}`;
    const change = (input: object) => world.call('POST', path, { credential, body: input });
    expect((await change({ description: 'Of standard users' })).status).toBe(200);
    await makeUser(t.p1.boss, { custom_role_id, role: 'admin' });
    for (const change_body of [{ permissions: { process_sale: false } }, { name: 'Renamed' }]) {
      const { status, body: answer } = await change(change_body);
      expect([status, answer.msg]).toEqual([403, expect.stringMatching(above)]);
    }
    expect((await world.call('DELETE', path, { credential })).status).toBe(403);
    const stored = (await world.call('GET', path, by)).body.data;
    expect(stored).toMatchObject({ name: 'Held from above', permissions: { process_sale: true } });
    const own = await world.call('POST', path, { ...by, body: { description: 'By the boss' } });
    expect(own.status, own.text).toBe(200);
  });
});
