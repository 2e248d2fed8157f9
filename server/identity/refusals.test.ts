// What calls about users, roles, letters and factors refuse, each beside the call that is fine.

import { generate } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../db/database.ts';
import { makeAuthenticator } from '../testing/authenticator.ts';
import { resetBudgets } from '../testing/budgets.ts';
import { type Person, tenant_password } from '../testing/tenants.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';

const origin = 'http://localhost:8080';

const world = openWorld({ lab: false });
const t = openTenants(world);
beforeEach(() => resetBudgets(world.services));

type Body = Record<string, unknown>;
const post = async (path: string, body: Body, credential = '') => {
  const headers = { host: 'localhost:8080' };
  const answer = await world.call('POST', path, { body, credential, headers });
  return { ...answer, refusal: [answer.status, answer.body.msg] };
};
const get = async (path: string, credential: string) =>
  (await world.call('GET', path, { credential })).body;
const fine = [200, 'success'];
const refused = (sentence: string) => [400, `bad request error: ${sentence}`];

async function session({ user }: Person): Promise<string> {
  const { body } = await post('/token-auth', {
    username: user.username,
    password: tenant_password,
  });
  return `Bearer ${body.token}`;
}

let made = 0;
const newUser = (more: Body = {}): Body => {
  made += 1;
  return {
    username: `refused_user_${made}`,
    name: 'New',
    email: `new-${made}@example.com`,
    ...more,
  };
};

/** Letters to an address after everything due was done, oldest first. */
async function lettersTo(recipient: unknown) {
  await world.runner.runDue(world.services.clock.now());
  return await connect(world.system)
    .selectFrom('outgoing_mail')
    .select(['kind', 'body_text'])
    .where('recipient', '=', recipient as string)
    .orderBy('id')
    .execute();
}
const kindsTo = async (recipient: unknown) => (await lettersTo(recipient)).map(({ kind }) => kind);

describe('a new user', () => {
  test('is welcomed where that is requested, unless it belongs to an office', async () => {
    const cases: [Person, Body, string[]][] = [
      [t.m1.boss, { send_welcome: true }, ['welcome']],
      [t.m1.boss, { send_welcome: false }, []],
      [t.admin.boss, { send_welcome: true }, []],
    ];
    for (const [person, more, kinds] of cases) {
      const body = newUser(more);
      expect((await post('/user', body, person.private_key)).refusal).toEqual(fine);
      expect(await kindsTo(body.email)).toEqual(kinds);
    }
  });

  test('has what it was given, and what everybody has where it was not', async () => {
    const passwords = {
      ...{ phone: '5551234567', timezone: 'Europe/Berlin', status: 'disabled' },
      ...{ supress_email_notification: true },
    };
    const { body } = await post('/user', newUser(passwords), t.m1.boss.private_key);
    expect(body.data).toMatchObject(passwords);
    const plain = await post('/user', newUser(), t.m1.boss.private_key);
    expect(plain.body.data).toMatchObject({
      ...{ phone: '', status: 'active', supress_email_notification: false },
    });
  });

  test('of an office may get no welcome later either', async () => {
    const path = (person: Person) => `/user/${person.user.id}/resend-welcome`;
    const credential = t.admin.boss.private_key;
    expect((await post(path(t.admin.clerk), {}, credential)).refusal).toEqual(
      refused('administrators receive no welcome email'),
    );
    expect((await post(path(t.m2.clerk), {}, credential)).refusal).toEqual(fine);
  });
});

test('the status of a copy is chosen by the role admin alone', async () => {
  const permissions = { manage_users: true };
  const { body } = await post(
    '/user',
    newUser({ permissions, create_api_key: true }),
    t.p1.boss.private_key,
  );
  const manager = body.data.api_key as string;
  const copy = (more: Body, credential: string) =>
    post(`/user/${t.m1.clerk.user.id}/copy`, newUser(more), credential);
  expect((await copy({ status: 'disabled' }, manager)).refusal).toEqual([
    403,
    'forbidden: only users with the admin role can set the status of a copy',
  ]);
  expect((await copy({ status: 'active' }, manager)).refusal).toEqual(fine);
  expect((await copy({}, manager)).refusal).toEqual(fine);
  const chosen = await copy({ status: 'disabled', phone: '5550000000' }, t.m1.boss.private_key);
  expect(chosen.body.data).toMatchObject({ status: 'disabled', phone: '5550000000' });
});

test('one name is one role of an account, made or renamed', async () => {
  const { private_key: credential } = t.m1.boss;
  const duplicate = refused('invalid Name: it is taken');
  const role = (name: string) => ({ name, permissions: {} });
  expect((await post('/role', role('Till'), credential)).refusal).toEqual(fine);
  const other = await post('/role', role('Counter'), credential);
  const twice = await post('/role', role('Till'), credential);
  expect(twice.refusal).toEqual(duplicate);
  expect(twice.body.data.invalid).toEqual([
    { field: 'name', message: 'The Name is already taken.' },
  ]);
  expect((await post(`/role/${other.body.data.id}`, { name: 'Till' }, credential)).refusal).toEqual(
    duplicate,
  );
  expect((await post('/role', role('Till'), t.m2.boss.private_key)).refusal).toEqual(fine);
  const { data } = await get('/roles?limit=100', credential);
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['Counter', 'Till']);
  const page = await get('/roles?limit=1&offset=1', credential);
  expect([page.total_count, page.data[0].name]).toEqual([2, 'Till']);
});

describe('a way in', () => {
  const path = (person: Person) => `/user/request-disable-login/${person.user.id}`;
  const off = { disable_user_login: true };

  test('is not closed by oneself', async () => {
    const credential = t.p2.boss.private_key;
    expect((await post(path(t.p2.boss), off, credential)).refusal).toEqual(
      refused('you cannot disable your own login'),
    );
    expect((await post(path(t.m2.clerk), off, credential)).refusal).toEqual(fine);
  });

  test('that is closed, by a user or a status, is open to nobody who acts', async () => {
    const credential = await session(t.p2.boss);
    const actAs = async (id: string) => (await get(`/user/loginas/${id}`, credential)).msg;
    const closed = "bad request error: the user's login is disabled";
    expect(await actAs(t.m2.clerk.user.id)).toBe(closed);
    const { body } = await post('/user', newUser({ status: 'disabled' }), t.m2.boss.private_key);
    expect(await actAs(body.data.id)).toBe(closed);
    expect(await actAs(t.m2.boss.user.id)).toBe('success');
  });
});

describe('a way back in', () => {
  const askSetUp = (username: unknown) => post('/user/user-setup', { username });

  test('by a first letter is for whoever has no password yet', async () => {
    const fresh = newUser();
    await post('/user', fresh, t.m1.boss.private_key);
    expect((await askSetUp(fresh.username)).status).toBe(200);
    expect(await kindsTo(fresh.email)).toEqual(['welcome']);
    const before = await kindsTo(t.m1.boss.user.email);
    expect((await askSetUp(t.m1.boss.user.username)).status).toBe(200);
    expect(await kindsTo(t.m1.boss.user.email)).toEqual(before);
  });

  test('by a code is for its own user, and a wrong name leaves the code good', async () => {
    const { username, email } = t.m1a.boss.user;
    await post('/user/forgot-password', { username });
    const { body_text } = (await lettersTo(email)).at(-1) as { body_text: string };
    const reset_code = /([\w-]{43})/.exec(body_text)?.[1];
    const reset = async (more: Body) =>
      (await post('/user/forgot-password/reset', { reset_code, password: 'Bcdefg2@yz', ...more }))
        .refusal;
    const bad = refused('invalid Reset Code: it is unknown, already used or expired');
    expect(await reset({ reset_code: 'x'.repeat(43) })).toEqual(bad);
    expect(await reset({ username: t.m1.boss.user.username })).toEqual(bad);
    expect(await reset({ username: username.toUpperCase() })).toEqual(fine);
    expect(await reset({})).toEqual(bad);
  });

  test('gives one letter for all names of an address, and none to users that are off', async () => {
    const email = 'shared@example.com';
    const users = [newUser({ email }), newUser({ email }), newUser({ email, status: 'disabled' })];
    for (const user of users) await post('/user', user, t.m1.boss.private_key);
    await post('/user/forgot-username', { email: email.toUpperCase() });
    const [letter, ...more] = await lettersTo(email);
    expect([letter?.kind, more]).toEqual(['forgot_username', []]);
    const named = users.map(({ username }) => letter?.body_text.includes(username as string));
    expect(named).toEqual([true, true, false]);
    await post('/user/forgot-password', { username: users[2]?.username });
    expect(await kindsTo(email)).toEqual(['forgot_username']);
  });
});

test('a password is changed under the own name, in any case', async () => {
  const credential = await session(t.m1a.clerk);
  const change = async (username: string) => {
    const passwords = { current_password: tenant_password, new_password: 'Cdefgh3#zz' };
    return (await post('/user/change-password', { ...passwords, username }, credential)).refusal;
  };
  expect(await change(t.m1a.boss.user.username)).toEqual(refused('invalid Username'));
  expect(await change(t.m1a.clerk.user.username.toUpperCase())).toEqual(fine);
});

describe('second factors', () => {
  const current_password = tenant_password;
  const now = () => Math.floor(world.services.clock.real().getTime() / 1_000);

  test('are counted by kind, with the codes that are left', async () => {
    const credential = await session(t.p1a.boss);
    const read = async () => (await get('/user/two-factor', credential)).data;
    expect(await read()).toMatchObject({
      ...{ authenticator_app: false, passkey_count: 0, recovery_code_count: 0 },
    });
    const renewal = await post('/user/recovery-codes', { totp: '000000' }, credential);
    expect(renewal.status).toBe(404);
    const { secret } = (await get('/user/set-two-factor-auth', credential)).data;
    expect((await read()).authenticator_app).toBe(false);
    const totp = await generate({ secret, epoch: now() });
    await post('/user/set-two-factor-auth', { totp }, credential);
    expect(await read()).toMatchObject({
      ...{ authenticator_app: true, passkey_count: 0, recovery_code_count: 10 },
    });
    const colleague = await get('/user/two-factor', await session(t.p1a.clerk));
    expect(colleague.data.authenticator_app).toBe(false);
    const begun = await post('/user/passkey/options', { current_password }, credential);
    const { challenge, rp } = begun.body.data;
    const passkey = makeAuthenticator(origin).create({ challenge, domain: rp.id });
    expect((await post('/user/passkey', { name: 'Key', passkey }, credential)).status).toBe(200);
    expect(await read()).toMatchObject({
      ...{ authenticator_app: true, passkey_count: 1, recovery_code_count: 10 },
    });
  });

  test('are twenty passkeys at most', async () => {
    const credential = await session(t.m1.boss);
    const device = makeAuthenticator(origin);
    const user_id = t.m1.boss.user.id;
    const known = Array.from({ length: 19 }, (_, n) => ({
      ...{
        user_id,
        id: `passkey${String(n).padStart(13, '0')}`,
        kind: 'passkey',
        name: `Key ${n}`,
        rp_id: 'localhost',
      },
      ...{ credential_id: `credential${n}`, created_at: world.services.clock.real() },
    }));
    await connect(world.system).insertInto('user_factor').values(known).execute();
    const elsewhere = { credential_id: 'credential0', rp_id: 'pay.example' };
    await connect(world.system)
      .updateTable('user_factor')
      .set(elsewhere)
      .where('credential_id', '=', elsewhere.credential_id)
      .execute();
    const second = await post('/user/passkey/options', { current_password }, credential);
    const excluded = second.body.data.excludeCredentials.map(({ id }: { id: string }) => id);
    expect([excluded.length, excluded.includes('credential0')]).toEqual([18, false]);
    const keep = async (authenticator: typeof device) => {
      const begun = await post('/user/passkey/options', { current_password }, credential);
      const { challenge, rp } = begun.body.data;
      const passkey = authenticator.create({ challenge, domain: rp.id });
      return (await post('/user/passkey', { name: 'Key', passkey }, credential)).refusal;
    };
    expect(await keep(device)).toEqual(fine);
    expect(await keep(makeAuthenticator(origin))).toEqual(
      refused('a user can have at most 20 passkeys'),
    );
    const page = await get('/user/passkeys?limit=2&offset=18', credential);
    expect([page.total_count, page.data.length]).toEqual([20, 2]);
  });

  test('are set up by a link that was mailed and not used', async () => {
    const unknown = refused('invalid Token: it is unknown, already used or expired');
    const token = 'x'.repeat(43);
    expect((await post('/user-set-two-factor/qrcode', { token })).refusal).toEqual(unknown);
    expect((await post('/user-set-two-factor/save', { token, totp: '000000' })).refusal).toEqual(
      unknown,
    );
  });
});

test('a session that is not one’s own is ended by nobody', async () => {
  const [own, other] = [await session(t.m2.boss), await session(t.p1.boss)];
  const { data } = await get('/user/sessions', other);
  const end = (id: string, credential: string) =>
    world.call('DELETE', `/user/session/${id}`, { credential });
  expect((await end(data[0].id, own)).status).toBe(404);
  expect((await end('nosession00000000000', own)).status).toBe(404);
  expect((await end(data[0].id, other)).status).toBe(200);
  expect((await end(data[0].id, own)).status).toBe(404);
});
