// Acting as a user in production: the second factor of the session has to be a recent one.

import { generate } from 'otplib';
import { expect, test } from 'vitest';
import { connect, inTransaction } from '../../db/database.ts';
import { makeAuthenticator } from '../../testing/authenticator.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import { recordFactor } from './recent-factor.ts';

const config = { environment: 'production', two_factor_for: [], bot_check_bits: 0 } as const;
const world = openWorld({ lab: false, config });
const t = openTenants(world);

async function signIn(totp = '', person = t.p1.boss): Promise<string> {
  resetBudgets(world.services);
  const { username } = person.user;
  const body = { username, password: tenant_password, ...(totp && { totp }) };
  const issued = await world.call('POST', '/bot-check', { body: { action: 'sign_in' } });
  const headers = { 'x-bot-check': `${issued.body.data.challenge}~0` };
  const answer = await world.call('POST', '/token-auth', { body, headers });
  expect(answer.status, answer.text).toBe(200);
  return `Bearer ${answer.body.token}`;
}
const act = (credential: string) =>
  world.call('GET', `/user/loginas/${t.m1.boss.user.id}`, { credential });

const path = '/user/set-two-factor-auth';
const codeOf = (secret: string) =>
  generate({ secret, epoch: Math.floor(world.services.clock.real().getTime() / 1_000) });
async function setUp(credential: string, proof: object = {}): Promise<string> {
  const { secret } = (await world.call('GET', path, { credential })).body.data;
  const body = { totp: await codeOf(secret), ...proof };
  const set_up = await world.call('POST', path, { credential, body });
  expect(set_up.status, set_up.text).toBe(200);
  return secret;
}

test('a session without a second factor does not act, one with a recent factor does', async () => {
  const first = await signIn();
  const refused = await act(first);
  expect([refused.status, refused.body.msg]).toEqual([
    403,
    'forbidden: this requires a second factor within the last 15 minutes; log in again',
  ]);
  // Whoever holds a stolen session could set one up too: it counts from the next sign-in on.
  const secret = await setUp(first);
  expect((await act(first)).status).toBe(403);

  world.passRealTime(60_000);
  const second = await signIn(await codeOf(secret));
  expect((await act(second)).status).toBe(200);
  world.passRealTime(14 * 60_000);
  expect((await act(second)).status).toBe(200);
  world.passRealTime(61_000);
  expect((await act(second)).status).toBe(403);
  // Nor does another app in its place, unless the one before was proven.
  const { secret: other } = (await world.call('GET', path, { credential: second })).body.data;
  const body = { totp: await codeOf(other) };
  expect((await world.call('POST', path, { credential: second, body })).status).toBe(400);
  expect((await act(second)).status).toBe(403);
  await setUp(second, { current_code: await codeOf(secret) });
  expect((await act(second)).status).toBe(200);
});

test('a factor is noted in the session that it was proven in, and in no other', async () => {
  for (const person of [t.p2.boss, t.p2.boss, t.p2.clerk]) await signIn('', person);
  const read = () =>
    connect(world.system)
      .selectFrom('user_session')
      .select(['id', 'factor_at'])
      .where('user_id', 'in', [t.p2.boss.user.id, t.p2.clerk.user.id])
      .orderBy('id')
      .execute();
  const { id: credential_id } = (await read())[0] as { id: string };
  const actor = { ...world.system.actor, user_id: t.p2.boss.user.id, credential_id };
  const context = { ...world.system, actor };
  await inTransaction(context, t.p2.account.id, (tx) => recordFactor(tx, context));
  const noted = (await read()).filter(({ factor_at }) => factor_at !== null);
  expect(noted.map(({ id }) => id)).toEqual([credential_id]);
});

test('a new passkey does not count as a second factor of the session that made it', async () => {
  const current_password = tenant_password;
  const credential = await signIn('', t.p2.boss);
  const acting = `/user/loginas/${t.m2.boss.user.id}`;
  const headers = { host: 'localhost:8080' };
  const post = (place: string, body: object) =>
    world.call('POST', place, { credential, body, headers });
  const device = makeAuthenticator('http://localhost:8080');
  const { challenge, rp } = (await post('/user/passkey/options', { current_password })).body.data;
  const passkey = device.create({ challenge, domain: rp.id });
  const saved = await post('/user/passkey', { name: 'Laptop', passkey });
  expect(saved.status, saved.text).toBe(200);
  expect((await world.call('GET', acting, { credential })).status).toBe(403);
});
