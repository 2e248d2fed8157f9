// Single guards of the ways in: each one alone keeps out what a neighbour of it would let through.

import { generate } from 'otplib';
import { describe, expect, test } from 'vitest';
import { type Context, nobody } from '../context.ts';
import { connect, inTransaction } from '../db/database.ts';
import { pastChange } from '../testing/beside.ts';
import { resetBudgets } from '../testing/budgets.ts';
import { type Person, tenant_password } from '../testing/tenants.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';
import { apiKeyHandlers } from './api-keys/api-keys.ts';
import { consumeRecoveryCode } from './factors/recovery-codes.ts';
import { type CodeKind, code_seconds, consumeCode, makeCode, peekCode } from './sign-in/codes.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

const signIn = (body: object) => {
  resetBudgets(world.services);
  return world.call('POST', '/token-auth', { body });
};
const session = async ({ user: { username } }: Person): Promise<string> =>
  `Bearer ${(await signIn({ username, password: tenant_password })).body.token}`;
const statusOf = async (credential: string) =>
  (await world.call('GET', '/user', { credential })).status;

/** The code in the newest mail of this kind. */
async function mailed(kind: string): Promise<string> {
  await world.runner.runDue(world.services.clock.now());
  const row = await connect(world.system)
    .selectFrom('outgoing_mail')
    .select('body_text')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\/auth\/[a-z-]+\/([\w-]+)/.exec(row.body_text)?.[1] ?? '';
}

describe('a code of a mail', () => {
  const username = () => t.m1.clerk.user.username;
  const ask = () => world.call('POST', '/user/forgot-password', { body: { username: username() } });
  const reset = (reset_code: string, password: string) => {
    resetBudgets(world.services);
    const body = { username: username(), reset_code, password };
    return world.call('POST', '/user/forgot-password/reset', { body });
  };

  test('is good for nothing else than what it was made for', async () => {
    await ask();
    const code = await mailed('reset_password');
    expect((await signIn({ auth_key: code })).status).toBe(401);
    const body = { token: code, totp: '000000' };
    const factor = await world.call('POST', '/user-set-two-factor/save', { body });
    expect(factor.body.msg).toMatch(/invalid Token/);
    expect((await reset(code, 'Bcdefg2@yz')).status).toBe(200);
  });

  test('ends the one that was mailed before it', async () => {
    await ask();
    const first = await mailed('reset_password');
    await ask();
    const second = await mailed('reset_password');
    expect(second).not.toBe(first);
    expect((await reset(first, 'Ccdefg2@yz')).status).toBe(400);
    expect((await reset(second, 'Ccdefg2@yz')).status).toBe(200);
  });

  test('of fifty at once sets one password', async () => {
    await ask();
    const code = await mailed('reset_password');
    const words = ['Dcdefg2@yz', 'Ecdefg2@yz', 'Fcdefg2@yz', 'Gcdefg2@yz'];
    const all = await Promise.all(words.map((password) => reset(code, password)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a second factor', () => {
  const now = () => Math.floor(world.services.clock.real().getTime() / 1_000);

  test('takes the code of one step before or after, and no older one', async () => {
    const credential = await session(t.p1.boss);
    const path = '/user/set-two-factor-auth';
    const { secret } = (await world.call('GET', path, { credential })).body.data;
    const at = (seconds: number) => generate({ secret, epoch: now() + seconds });
    const body = { totp: await at(0) };
    const done = await world.call('POST', path, { credential, body });
    expect(done.status, done.text).toBe(200);
    world.passRealTime(60 * 60_000);
    const { username } = t.p1.boss.user;
    const by = async (totp: string) =>
      (await signIn({ username, password: tenant_password, totp })).status;
    expect(await by(await at(-90))).toBe(401);
    expect(await by(await at(90))).toBe(401);
    expect(await by(await at(-30))).toBe(200);
    const [code] = done.body.data.recovery_codes;
    const { system } = world;
    const consumed = (id: string) => consumeRecoveryCode(connect(system), system, id, code);
    expect(await consumed(t.p2.boss.user.id)).toBe(false);
    expect(await consumed(t.p1.boss.user.id)).toBe(true);
  });
});

describe('an API key', () => {
  const make = async (body: object, credential = t.m1.boss.private_key) => {
    const answer = await world.call('POST', '/user/apikey', { credential, body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data as { id: string; api_key: string; expires_at: string };
  };
  const hours = (count: number) =>
    new Date(world.services.clock.now().getTime() + count * 3_600_000).toISOString();

  test('that is narrowed does not widen itself', async () => {
    const scopes = ['process_void', 'manage_api_keys'];
    const { id, api_key } = await make({ scopes });
    const change = (wanted: string[]) =>
      world.call('POST', `/user/apikey/${id}`, { credential: api_key, body: { scopes: wanted } });
    const wider = await change([...scopes, 'process_sale']);
    expect([wider.status, wider.body.msg]).toEqual([403, expect.stringMatching(/process_sale/)]);
    expect((await change([])).status).toBe(403);
    expect((await change(['manage_api_keys'])).status).toBe(200);
  });

  test('that ends soon is not prolonged by the one in its place', async () => {
    const credential = t.m1.boss.private_key;
    const { id, expires_at } = await make({ expires_at: hours(1) });
    const path = `/user/apikey/${id}`;
    const body = { overlap_hours: 48 };
    const rotated = await world.call('POST', `${path}/rotate`, { credential, body });
    expect(rotated.body.data.expires_at).toBe(expires_at);
    expect((await world.call('GET', path, { credential })).body.data.expires_at).toBe(expires_at);
  });
});

test('a user whose role changes has to sign in again', async () => {
  const credential = await session(t.m2.clerk);
  expect(await statusOf(credential)).toBe(200);
  const path = `/user/${t.m2.clerk.user.id}`;
  const by = { credential: t.admin.boss.private_key };
  const changed = await world.call('POST', path, { ...by, body: { role: 'admin' } });
  expect(changed.status, changed.text).toBe(200);
  expect(await statusOf(credential)).toBe(401);
});

test('a password is changed by whoever knows it, and not by a session alone', async () => {
  const credential = await session(t.m2.boss);
  const change = (current_password: string) => {
    const body = { current_password, new_password: 'Hcdefg2@yz' };
    return world.call('POST', '/user/change-password', { credential, body });
  };
  const wrong = await change('not this one');
  expect([wrong.status, wrong.body.msg]).toEqual([
    400,
    'bad request error: invalid Current Password',
  ]);
  expect((await change(tenant_password)).status).toBe(200);
});

/** The product, or a person by a session, while business time stands at a moment of its own. */
const begun_ms = Date.parse('2026-03-01T12:00:00Z');
const at = (ms: number, actor: Partial<Context['actor']> = world.system.actor): Context => ({
  ...world.system,
  actor: { ...nobody, ...actor },
  clock: { ...world.system.clock, now: () => new Date(begun_ms + ms) },
});
const as = ({ user }: Person, ms = 0) =>
  at(ms, {
    kind: 'session',
    account_type: user.account_type,
    account_id: user.account_type_id,
    user_id: user.id,
    permissions: user.permissions,
    credential_id: 'session of it',
  });

describe('a one-time code', () => {
  const owner = () => t.m2.clerk.user.id;
  const make = (kind: CodeKind, user_id = owner(), by = at(0)) =>
    inTransaction(world.system, null, (tx) => makeCode(tx, by, { kind, user_id }));
  const take = (ms: number, code: string, ...kinds: CodeKind[]) =>
    inTransaction(world.system, null, (tx) => consumeCode(tx, at(ms), kinds, code));

  test.each(Object.entries(code_seconds) as [CodeKind, number][])(
    'of the kind %s works once, for %i seconds, as that kind alone',
    async (kind, seconds) => {
      const [early, late] = [await make(kind, t.m2.boss.user.id, as(t.p2.boss)), await make(kind)];
      const others = (Object.keys(code_seconds) as CodeKind[]).filter((other) => other !== kind);
      const last = seconds * 1_000 - 1;
      expect(await peekCode(at(last), others, early)).toBeNull();
      expect(await take(last, early, ...others)).toBeNull();
      expect(await peekCode(at(last), [kind], early)).toBe(t.m2.boss.user.id);
      expect(await take(last, early, ...others, kind)).toEqual({
        user_id: t.m2.boss.user.id,
        made_by_user_id: t.p2.boss.user.id,
        made_by_session_id: 'session of it',
      });
      expect(await take(last, early, kind)).toBeNull();
      expect(await peekCode(at(last), [kind], early)).toBeNull();
      expect(await peekCode(at(last + 1), [kind], late)).toBeNull();
      expect(await take(last + 1, late, kind)).toBeNull();
      expect(await take(last, late, kind)).toMatchObject({ user_id: owner() });
    },
  );

  test('ends those of its kind and its user, and no others', async () => {
    const [mine, other_kind, theirs] = [
      await make('set_up'),
      await make('reset_password'),
      await make('set_up', t.m1.clerk.user.id),
    ];
    await make('set_up');
    const found = await Promise.all(
      [mine, other_kind, theirs].map((code) => peekCode(at(0), ['set_up', 'reset_password'], code)),
    );
    expect(found).toEqual([null, owner(), t.m1.clerk.user.id]);
  });
});

describe('sign-in', () => {
  const lastTry = () =>
    connect(world.system)
      .selectFrom('sign_in_event')
      .select(['outcome', 'user_id', 'username'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  const open = { ip: null, password_change_required: false, disable_user_login: false };

  test.each([
    ['user_disabled', { status: 'disabled' }, {}],
    ['login_disabled', {}, { disable_user_login: true }],
    ['wrong_address', {}, { ip: '127.0.0.2' }],
    ['wrong_password', { password_hash: '' }, {}],
    ['code_missing', { two_factor_enabled: true }, {}],
    ['signed_in', {}, { ip: '127.0.0.1' }],
  ])('writes down why a try ended: %s', async (outcome, change, restrictions) => {
    const { id, username } = t.m1a.clerk.user;
    const query = connect(world.system, t.m1a.account.id);
    const become = (values: object) =>
      query.updateTable('user_account').set(values).where('id', '=', id).execute();
    const { password_hash } = await query
      .selectFrom('user_account')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const access_restrictions = JSON.stringify({ ...open, ...restrictions });
    await become({ ...change, access_restrictions });
    const { status } = await signIn({ username, password: tenant_password });
    expect([status, await lastTry()]).toEqual([
      outcome === 'signed_in' ? 200 : 401,
      { outcome, user_id: id, username },
    ]);
    const usual = { status: 'active', password_hash, two_factor_enabled: false };
    await become({ ...usual, access_restrictions: JSON.stringify(open) });
  });
});

describe('an API key by itself', () => {
  const { getPublic, rotate } = apiKeyHandlers;
  const create = async (...args: Parameters<typeof apiKeyHandlers.create>) =>
    (await apiKeyHandlers.create(...args)) as { id: string };
  const moment = (ms: number) => new Date(begun_ms + ms).toISOString();

  test('must end after now, and its public one is read until that moment', async () => {
    const by = as(t.m2.clerk);
    await connect(world.system, t.m2.account.id).deleteFrom('api_key').execute();
    const ending = (ms: number) => create(by, {}, { type: 'pub', expires_at: moment(ms) });
    await expect(ending(0)).rejects.toThrow('invalid Expires At');
    const { id } = (await ending(1)) as { id: string };
    expect(await getPublic(as(t.m2.clerk, 0), {}, {})).toMatchObject({ id });
    await expect(getPublic(as(t.m2.clerk, 1), {}, {})).rejects.toThrow('not found');
  });

  test('goes on for a day beside the one in its place, or as long as the call says', async () => {
    const by = as(t.m2.clerk);
    const endOf = async (input: object, overrides: object = {}) => {
      const { id } = (await create(by, {}, overrides)) as { id: string };
      await rotate(by, { id }, input);
      return Reflect.get(await apiKeyHandlers.get(by, { id }, {}), 'expires_at');
    };
    expect(await endOf({})).toBe(moment(86_400_000));
    expect(await endOf({ overlap_hours: 0 })).toBe(moment(0));
    const later = { expires_at: moment(3_600_001) };
    expect(await endOf({ overlap_hours: 1 }, later)).toBe(moment(3_600_000));
  });

  test('waits for nobody but its own user', async () => {
    const other = t.m2.boss.user.id;
    const made = pastChange(
      world.database_url,
      (owner) => owner.query('select 1 from user_account where id = $1 for update', [other]),
      () => create(as(t.m2.clerk), {}, {}).then(() => world.clock.real()),
    );
    await expect(made).resolves.toBeInstanceOf(Date);
  });
});
