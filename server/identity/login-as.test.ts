// Acting as a user: a key of a minute, both names on every row, no secret touched (quality 3.3).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../db/database.ts';
import { makeTenants, type Person, type Tenants, tenant_password } from '../testing/tenants.ts';
import { type Given, makeWorld, type World } from '../testing/world.ts';

let world: World;
let t: Tenants;

beforeAll(async () => {
  world = await makeWorld({ lab: false });
  t = await makeTenants(world);
});
afterAll(() => world.close());

const as = (person: Person, body?: object): Given => ({ credential: person.private_key, body });

describe('acting as a user', () => {
  test('works once, within a minute, and both stand on every audit row', async () => {
    const { body } = await world.call('GET', `/user/loginas/${t.m1.boss.user.id}`, as(t.p1.boss));
    const auth = () => world.call('POST', '/token-auth', { body: { auth_key: body.data.key } });
    const opened = await auth();
    expect(opened.status).toBe(200);
    expect((await auth()).status).toBe(401);
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
    const { body } = await world.call('GET', `/user/loginas/${t.m1.boss.user.id}`, as(t.p1.boss));
    world.clock.setOffset(world.clock.offset_ms + 61_000);
    const late = await world.call('POST', '/token-auth', { body: { auth_key: body.data.key } });
    expect(late.status).toBe(401);
    const path = (person: Person) => `/user/loginas/${person.user.id}`;
    expect((await world.call('GET', path(t.m2.boss), as(t.p1.boss))).status).toBe(404);
    expect((await world.call('GET', path(t.admin.clerk), as(t.admin.boss))).status).toBe(403);
    expect((await world.call('GET', path(t.m1.clerk), as(t.m1.boss))).status).toBe(403);
  });
});

describe('a key that was asked for opens nothing', () => {
  const auth = (key: string) => world.call('POST', '/token-auth', { body: { auth_key: key } });
  const ask = async (credential: string) =>
    (await world.call('GET', `/user/loginas/${t.m1.clerk.user.id}`, { credential })).body.data.key;
  const signIn = async (person: Person) => {
    const body = { username: person.user.username, password: tenant_password };
    return `Bearer ${(await world.call('POST', '/token-auth', { body })).body.token}`;
  };
  const close = (person: Person, disable_user_login: boolean) =>
    world.call('POST', `/user/request-disable-login/${person.user.id}`, {
      ...as(t.admin.boss),
      body: { disable_user_login },
    });

  test("once the user's login is disabled", async () => {
    const key = await ask(t.p1.boss.private_key);
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
