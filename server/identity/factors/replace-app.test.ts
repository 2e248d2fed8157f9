// Another authenticator in the place of one's own: whoever holds the session alone does not get it.
import { generate } from 'otplib';
import { expect, test } from 'vitest';
import { connect } from '../../db/database.ts';
import { makeAuthenticator } from '../../testing/authenticator.ts';
import { besideChange } from '../../testing/beside.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { type Person, tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

type Body = Record<string, unknown>;
const path = '/user/set-two-factor-auth';
const headers = { host: 'localhost:8080' };
const post = (to: string, body: Body, credential = '') =>
  world.call('POST', to, { body, credential, headers });

const signIn = ({ user: { username } }: Person, more: Body = {}) => {
  resetBudgets(world.services);
  return post('/token-auth', { username, password: tenant_password, ...more });
};
const session = async (person: Person, more: Body = {}) =>
  `Bearer ${(await signIn(person, more)).body.token}`;

const codeOf = (secret: string) =>
  generate({ secret, epoch: Math.floor(world.services.clock.real().getTime() / 1_000) });
/** A step of the codes later: each works once. */
const nextStep = () => world.passRealTime(30_000);

/** Answers with the secret of the new app, whether or not it was set up. */
async function setUp(credential: string, proof: Body = {}) {
  resetBudgets(world.services);
  const { secret } = (await world.call('GET', path, { credential })).body.data;
  const answer = await post(path, { totp: await codeOf(secret), ...proof }, credential);
  return { answer, secret: String(secret), codes: answer.body.data?.recovery_codes as string[] };
}

test('of secrets that were shown the last one counts, and the others are gone', async () => {
  const { user } = t.m2.boss;
  const credential = await session(t.m2.boss);
  const begin = async () => (await world.call('GET', path, { credential })).body.data.secret;
  const first = String(await begin());
  await begin();
  const factors = await connect(world.system)
    .selectFrom('user_factor')
    .select('confirmed_at')
    .where('user_id', '=', user.id)
    .execute();
  expect(factors).toEqual([{ confirmed_at: null }]);
  expect((await post(path, { totp: await codeOf(first) }, credential)).status).toBe(400);
});

test('a session alone does not replace the app, and the app before goes on', async () => {
  const person = t.m1.boss;
  const credential = await session(person);
  const first = await setUp(credential);
  expect(first.answer.status, first.answer.text).toBe(200);
  const { answer } = await setUp(credential);
  expect([answer.status, answer.body]).toEqual([
    400,
    expect.objectContaining({
      msg:
        'bad request error: invalid Current Code: ' +
        'enter a code from your current app or a recovery code, or use a passkey',
      data: { invalid: [expect.objectContaining({ field: 'current_code' })] },
    }),
  ]);
  nextStep();
  expect((await signIn(person, { totp: await codeOf(first.secret) })).status).toBe(200);
  expect((await signIn(person, { recovery_code: first.codes[0] })).status).toBe(200);
});

test('a code of the app before replaces it, and is not used up by a refusal', async () => {
  const person = t.m1.clerk;
  const credential = await session(person);
  const first = await setUp(credential);
  nextStep();
  const current_code = await codeOf(first.secret);
  const wrong = await post(path, { totp: '000000', current_code }, credential);
  expect([wrong.status, wrong.body.msg]).toEqual([400, expect.stringMatching(/invalid TOTP/)]);
  const second = await setUp(credential, { current_code });
  expect(second.answer.status, second.answer.text).toBe(200);
  nextStep();
  expect((await signIn(person, { totp: await codeOf(first.secret) })).status).toBe(401);
  expect((await signIn(person, { recovery_code: first.codes[0] })).status).toBe(401);
  expect((await signIn(person, { totp: await codeOf(second.secret) })).status).toBe(200);
});

test('a recovery code replaces the app, and so does a passkey', async () => {
  const person = t.m2.boss;
  const credential = await session(person);
  const first = await setUp(credential);
  const second = await setUp(credential, { current_code: first.codes[9] });
  expect(second.answer.status, second.answer.text).toBe(200);
  const device = makeAuthenticator('http://localhost:8080');
  const current_password = tenant_password;
  const made = (await post('/user/passkey/options', { current_password }, credential)).body.data;
  const key = device.create({ challenge: made.challenge, domain: made.rp.id });
  expect((await post('/user/passkey', { name: 'Key', passkey: key }, credential)).status).toBe(200);
  const { challenge, rpId } = (await post('/user/passkey/confirm', {}, credential)).body.data;
  const asked = { challenge, domain: rpId };
  const stranger = makeAuthenticator('http://localhost:8080').answer(asked, person.user.id);
  expect((await setUp(credential, { passkey: stranger })).answer.status).toBe(400);
  const again = (await post('/user/passkey/confirm', {}, credential)).body.data;
  const fresh = { challenge: again.challenge, domain: again.rpId };
  const third = await setUp(credential, { passkey: device.answer(fresh, person.user.id) });
  expect(third.answer.status, third.answer.text).toBe(200);
});

test('after six wrong proofs of a session the right one is refused', async () => {
  const credential = await session(t.m2.clerk);
  const { codes } = await setUp(credential);
  for (let n = 0; n < 6; n++) {
    const { answer } = await setUp(credential, { current_code: '000000' });
    expect([answer.status, answer.body.msg]).toEqual([
      400,
      'bad request error: invalid Current Code: the code is wrong or already used',
    ]);
  }
  const { answer } = await setUp(credential, { current_code: codes[0] });
  expect([answer.status, answer.body.msg]).toEqual([429, expect.stringMatching(/too many tries/)]);
});

test('a first app that comes at the same time as another factor takes a proof', async () => {
  const person = t.m1a.boss;
  const credential = await session(person);
  const { secret } = (await world.call('GET', path, { credential })).body.data;
  const totp = await codeOf(secret);
  const answer = await besideChange(
    world.database_url,
    (owner) =>
      owner.query('update user_account set two_factor_enabled = true where id = $1', [
        person.user.id,
      ]),
    () => post(path, { totp }, credential),
  );
  expect([answer.status, answer.body.msg]).toEqual([400, expect.stringMatching(/Current Code/)]);
});
