// What a change of second factors brings with it: the last one stays where one is enforced, an
// office's removal mails a link, and each domain has passkeys of its own.

import { generate } from 'otplib';
import { beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../db/database.ts';
import { type Authenticator, makeAuthenticator } from '../../testing/authenticator.ts';
import { besideChange } from '../../testing/beside.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { type Person, tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import { isOriginOf } from './passkey-challenges.ts';

const public_url = 'https://panel.example.com:8443';
const current_password = tenant_password;

const config = { two_factor_for: ['admin', 'partner'] as const, public_url };
const world = openWorld({ lab: false, config });
const t = openTenants(world);
beforeEach(() => resetBudgets(world.services));

function post(path: string, body: Record<string, unknown>, credential = '', host = '') {
  return world.call('POST', path, { body, credential, ...(host && { headers: { host } }) });
}

async function session({ user }: Person, more: Record<string, unknown> = {}): Promise<string> {
  const body = { username: user.username, password: tenant_password, ...more };
  return `Bearer ${(await post('/token-auth', body)).body.token}`;
}

async function kept(credential: string, device: Authenticator) {
  const begun = await post('/user/passkey/options', { current_password }, credential);
  const { challenge, rp } = begun.body.data;
  const passkey = device.create({ challenge, domain: rp.id });
  return (await post('/user/passkey', { name: 'Key', passkey }, credential)).body.data;
}
const keep = async (credential: string, device: Authenticator): Promise<string> =>
  (await kept(credential, device)).passkey.id;

const now = () => Math.floor(world.services.clock.real().getTime() / 1_000);
const codeOf = (secret: string) => generate({ secret, epoch: now() });

/** Sets an app up by one's own session, beside a passkey with a code; gives its secret. */
async function setUpApp(credential: string, current_code = ''): Promise<string> {
  const begun = await world.call('GET', '/user/set-two-factor-auth', { credential });
  const { secret } = begun.body.data;
  const body = { totp: await codeOf(secret), current_code };
  expect((await post('/user/set-two-factor-auth', body, credential)).status).toBe(200);
  return secret;
}

const remove = (path: string, credential: string, body: object = {}) =>
  world.call('DELETE', path, { credential, body });

describe('the last factor', () => {
  test('stays where one is enforced, and goes when another stands beside it', async () => {
    const credential = await session(t.p1.clerk);
    const { passkey, recovery_codes } = await kept(credential, makeAuthenticator(public_url));
    const path = `/user/passkey/${passkey.id}`;
    const last = await remove(path, credential, { current_password });
    expect([last.status, last.body.msg]).toEqual([
      400,
      'bad request error: a second factor is required: set another one up first',
    ]);
    const secret = await setUpApp(credential, recovery_codes[0]);
    expect((await remove(path, credential, { current_password: 'no' })).status).toBe(400);
    expect((await remove(path, credential, { current_password })).status).toBe(200);
    expect((await remove(path, credential, { current_password })).status).toBe(404);
    world.passRealTime(60_000);
    const app = await remove('/user/remove-two-factor-auth', credential, {
      totp: await codeOf(secret),
    });
    expect([app.status, app.body.msg]).toEqual([400, last.body.msg]);
  });

  test('goes with its recovery codes and the other sessions where none is enforced', async () => {
    const credential = await session(t.m1.boss);
    const id = await keep(credential, makeAuthenticator(public_url));
    expect((await remove(`/user/passkey/${id}`, credential, { current_password })).status).toBe(
      200,
    );
    const { body } = await world.call('GET', '/user', { credential });
    expect(body.data.two_factor_enabled).toBe(false);
    const left = await connect(world.system)
      .selectFrom('recovery_code')
      .selectAll()
      .where('user_id', '=', t.m1.boss.user.id)
      .execute();
    expect(left).toEqual([]);
  });

  test('is not guessed away: six wrong codes of a session, each in the audit log', async () => {
    const credential = await session(t.m1.boss);
    const secret = await setUpApp(credential);
    world.passRealTime(60_000);
    const path = '/user/remove-two-factor-auth';
    for (let n = 0; n < 6; n++) {
      const wrong = await remove(path, credential, { totp: '000000' });
      expect([wrong.status, wrong.body.msg]).toEqual([
        400,
        expect.stringContaining('invalid TOTP'),
      ]);
      const row = connect(world.system)
        .selectFrom('audit_log')
        .select(['noun', 'verb'])
        .where('request_id', '=', wrong.headers['x-correlation-id'] as string);
      expect(await row.execute()).toEqual([{ noun: 'two_factor', verb: 'remove' }]);
    }
    const totp = await codeOf(secret);
    expect((await remove(path, credential, { totp })).status).toBe(429);
    expect((await post('/user/recovery-codes', { totp }, credential)).status).toBe(429);
  });

  test('of an app and a passkey: sign-in names both, and either may be used', async () => {
    const person = t.m1.clerk;
    const credential = await session(person);
    const { recovery_codes } = await kept(credential, makeAuthenticator(public_url));
    const offered = async () => {
      const body = { username: person.user.username, password: tenant_password };
      const { data } = (await post('/token-auth', body)).body;
      return [data.totp, data.passkey !== undefined];
    };
    expect(await offered()).toEqual([false, true]);
    await setUpApp(credential, recovery_codes[0]);
    expect(await offered()).toEqual([true, true]);
  });

  test('beside one that comes at the same time brings no second recovery codes', async () => {
    const { id } = t.m2.clerk.user;
    const credential = await session(t.m2.clerk);
    const begun = await post('/user/passkey/options', { current_password }, credential);
    const { challenge, rp } = begun.body.data;
    const passkey = makeAuthenticator(public_url).create({ challenge, domain: rp.id });
    const switched = 'update user_account set two_factor_enabled = $2 where id = $1';
    const saved = await besideChange(
      world.database_url,
      (owner) => owner.query(switched, [id, true]),
      () => post('/user/passkey', { name: 'Key', passkey }, credential),
    );
    expect([saved.status, saved.body.data.recovery_codes]).toEqual([200, []]);
    const path = `/user/passkey/${saved.body.data.passkey.id}`;
    expect((await remove(path, credential, { current_password })).status).toBe(200);
  });

  test('of two removed at the same time, one stays', async () => {
    const credential = await session(t.p1.boss);
    const first = await keep(credential, makeAuthenticator(public_url));
    const second = await keep(credential, makeAuthenticator(public_url));
    const answer = await besideChange(
      world.database_url,
      async (owner) => {
        await owner.query('select from user_account where id = $1 for update', [t.p1.boss.user.id]);
        await owner.query('delete from user_factor where id = $1', [first]);
      },
      () => remove(`/user/passkey/${second}`, credential, { current_password }),
    );
    expect(answer.status).toBe(400);
  });

  test("is another's passkey for nobody: it is found by its owner alone", async () => {
    const credential = await session(t.m2.boss);
    const id = await keep(credential, makeAuthenticator(public_url));
    const second = await keep(credential, makeAuthenticator(public_url));
    const other = await session(t.m2.clerk);
    expect((await post(`/user/passkey/${id}`, { name: 'Mine' }, other)).status).toBe(404);
    expect((await remove(`/user/passkey/${id}`, other, { current_password })).status).toBe(404);
    const theirs = { user_id: t.m2.clerk.user.id, id, kind: 'passkey', name: 'Theirs' } as const;
    const created_at = world.services.clock.real();
    const factors = connect(world.system);
    await factors
      .insertInto('user_factor')
      .values({ ...theirs, created_at })
      .execute();
    const renamed = await post(`/user/passkey/${id}`, { name: 'Blue key' }, credential);
    expect(renamed.body.data.name).toBe('Blue key');
    const rows = factors.selectFrom('user_factor').select(['user_id', 'name']).where('id', '=', id);
    expect(await rows.where('user_id', '=', theirs.user_id).execute()).toMatchObject([
      { name: 'Theirs' },
    ]);
    await factors.deleteFrom('user_factor').where('user_id', '=', theirs.user_id).execute();
    const list = await world.call('GET', '/user/passkeys', { credential });
    const named = list.body.data.map((row: { id: string; name: string }) => [row.id, row.name]);
    expect(Object.fromEntries(named)).toEqual({ [id]: 'Blue key', [second]: 'Key' });
    await remove(`/user/passkey/${second}`, credential, { current_password });
    expect((await world.call('GET', '/user/passkeys', { credential: other })).body.data).toEqual(
      [],
    );
  });
});

describe('an office that takes the factors away', () => {
  test('mails a link that sets one up once, and not beside one that came since', async () => {
    const person = t.m1a.boss;
    const credential = await session(person);
    await keep(credential, makeAuthenticator(public_url));
    const office = t.admin.boss.private_key;
    const path = `/user/remove-two-factor-auth?user_id=${person.user.id}`;
    expect((await world.call('DELETE', path, { credential: office })).status).toBe(200);
    expect((await world.call('GET', '/user', { credential })).status).toBe(401);
    const token = await linkOf(person);
    const { secret } = (await post('/user-set-two-factor/qrcode', { token })).body.data;
    const own = await session(person);
    await keep(own, makeAuthenticator(public_url));
    const totp = await codeOf(secret);
    expect((await post('/user-set-two-factor/save', { token, totp })).status).toBe(400);
  });

  test('mails a link that is good once, for a code that fits', async () => {
    const person = t.m1a.clerk;
    await keep(await session(person), makeAuthenticator(public_url));
    const path = `/user/remove-two-factor-auth?user_id=${person.user.id}`;
    await world.call('DELETE', path, { credential: t.admin.boss.private_key });
    const token = await linkOf(person);
    const { secret } = (await post('/user-set-two-factor/qrcode', { token })).body.data;
    const save = (totp: string) => post('/user-set-two-factor/save', { token, totp });
    expect((await save('000000')).status).toBe(400);
    const saved = await save(await codeOf(secret));
    expect([saved.status, saved.body.data.recovery_codes.length]).toEqual([200, 10]);
    expect((await save(await codeOf(secret))).body.msg).toContain('invalid Token');
    expect(await session(person)).toBe('Bearer undefined');
  });

  /** The token of the newest letter to this person. */
  async function linkOf({ user }: Person): Promise<string> {
    const { body_text } = await connect(world.system)
      .selectFrom('outgoing_mail')
      .select('body_text')
      .where('kind', '=', 'two_factor')
      .where('recipient', '=', user.email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return (
      /https:\/\/panel\.example\.com:8443\/auth\/2fa-setup\/([\w-]+)/.exec(body_text)?.[1] ?? ''
    );
  }

  test('and a first password of a user who needs a factor bring the same letter', async () => {
    const made = await post(
      '/user',
      { username: 'new_partner_user', name: 'New', email: 'new-partner@example.com' },
      t.p2.boss.private_key,
    );
    const { id } = made.body.data;
    await post(`/user/${id}/resend-welcome`, {}, t.p2.boss.private_key);
    const { body_text } = await connect(world.system)
      .selectFrom('outgoing_mail')
      .select('body_text')
      .where('kind', '=', 'welcome')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const reset_code = /password-setup\/([\w-]+)/.exec(body_text)?.[1];
    const password = 'Abcdef1!x';
    const set = await post('/user/forgot-password/reset', { reset_code, password });
    expect(set.status).toBe(200);
    expect(await linkOf({ user: { email: 'new-partner@example.com' } } as Person)).not.toBe('');
    const body = { username: 'new_partner_user', password };
    const credential = `Bearer ${(await post('/token-auth', body)).body.token}`;
    expect((await post('/accept-tos', {}, credential)).status).toBe(200);
    const blocked = await world.call('GET', '/users', { credential });
    expect([blocked.status, blocked.body.data]).toEqual([403, { pending: 'two_factor' }]);
  });
});

describe('the domain of passkeys', () => {
  const askedAt = async (host: string) =>
    (await post('/token-auth/passkey', {}, '', host)).body.data.rpId;

  test("is a white label's where the request came to it, else the public address's", async () => {
    await connect(world.system)
      .insertInto('branding')
      .values({
        id: world.services.ids.next(),
        domain: 'pay.label.example',
        title: '',
        brand_name: '',
      })
      .execute();
    expect(await askedAt('pay.label.example')).toBe('pay.label.example');
    expect(await askedAt('panel.example.com:8443')).toBe('panel.example.com');
    expect(await askedAt('evil.example')).toBe('panel.example.com');
  });

  test('takes answers from pages of its own origin alone', () => {
    const yes = [
      ['panel.example.com', 'https://panel.example.com:8443'],
      ['pay.label.example', 'https://pay.label.example:8443'],
    ] as const;
    const no = [
      ['panel.example.com', 'https://panel.example.com'],
      ['panel.example.com', 'http://panel.example.com:8443'],
      ['panel.example.com', 'https://a.panel.example.com:8443'],
      ['pay.label.example', 'http://pay.label.example:8443'],
      ['localhost', 'http://localhost:8443'],
    ] as const;
    expect(yes.filter(([domain, origin]) => !isOriginOf(public_url, domain, origin))).toEqual([]);
    expect(no.filter(([domain, origin]) => isOriginOf(public_url, domain, origin))).toEqual([]);
    expect(isOriginOf('', 'localhost', 'http://localhost:5173')).toBe(true);
    expect(isOriginOf('', 'localhost', 'http://localhost:5173.evil.example')).toBe(false);
  });
});
