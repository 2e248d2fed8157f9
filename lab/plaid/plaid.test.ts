// The simulated bank link provider: its tokens, accounts and refusals (plaid.md).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, freshFolder, killHard, type LabProcess, startLab } from '../lab-process.ts';

let lab: LabProcess;
beforeAll(async () => {
  lab = await startLab(freshFolder());
});
afterAll(() => killHard(lab.child));

type Json = Record<string, unknown>;

const ask = (path: string, body: Json = {}) =>
  call(lab.port, 'POST', `/plaid${path}`, { client_id: 'lab', secret: 'lab', ...body });
const signIn = async (username: string, more: Json = {}) => {
  const options = { override_username: username };
  const { body } = await ask('/sandbox/public_token/create', { options, ...more });
  return String(body.public_token);
};
const exchange = (public_token: string) => ask('/item/public_token/exchange', { public_token });
const accessTo = async (username: string) =>
  String((await exchange(await signIn(username))).body.access_token);
const accounts = async (access_token: string) => await ask('/auth/get', { access_token });
const pass = async (seconds: number) => {
  const { body } = await call(lab.port, 'GET', '/health');
  const now = new Date(Date.parse(String(body.now)) + seconds * 1000).toISOString();
  const answer = await call(lab.port, 'POST', '/control/clock', { now });
  expect(answer.status).toBe(200);
};

it('states three accounts with their numbers, and balances that may be unknown', async () => {
  const { status, body } = await accounts(await accessTo('user_good'));
  expect(status).toBe(200);
  const found = body.accounts as Json[];
  expect(found.map(({ mask, subtype }) => `${subtype} ${mask}`)).toEqual([
    'checking 0000',
    'savings 1111',
    'checking 2222',
  ]);
  expect(found[2]).toMatchObject({
    official_name: null,
    balances: { available: null, current: 43_200.5, iso_currency_code: 'USD' },
  });
  const { ach } = body.numbers as { ach: Json[] };
  expect(ach.map(({ account_id }) => account_id)).toEqual(found.map((one) => one.account_id));
  expect(ach[0]).toMatchObject({ account: '1111222233330000', routing: '011401533' });
});

it('takes what the window gave once, and for half an hour', async () => {
  const public_token = await signIn('user_good');
  expect((await exchange(public_token)).status).toBe(200);
  const late = await signIn('user_good');
  await pass(1_801);
  for (const used of [public_token, late, 'public-sandbox-none']) {
    const { status, body } = await exchange(used);
    expect([status, body.error_code]).toEqual([400, 'INVALID_PUBLIC_TOKEN']);
  }
});

it('asks to sign in again, and tells once that is done', async () => {
  const access_token = await accessTo('user_login_required');
  const { status, body } = await accounts(access_token);
  expect([status, body.error_code]).toEqual([400, 'ITEM_LOGIN_REQUIRED']);
  const { body: opened } = await ask('/link/token/create', { client_name: 'A', access_token });
  expect(opened.link_token).toMatch(/^link-sandbox-/);
  const { body: again } = await exchange(await signIn('user_login_required', { access_token }));
  expect(again.access_token).toBe(access_token);
  expect((await accounts(access_token)).status).toBe(200);
});

it('refuses without credentials, a name, a known token or an account', async () => {
  const none = await accounts(await accessTo('user_no_accounts'));
  const answers = [
    [await ask('/auth/get', { secret: '' }), 'INVALID_API_KEYS'],
    [await accounts('access-sandbox-none'), 'INVALID_ACCESS_TOKEN'],
    [none, 'NO_AUTH_ACCOUNTS'],
  ] as const;
  for (const [{ status, body }, code] of answers) {
    expect([status, body.error_code]).toEqual([400, code]);
    expect(body).toMatchObject({ error_type: expect.any(String), request_id: expect.any(String) });
  }
  expect((await ask('/link/token/create')).status).toBe(400);
  expect((await ask('/item/remove')).status).toBe(404);
});
