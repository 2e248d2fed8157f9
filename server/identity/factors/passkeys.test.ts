// Passkeys: kept, used as second factor and as sign-in, and everything a thief might try.

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asSystem } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { type Authenticator, makeAuthenticator, type Wrong } from '../../testing/authenticator.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { type Person, tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import { readClientData } from './passkey-challenges.ts';

const origin = 'http://localhost:8080';

const world = openWorld({ lab: false, config: { two_factor_for: ['partner'] } });
const t = openTenants(world);
beforeEach(() => resetBudgets(world.services));

type Body = Record<string, unknown>;
const post = (path: string, body: Body, credential = '') =>
  world.call('POST', path, { body, credential, headers: { host: 'localhost:8080' } });

const namesAndPassword = (person: Person) => ({
  username: person.user.username,
  password: tenant_password,
});

async function session(person: Person, more: Body = {}): Promise<string> {
  const answer = await post('/token-auth', { ...namesAndPassword(person), ...more });
  return answer.status === 200 ? `Bearer ${answer.body.token}` : '';
}

const current_password = tenant_password;

/** A new passkey of somebody signed in. */
async function keep(credential: string, device: Authenticator, wrong: Wrong = {}, name = 'Laptop') {
  const begun = await post('/user/passkey/options', { current_password }, credential);
  const { challenge, rp } = begun.body.data;
  const passkey = device.create({ challenge, domain: rp.id }, wrong);
  return await post('/user/passkey', { name, passkey }, credential);
}

/** The answer to a fresh sign-in challenge. */
async function answerOf(device: Authenticator, user_id: string, wrong: Wrong = {}) {
  const { challenge, rpId } = (await post('/token-auth/passkey', {})).body.data;
  return device.answer({ challenge, domain: rpId }, user_id, wrong);
}

async function enter(device: Authenticator, person: Person, wrong: Wrong = {}) {
  const passkey = await answerOf(device, person.user.id, wrong);
  return await post('/token-auth', { passkey });
}

describe('what a browser answered with', () => {
  const read = (options: unknown) =>
    readClientData(Buffer.from(JSON.stringify(options)).toString('base64url'));

  test('is a question and where it was asked, or nothing', () => {
    const good = { challenge: 'c', origin };
    expect(read({ ...good, type: 'webauthn.get' })).toEqual(good);
    for (const wrong of [{ challenge: 'c' }, { origin }, { challenge: 1, origin }, [], null]) {
      expect(read(wrong)).toBeNull();
    }
    expect(readClientData('no JSON')).toBeNull();
  });
});

describe('a new passkey', () => {
  test('takes the password, is named, gives recovery codes and ends other sessions', async () => {
    const person = t.m1.boss;
    const [credential, other] = [await session(person), await session(person)];
    const wrong = await post('/user/passkey/options', { current_password: 'no' }, credential);
    expect([wrong.status, wrong.body.msg]).toEqual([
      400,
      'bad request error: invalid Current Password',
    ]);
    const saved = await keep(credential, makeAuthenticator(origin), {}, ' Laptop ');
    expect(saved.body.data.passkey).toMatchObject({ name: 'Laptop', domain: 'localhost' });
    expect(new Set(saved.body.data.recovery_codes).size).toBe(10);
    expect((await world.call('GET', '/user', { credential: other })).status).toBe(401);
    const { body } = await world.call('GET', '/user', { credential });
    expect(body.data.two_factor_enabled).toBe(true);
    const again = await keep(credential, makeAuthenticator(origin), {}, 'Phone');
    expect(again.body.data.recovery_codes).toEqual([]);
  });

  test('is refused from another origin, another domain, unverified, or twice', async () => {
    const credential = await session(t.m2.clerk);
    const faults: Wrong[] = [
      { origin: 'http://localhost.evil.example' },
      { origin: 'https://evil.example' },
      { domain: 'evil.example' },
      { unverified: true },
    ];
    for (const wrong of faults) {
      const refused = await keep(credential, makeAuthenticator(origin), wrong);
      expect([refused.status, wrong]).toEqual([400, wrong]);
    }
    const device = makeAuthenticator(origin);
    const begun = await post('/user/passkey/options', { current_password }, credential);
    const { challenge, rp } = begun.body.data;
    const body = { name: 'One', passkey: device.create({ challenge, domain: rp.id }) };
    expect((await post('/user/passkey', body, credential)).status).toBe(200);
    expect((await post('/user/passkey', body, credential)).status).toBe(400);
    const stolen = await keep(credential, device);
    expect(stolen.body.msg).toContain('already saved');
  });

  test('answers no challenge of another user, nor one made for signing in', async () => {
    const mine = await session(t.m1a.boss);
    const other = await session(t.m1a.clerk);
    const begun = await post('/user/passkey/options', { current_password }, mine);
    const device = makeAuthenticator(origin);
    const { challenge } = begun.body.data;
    const passkey = device.create({ challenge, domain: 'localhost' });
    expect((await post('/user/passkey', { name: 'x', passkey }, other)).status).toBe(400);
    const sign_in = (await post('/token-auth/passkey', {})).body.data;
    const created = device.create({ challenge: sign_in.challenge, domain: 'localhost' });
    expect((await post('/user/passkey', { name: 'x', passkey: created }, mine)).status).toBe(400);
  });
});

describe('a passkey at sign-in', () => {
  let device: Authenticator;
  let person: Person;
  beforeAll(async () => {
    person = t.p1.clerk;
    device = makeAuthenticator(origin);
    expect((await keep(await session(person), device)).status).toBe(200);
  });

  test('opens it alone, once for each question, even fifty times at once', async () => {
    const passkey = await answerOf(device, person.user.id);
    const all = await Promise.all(
      Array.from({ length: 50 }, () => post('/token-auth', { passkey })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(all.filter(({ status }) => status === 401)).toHaveLength(49);
    const { body } = all.find(({ status }) => status === 200) as (typeof all)[number];
    const { body: me } = await world.call('GET', '/user', { credential: `Bearer ${body.token}` });
    // A second factor is asked of partners here: a session by passkey owes none.
    expect([me.data.username, me.data.pending]).toEqual([person.user.username, '']);
  });

  test('is refused from another origin, for another domain or user, and unverified', async () => {
    const faults: Wrong[] = [
      { origin: 'http://localhost.evil.example:8080' },
      { origin: 'https://localhost:8080' },
      { domain: 'evil.example' },
      { unverified: true },
      { user_id: t.p1.boss.user.id },
    ];
    for (const wrong of faults) {
      const refused = await enter(device, person, wrong);
      expect([refused.status, refused.body.msg, wrong]).toEqual([
        401,
        'invalid credentials',
        wrong,
      ]);
    }
    expect((await enter(makeAuthenticator(origin), person)).status).toBe(401);
    expect((await enter(device, person)).status).toBe(200);
  });

  test('is refused when its question is older than five minutes', async () => {
    const passkey = await answerOf(device, person.user.id);
    world.passRealTime(301_000);
    expect((await post('/token-auth', { passkey })).status).toBe(401);
  });

  test('that does not count answers a question once all the same', async () => {
    const synced = makeAuthenticator(origin);
    const { boss } = t.m1a;
    await keep(await session(boss), synced, { count: 0 });
    const passkey = await answerOf(synced, boss.user.id, { count: 0 });
    expect((await post('/token-auth', { passkey })).status).toBe(200);
    expect((await post('/token-auth', { passkey })).status).toBe(401);
  });

  test('is refused when its counter has not grown: it may be a copy', async () => {
    expect((await enter(device, person, { count: 1_000 })).status).toBe(200);
    expect((await enter(device, person, { count: 1_000 })).status).toBe(401);
    expect((await enter(device, person, { count: 0 })).status).toBe(401);
    expect((await enter(device, person, { count: 1_001 })).status).toBe(200);
    const rows = await connect(asSystem(world.system))
      .selectFrom('sign_in_event')
      .select('outcome')
      .where('username', '=', '')
      .where('outcome', '=', 'wrong_passkey')
      .execute();
    expect(rows.length).toBeGreaterThan(1);
  });

  test('is the second factor beside the password, for its own user alone', async () => {
    const wanted = await post('/token-auth', namesAndPassword(person));
    expect([wanted.status, wanted.body.data.totp]).toEqual([401, false]);
    const { challenge, rpId, allowCredentials } = wanted.body.data.passkey;
    expect(allowCredentials.map(({ id }: { id: string }) => id)).toEqual([device.credential_id]);
    const request = { challenge, domain: rpId };
    const wrong = { count: 1_002, unverified: true };
    const passkey = device.answer(request, person.user.id, wrong);
    expect(await session(t.p1.boss, { passkey })).not.toBe('');
    // A challenge for a second factor is not answered through the sign-in by passkey alone.
    expect((await post('/token-auth', { passkey })).status).toBe(401);
    expect(await session(person, { passkey })).not.toBe('');
    expect(await session(person, { passkey })).toBe('');
  });

  test('stays shut for a user whose login is disabled', async () => {
    const credential = t.admin.boss.private_key;
    const path = `/user/request-disable-login/${person.user.id}`;
    await world.call('POST', path, { credential, body: { disable_user_login: true } });
    expect((await enter(device, person, { count: 2_000 })).status).toBe(401);
    await world.call('POST', path, { credential, body: { disable_user_login: false } });
    expect((await enter(device, person, { count: 2_001 })).status).toBe(200);
  });
});

describe('a passkey in a session', () => {
  test('proves its owner again, once a question, and ten new codes replace the old', async () => {
    const [person, other] = [t.m2.boss, t.m1.clerk];
    const credential = await session(person);
    const device = makeAuthenticator(origin);
    const first: string[] = (await keep(credential, device)).body.data.recovery_codes;
    const stranger = makeAuthenticator(origin);
    const foreign = await session(other);
    await keep(foreign, stranger);

    const ask = async (who = credential) => {
      const answer = await post('/user/passkey/confirm', {}, who);
      expect([answer.status, answer.body.msg]).toEqual([200, 'success']);
      const { data } = answer.body;
      return { challenge: data.challenge, domain: data.rpId, keys: data.allowCredentials };
    };
    const renew = (passkey: unknown) => post('/user/recovery-codes', { passkey }, credential);
    const request = await ask();
    expect(request.keys.map(({ id }: { id: string }) => id)).toEqual([device.credential_id]);
    const passkey = device.answer(request, person.user.id);
    const both = await Promise.all([renew(passkey), renew(passkey)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const renewed = both.find(({ status }) => status === 200)?.body.data.recovery_codes;
    expect(new Set([...first, ...renewed]).size).toBe(20);

    const sign_in = (await post('/token-auth/passkey', {})).body.data;
    const factor = (await post('/token-auth', namesAndPassword(person))).body.data.passkey;
    const refused = [
      device.answer({ challenge: factor.challenge, domain: factor.rpId }, person.user.id),
      device.answer(await ask(), person.user.id, { unverified: true }),
      device.answer(await ask(foreign), person.user.id),
      device.answer({ challenge: sign_in.challenge, domain: sign_in.rpId }, person.user.id),
      stranger.answer(await ask(), other.user.id),
      undefined,
    ];
    for (const [n, wrong] of refused.entries()) {
      expect([n, (await renew(wrong)).status]).toEqual([n, 400]);
    }
    expect(await session(person, { recovery_code: first[0] })).toBe('');
    expect(await session(person, { recovery_code: renewed[0] })).not.toBe('');
  });
});

test('a passkey of a device that names no way to it has none', async () => {
  const device = makeAuthenticator(origin);
  const credential = await session(t.admin.clerk);
  const create: Authenticator['create'] = (...args) => {
    const made = device.create(...args);
    const { transports: _, ...response } = made.response as Body;
    return { ...made, response };
  };
  expect((await keep(credential, { ...device, create })).status).toBe(200);
  const { transports } = await connect(world.system)
    .selectFrom('user_factor')
    .select('transports')
    .where('credential_id', '=', device.credential_id)
    .executeTakeFirstOrThrow();
  expect(transports).toEqual([]);
});
