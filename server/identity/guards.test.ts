// Single guards of the ways in: each one alone keeps out what a neighbour of it would let through.
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '../db/database.ts';
import { resetBudgets } from '../http/admission/rate-classes.ts';
import { makeTenants, type Person, type Tenants, tenant_password } from '../testing/tenants.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { takeRecoveryCode } from './factors/recovery-codes.ts';

let world: World;
let t: Tenants;

beforeAll(async () => {
  world = await makeWorld({ lab: false });
  t = await makeTenants(world);
});
afterAll(() => world.close());

const signIn = (body: object) => {
  resetBudgets();
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
    resetBudgets();
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
    const taken = (id: string) => takeRecoveryCode(connect(system), system, id, code);
    expect(await taken(t.p2.boss.user.id)).toBe(false);
    expect(await taken(t.p1.boss.user.id)).toBe(true);
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
