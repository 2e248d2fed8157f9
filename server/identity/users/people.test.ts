// Users as others manage them: reach, grants, roles, what ends a session (spec 1 §6, §7).

import { describe, expect, test } from 'vitest';
import { resetBudgets } from '../../testing/budgets.ts';
import type { Person } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import type { RequestOptions } from '../../testing/worlds/world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

type Body = Record<string, unknown>;
const as = (person: Person, body?: Body): RequestOptions => ({
  credential: person.private_key,
  body,
});
let made = 0;
const newUser = (more: Body = {}): Body => {
  made += 1;
  return { username: `fresh_user_${made}`, name: 'Fresh', email: 'fresh@example.com', ...more };
};
interface Made {
  id: string;
  username: string;
  api_key: string;
}
async function make(person: Person, more: Body = {}): Promise<Made> {
  const { body } = await world.call('POST', '/user', as(person, newUser(more)));
  return body.data;
}
const signIn = (username: string, password = 'Abcdef1!x') => {
  resetBudgets(world.services);
  return world.call('POST', '/token-auth', { body: { username, password } });
};
/** A user of the first merchant, and the credential of a session of theirs. */
async function signedIn(): Promise<{ user: Made; credential: string }> {
  const user = await make(t.m1.boss, { password: 'Abcdef1!x' });
  const { body } = await signIn(user.username);
  return { user, credential: `Bearer ${body.token}` };
}

describe('making a user', () => {
  test('puts it into the own account with no right that was not named', async () => {
    const answer = await world.call(
      'POST',
      '/user',
      as(t.m1.boss, newUser({ permissions: { process_sale: true } })),
    );
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      account_type: 'merchant',
      account_type_id: t.m1.account.id,
      role: 'standard',
    });
    expect(answer.body.data.permissions).toMatchObject({ process_sale: true, manage_users: false });
  });

  test('gives the keys that were requested, once', async () => {
    const wanted = newUser({ create_api_key: true, create_pub_api_key: true });
    const { body } = await world.call('POST', '/user', as(t.m1.boss, wanted));
    expect(body.data.api_key).toMatch(/^api_/);
    expect(body.data.pub_api_key).toMatch(/^pub_/);
    const again = await world.call('GET', `/user/${body.data.id}`, as(t.m1.boss));
    expect(again.body.data.api_key).toBeUndefined();
    const own = await world.call('GET', '/user', { credential: body.data.api_key });
    expect(own.body.data.username).toBe(wanted.username);
  });

  test('lets a partner make users of its merchants and of none else', async () => {
    const body = newUser({ account_type: 'merchant', account_type_id: t.m1.account.id });
    expect((await world.call('POST', '/user', as(t.p1.boss, body))).status).toBe(200);
    const foreign = newUser({ account_type: 'merchant', account_type_id: t.m2.account.id });
    expect((await world.call('POST', '/user', as(t.p1.boss, foreign))).status).toBe(404);
    const office = newUser({ account_type: 'admin' });
    expect((await world.call('POST', '/user', as(t.p1.boss, office))).status).toBe(403);
    const path = `/merchant/${t.m1a.account.id}/user`;
    expect((await world.call('POST', path, as(t.p1.boss, newUser()))).status).toBe(200);
  });

  test.each([
    ['1abcdefg', 'Username'],
    ['abc-defg', 'Username'],
    ['abc.defg', 'Username'],
  ])('refuses the name %s', async (username, label) => {
    const { status, body } = await world.call(
      'POST',
      '/user',
      as(t.m1.boss, newUser({ username })),
    );
    expect([status, body.msg]).toEqual([400, `bad request error: invalid ${label}`]);
  });

  test.each(['Abcde1!', 'abcdef1!', 'ABCDEF1!', 'Abcdefg!', 'Abcdefg1', 'Abcdef1?'])(
    'refuses the password %s',
    async (password) => {
      const { status, body } = await world.call(
        'POST',
        '/user',
        as(t.m1.boss, newUser({ password })),
      );
      expect([status, body.msg]).toEqual([400, expect.stringContaining('invalid Password')]);
    },
  );

  test('refuses a name that is taken', async () => {
    const { username } = await make(t.m1.boss);
    const { status, body } = await world.call(
      'POST',
      '/user',
      as(t.m2.boss, newUser({ username })),
    );
    expect([status, body.msg]).toEqual([400, 'bad request error: invalid Username: it is taken']);
    const invalid = [{ field: 'username', message: 'The Username is already taken.' }];
    expect(body.data).toEqual({ invalid });
  });
});

test('a default processor is one of the account, and no other', async () => {
  const of = (id: string) => newUser({ defaults: { processor_id: id } });
  const own = await world.call('POST', '/user', as(t.m1.boss, of(t.m1.processors.card)));
  expect(own.body.data.defaults.processor_id).toBe(t.m1.processors.card);
  const foreign = await world.call('POST', '/user', as(t.m1.boss, of(t.m2.processors.card)));
  expect([foreign.status, foreign.body.msg]).toEqual([
    400,
    'bad request error: invalid Processor ID',
  ]);
});

describe('grants', () => {
  test('are limited to what the granter holds', async () => {
    const limited = { create_api_key: true, permissions: { manage_users: true } };
    const { api_key: credential } = await make(t.p1.boss, limited);
    const body = newUser({ permissions: { process_refund: true } });
    const refused = await world.call('POST', '/user', { credential, body });
    expect(refused.status).toBe(403);
    expect(refused.body.msg).toContain('process_refund');
    const office = { credential, body: newUser({ role: 'admin' }) };
    const admin = await world.call('POST', '/user', office);
    expect(admin.status).toBe(403);
    const raised = await world.call('POST', `/user/${t.p1.boss.user.id}`, {
      credential,
      body: { permissions: { manage_webhooks: false } },
    });
    expect(raised.status).toBe(403);
  });

  test('of a merchant are given by its admin role alone', async () => {
    const wanted = newUser({ create_api_key: true, permissions: { manage_users: true } });
    const { body } = await world.call('POST', '/user', as(t.m1.boss, wanted));
    const credential = body.data.api_key;
    const other = await make(t.m1.boss);
    const calls = [
      ['POST', '/user', newUser()],
      ['POST', `/user/${other.id}`, { name: 'Other' }],
      ['POST', `/user/${other.id}/copy`, { username: 'copied_again', email: 'c@example.com' }],
      ['DELETE', `/user/${other.id}`, undefined],
    ] as const;
    for (const [method, path, input] of calls) {
      const { status, body } = await world.call(method, path, { credential, body: input });
      expect([status, body.msg]).toEqual([403, expect.stringContaining('requires the admin role')]);
    }
  });

  test("are nobody's own: a user changes the name, not the rights", async () => {
    const { id } = t.m1.clerk.user;
    const renamed = await world.call('POST', `/user/${id}`, as(t.m1.clerk, { name: 'Clara' }));
    expect(renamed.body.data.name).toBe('Clara');
    for (const body of [
      { role: 'admin' },
      { permissions: { process_sale: true } },
      { status: 'disabled' },
    ]) {
      expect((await world.call('POST', `/user/${id}`, as(t.m1.clerk, body))).status).toBe(403);
    }
    const read = await world.call('GET', '/user', as(t.m1.clerk));
    expect(read.body.data.role).toBe('standard');
  });

  test('come with a role, and change with it', async () => {
    const role = await world.call(
      'POST',
      '/role',
      as(t.m1.boss, { name: 'Cashier', permissions: { process_sale: true } }),
    );
    const user = await make(t.m1.boss, { custom_role_id: role.body.data.id });
    const rights = async () =>
      (await world.call('GET', `/user/${user.id}`, as(t.m1.boss))).body.data.permissions;
    expect(await rights()).toMatchObject({ process_sale: true, process_void: false });
    await world.call(
      'POST',
      `/role/${role.body.data.id}`,
      as(t.m1.boss, { permissions: { process_void: true } }),
    );
    expect(await rights()).toMatchObject({ process_sale: true, process_void: true });
    const held = await world.call('DELETE', `/role/${role.body.data.id}`, as(t.m1.boss));
    expect(held.status).toBe(400);
    const foreign = await world.call(
      'POST',
      '/user',
      as(t.m2.boss, newUser({ custom_role_id: role.body.data.id })),
    );
    expect(foreign.status).toBe(400);
  });
});

describe('a user that is changed', () => {
  test('loses the phone that is sent empty, and keeps one that is not sent', async () => {
    const credential = t.m1.boss.private_key;
    const path = `/user/${t.m1.boss.user.id}`;
    const change = async (body: object) =>
      (await world.call('POST', path, { credential, body })).body.data.phone;
    expect(await change({ phone: '(555) 010-0199' })).toBe('5550100199');
    expect(await change({ phone: null })).toBe('5550100199');
    expect(await change({ name: 'Other' })).toBe('5550100199');
    expect(await change({ phone: '' })).toBe('');
  });

  test('stays signed in where name, address or rights are changed', async () => {
    const { user, credential } = await signedIn();
    const changes = { name: 'Other', permissions: { process_sale: true } };
    const changed = await world.call('POST', `/user/${user.id}`, as(t.m1.boss, changes));
    expect(changed.status, changed.text).toBe(200);
    expect((await world.call('GET', '/user', { credential })).body.data.name).toBe('Other');
  });

  test('is locked out at once when disabled, and its sessions end', async () => {
    const { user, credential } = await signedIn();
    expect((await world.call('GET', '/user', { credential })).status).toBe(200);
    await world.call('POST', `/user/${user.id}`, as(t.m1.boss, { status: 'disabled' }));
    expect((await world.call('GET', '/user', { credential })).status).toBe(401);
    expect((await signIn(user.username)).status).toBe(401);
    await world.call('POST', `/user/${user.id}`, as(t.m1.boss, { status: 'active' }));
    expect((await world.call('GET', '/user', { credential })).status).toBe(401);
  });

  test('cannot come in while its login is disabled, and never by an old session', async () => {
    const { user, credential } = await signedIn();
    const path = `/user/request-disable-login/${user.id}`;
    await world.call('POST', path, as(t.p1.boss, { disable_user_login: true }));
    expect((await signIn(user.username)).status).toBe(401);
    const back = await world.call('POST', path, as(t.m1.boss, { disable_user_login: false }));
    expect(back.status).toBe(403);
    await world.call('POST', path, as(t.p1.boss, { disable_user_login: false }));
    expect((await world.call('GET', '/user', { credential })).status).toBe(401);
    expect((await signIn(user.username)).status).toBe(200);
  });

  test('sets a new password before anything else when one is requested', async () => {
    const user = await make(t.m1.boss, { password: 'Abcdef1!x' });
    const path = `/user/request-password-change/${user.id}`;
    const required = { password_change_required: true };
    expect((await world.call('POST', path, as(t.p1.boss, required))).status).toBe(403);
    await world.call('POST', path, as(t.admin.boss, required));
    const { body } = await signIn(user.username);
    const credential = `Bearer ${body.token}`;
    expect((await world.call('GET', '/user', { credential })).body.data.pending).toBe('password');
    const blocked = await world.call('GET', '/merchant', { credential });
    expect([blocked.status, blocked.body.data]).toEqual([403, { pending: 'password' }]);
    const change = { current_password: 'Abcdef1!x', new_password: 'Bcdefg2@y' };
    expect(
      (await world.call('POST', '/user/change-password', { credential, body: change })).status,
    ).toBe(200);
    expect((await world.call('GET', '/merchant', { credential })).status).toBe(200);
  });

  test('may be restricted to an address until an office resets it', async () => {
    const user = await make(t.m1.boss, { password: 'Abcdef1!x' });
    const restricted = { access_restrictions: { ip: '203.0.113.9' } };
    await world.call('POST', `/user/${user.id}`, as(t.m1.boss, restricted));
    expect((await signIn(user.username)).status).toBe(401);
    const path = `/user/reset-ip-restriction?user_id=${user.id}`;
    expect((await world.call('DELETE', path, as(t.p1.boss))).status).toBe(403);
    expect((await world.call('DELETE', path, as(t.admin.boss))).status).toBe(200);
    expect((await signIn(user.username)).status).toBe(200);
  });
});

describe('copying', () => {
  test("gives the source's rights, role and account to another name", async () => {
    const source = await make(t.m1.boss, { permissions: { process_void: true } });
    const body = { username: 'copied_user', email: 'copy@example.com' };
    const { body: copy } = await world.call('POST', `/user/${source.id}/copy`, as(t.m1.boss, body));
    expect(copy.data).toMatchObject({ ...body, name: 'Fresh', account_type_id: t.m1.account.id });
    expect(copy.data.permissions.process_void).toBe(true);
    expect(copy.data.id).not.toBe(source.id);
  });
});
