// Acting as a user: a key of a minute, both names on every row, no secret touched (quality 3.3).
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../../db/database.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { type Person, tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import type { RequestOptions } from '../../testing/worlds/world.ts';
import { invalidateCredentials } from './credential-cache.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

const as = (person: Person, body?: object): RequestOptions => ({
  credential: person.private_key,
  body,
});
const signIn = async (person: Person) => {
  resetBudgets(world.services);
  const body = { username: person.user.username, password: tenant_password };
  return `Bearer ${(await world.call('POST', '/token-auth', { body })).body.token}`;
};
const auth = (key: string) => world.call('POST', '/token-auth', { body: { auth_key: key } });
const requestKey = (target: Person, credential: string) =>
  world.call('GET', `/user/loginas/${target.user.id}`, { credential });
const statusOf = async (credential: string) =>
  (await world.call('GET', '/user', { credential })).status;
/** A session in which `maker` acts as `target`, and the maker's own. */
async function actAs(target: Person, maker: Person) {
  const own = await signIn(maker);
  const { body } = await auth((await requestKey(target, own)).body.data.key);
  return { own, credential: `Bearer ${body.token}` };
}

/** Beside the boss another person of the partner, who may act as standard users. */
beforeAll(async () => {
  const permissions = { manage_users: true };
  await world.call('POST', `/user/${t.p1.clerk.user.id}`, as(t.p1.boss, { permissions }));
});

describe('acting as a user', () => {
  test('works once, within a minute, and both stand on every audit row', async () => {
    const { body } = await requestKey(t.m1.boss, await signIn(t.p1.boss));
    const opened = await auth(body.data.key);
    expect(opened.status).toBe(200);
    expect((await auth(body.data.key)).status).toBe(401);
    const credential = `Bearer ${opened.body.token}`;
    const { body: me } = await world.call('GET', '/user', { credential });
    expect(me.data).toMatchObject({
      username: t.m1.boss.user.username,
      acting_user_name: t.p1.boss.user.username,
    });
    const key = await world.call('POST', '/user/apikey', { credential, body: { name: 'x' } });
    expect(key.status).toBe(403);
    const password = { current_password: tenant_password, new_password: 'Bcdefg2@y' };
    expect(
      (await world.call('POST', '/user/change-password', { credential, body: password })).status,
    ).toBe(403);
    await world.call('POST', `/user/${t.m1.boss.user.id}`, {
      credential,
      body: { name: 'By another' },
    });
    const row = await lastAudit('update', t.m1.boss.user.id);
    expect(row).toMatchObject({
      user_id: t.m1.boss.user.id,
      acting_user_id: t.p1.boss.user.id,
    });
  });

  test('is refused after a minute, for other trees, for offices and for merchants', async () => {
    const own = await signIn(t.p1.boss);
    const { body } = await requestKey(t.m1.boss, own);
    world.clock.setOffset(world.clock.offset_ms + 61_000);
    expect((await auth(body.data.key)).status).toBe(401);
    expect((await requestKey(t.m2.boss, own)).status).toBe(404);
    expect((await requestKey(t.admin.clerk, await signIn(t.admin.boss))).status).toBe(403);
    expect((await requestKey(t.m1.clerk, await signIn(t.m1.boss))).status).toBe(403);
  });

  test('takes a session of a person: no API key asks for it, not even a wide one', async () => {
    const answer = await requestKey(t.m1.boss, t.p1.boss.private_key);
    expect([answer.status, answer.body.msg]).toEqual([
      403,
      'forbidden: Acting as a user requires a signed-in session, not an API key.',
    ]);
  });

  test('makes no user, role or way in, and leaves the rights as they are', async () => {
    const { credential } = await actAs(t.m1.boss, t.p1.boss);
    const user = { username: 'made_while_acting', name: 'Made', email: 'made@example.com' };
    const clerk = `/user/${t.m1.clerk.user.id}`;
    const calls: [string, object][] = [
      ['/user', user],
      [`${clerk}/copy`, user],
      [`${clerk}/resend-welcome`, {}],
      ['/role', { name: 'Made while acting', permissions: {} }],
      [clerk, { email: 'other@example.com' }],
      [clerk, { role: 'admin' }],
      [clerk, { permissions: { process_sale: true } }],
      [`/user/${t.m1.boss.user.id}`, { email: 'other@example.com' }],
    ];
    for (const [path, body] of calls) {
      const { status, text } = await world.call('POST', path, { credential, body });
      expect([path, status], text).toEqual([path, 403]);
    }
    // Nor does it agree to anything or end sessions in the user's name; its own it ends.
    const session = await signIn(t.m1.boss);
    for (const [method, path] of [
      ['POST', '/accept-tos'],
      ['DELETE', '/user/sessions'],
    ] as const) {
      expect([path, (await world.call(method, path, { credential })).status]).toEqual([path, 403]);
    }
    expect(await statusOf(session)).toBe(200);
    expect((await world.call('GET', '/logout', { credential })).status).toBe(200);
    expect([await statusOf(session), await statusOf(credential)]).toEqual([200, 401]);
    await world.call('POST', clerk, as(t.admin.boss, { access_restrictions: { ip: '10.9.9.9' } }));
    const lifted = { access_restrictions: { ip: '' } };
    const again = await actAs(t.m1.boss, t.p1.boss);
    const change = (body: object) => world.call('POST', clerk, { ...again, body });
    expect((await change(lifted)).status).toBe(403);
    expect((await change({ access_restrictions: { ip: '10.9.9.8' } })).status).toBe(403);
    await world.call('POST', clerk, as(t.admin.boss, { ...lifted, status: 'disabled' }));
    expect((await change({ status: 'active' })).status).toBe(403);
    const closing = `/user/request-disable-login/${t.m1.clerk.user.id}`;
    const login = (options: RequestOptions, disable_user_login: boolean) =>
      world.call('POST', closing, { ...options, body: { disable_user_login } });
    await world.call('POST', clerk, as(t.admin.boss, { status: 'active' }));
    const partner = await actAs(t.p1.boss, t.admin.boss);
    expect((await login(partner, true)).status).toBe(200);
    expect((await login(partner, false)).body.msg).toMatch(/cannot enable users/);
    expect((await login(as(t.admin.boss), false)).status).toBe(200);
    const merchant = { name: 'Made while acting', user: { ...user, password: 'Bcdefg2@yz' } };
    const made = await world.call('POST', '/merchant', {
      credential: partner.credential,
      body: merchant,
    });
    expect([made.status, made.body.msg]).toEqual([
      403,
      expect.stringMatching(/cannot create users/),
    ]);
  });
});

describe('a session in which somebody acts as a user', () => {
  const own_password = { current_password: tenant_password, new_password: 'Bcdefg2@yz' };
  const switched = (person: Person, status: string) =>
    world.call('POST', `/user/${person.user.id}`, as(t.admin.boss, { status }));

  test('ends when whoever acts is switched off', async () => {
    const { credential } = await actAs(t.m1.clerk, t.p1.clerk);
    expect(await statusOf(credential)).toBe(200);
    expect((await switched(t.p1.clerk, 'disabled')).status).toBe(200);
    expect(await statusOf(credential)).toBe(401);
    // Nor does it come back with them.
    expect((await switched(t.p1.clerk, 'active')).status).toBe(200);
    expect(await statusOf(credential)).toBe(401);
  });

  test('ends when the account of whoever acts is switched off', async () => {
    const { credential } = await actAs(t.m1a.boss, t.p1a.boss);
    const by = { credential: t.admin.boss.private_key };
    const path = `/partner/${t.p1a.account.id}/status`;
    await world.call('POST', path, { ...by, body: { status: 'disabled' } });
    expect(await statusOf(credential)).toBe(401);
    await world.call('POST', path, { ...by, body: { status: 'active' } });
  });

  test('ends when whoever acts signs out, and when another session of theirs ends it', async () => {
    const first = await actAs(t.m1a.boss, t.p1.boss);
    await world.call('GET', '/logout', { credential: first.own });
    expect(await statusOf(first.credential)).toBe(401);
    // Nor is it listed among the sessions of the user.
    const credential = t.m1a.boss.private_key;
    const listed = await world.call('GET', '/user/sessions', { credential });
    const acting = listed.body.data.map(
      (one: { acting_user_name: string }) => one.acting_user_name,
    );
    expect(acting).not.toContain(t.p1.boss.user.username);
    const second = await actAs(t.m1.boss, t.p1.boss);
    const other = await signIn(t.p1.boss);
    await world.call('DELETE', '/user/sessions', { credential: other });
    expect([await statusOf(other), await statusOf(second.credential)]).toEqual([200, 401]);
  });

  test('ends when whoever acts sets a new password, also in the session it began in', async () => {
    const { own, credential } = await actAs(t.m2.boss, t.p2.boss);
    const path = '/user/change-password';
    const changed = await world.call('POST', path, { credential: own, body: own_password });
    expect(changed.status, changed.text).toBe(200);
    expect([await statusOf(own), await statusOf(credential)]).toEqual([200, 401]);
  });

  test('works from where whoever acts may come in from', async () => {
    const { credential } = await actAs(t.m1.boss, t.p1.boss);
    const restrict = (ip: string) =>
      world.call(
        'POST',
        `/user/${t.p1.boss.user.id}`,
        as(t.admin.boss, { access_restrictions: { ip } }),
      );
    await restrict('203.0.113.9');
    expect(await statusOf(credential)).toBe(401);
    await restrict('');
  });
});

describe('a key that was requested opens nothing', () => {
  const ask = async (credential: string) =>
    (await requestKey(t.m1.clerk, credential)).body.data.key;
  const close = (person: Person, disable_user_login: boolean) =>
    world.call('POST', `/user/request-disable-login/${person.user.id}`, {
      ...as(t.admin.boss),
      body: { disable_user_login },
    });

  test("once the user's login is disabled", async () => {
    const key = await ask(await signIn(t.p1.boss));
    await close(t.m1.clerk, true);
    expect((await auth(key)).status).toBe(401);
    await close(t.m1.clerk, false);
  });

  test('once its maker has signed out', async () => {
    const credential = await signIn(t.p1.boss);
    const key = await ask(credential);
    await world.call('GET', '/logout', { credential });
    expect((await auth(key)).status).toBe(401);
    expect((await auth(await ask(await signIn(t.p1.clerk)))).status).toBe(200);
  });

  test('once the session of its maker has ended by time', async () => {
    const key = await ask(await signIn(t.p1.boss));
    await connect(world.system)
      .updateTable('user_session')
      .set({ ends_at: world.services.clock.real() })
      .where('user_id', '=', t.p1.boss.user.id)
      .execute();
    expect((await auth(key)).status).toBe(401);
  });

  test('and a session that it opened ends by time together with that of its maker', async () => {
    const { body } = await auth(await ask(await signIn(t.p1.boss)));
    const credential = `Bearer ${body.token}`;
    expect(await statusOf(credential)).toBe(200);
    await connect(world.system)
      .updateTable('user_session')
      .set({ ends_at: world.services.clock.real() })
      .where('user_id', '=', t.p1.boss.user.id)
      .execute();
    invalidateCredentials(world.services);
    expect(await statusOf(credential)).toBe(401);
  });

  test("once its maker's account is switched off", async () => {
    const key = (await requestKey(t.m1a.boss, await signIn(t.p1a.boss))).body.data.key;
    const status = (wanted: string) =>
      world.call(
        'POST',
        `/partner/${t.p1a.account.id}/status`,
        as(t.admin.boss, { status: wanted }),
      );
    await status('disabled');
    expect((await auth(key)).status).toBe(401);
    await status('active');
    // It is not the session of its maker alone that has to stand.
    const again = (await requestKey(t.m1a.boss, await signIn(t.p1a.boss))).body.data.key;
    await connect(world.system)
      .updateTable('account')
      .set({ status: 'disabled' })
      .where('id', '=', t.p1a.account.id)
      .execute();
    expect((await auth(again)).status).toBe(401);
    await status('active');
  });

  test('and a session that it opened ends when its maker may not come in', async () => {
    const { body } = await auth(await ask(await signIn(t.p1.clerk)));
    const credential = `Bearer ${body.token}`;
    expect((await world.call('GET', '/user', { credential })).status).toBe(200);
    await close(t.p1.clerk, true);
    expect((await world.call('GET', '/user', { credential })).status).toBe(401);
    await close(t.p1.clerk, false);
  });
});

function lastAudit(verb: string, noun_id: string) {
  return connect(world.system)
    .selectFrom('audit_log')
    .selectAll()
    .where('verb', '=', verb)
    .where('noun_id', '=', noun_id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
}
