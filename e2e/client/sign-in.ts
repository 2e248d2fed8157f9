// Reference 2: sign-in with a session, the caller, API keys.
import { expect, it } from 'vitest';
import { call, good, refused, send, the } from './stranger.ts';

async function signIn() {
  const { username, password } = the.keys.merchant;
  const { body } = await call('POST', '/token-auth', { username, password }, { key: '' });
  return body as { token: string; sid: string; data: { token: string; sid: string } };
}

function claims(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

it('2.1 answers token and sid at the top level and under data', async () => {
  const { token, sid, data } = await signIn();
  expect(data).toMatchObject({ token, sid });
  expect(claims(token)).toMatchObject({ ut: 'merchant', role: 'admin' });
  expect(claims(token).exp).toBeGreaterThan(Date.now() / 1000);
});

it('2.1 takes a form as well', async () => {
  const { username, password } = the.keys.merchant;
  const { http, body } = await call('POST', '/token-auth', undefined, {
    key: '',
    raw: new URLSearchParams({ username, password }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([http, typeof body.token]).toEqual([200, 'string']);
});

it('2.1 answers 401 to wrong credentials, the same for an unknown name', async () => {
  const { username } = the.keys.merchant;
  const ask = (body: object) => call('POST', '/token-auth', body, { key: '' });
  const wrong = await ask({ username, password: 'Wrong!2026x' });
  const unknown = await ask({ username: 'nobody_here', password: 'Wrong!2026x' });
  expect([wrong.http, unknown.http]).toEqual([401, 401]);
  expect(wrong.body.msg).toBe(unknown.body.msg);
});

it('2.1 takes the session id as a cookie or as a header, and ends it on log-out', async () => {
  const { token, sid } = await signIn();
  const key = `Bearer ${token}`;
  const by_cookie = { key, headers: { cookie: `sid=${sid}` } };
  const by_header = { key, headers: { 'x-session-id': sid } };
  expect((await good('GET', '/user', undefined, by_cookie)).username).toBe(
    the.keys.merchant.username,
  );
  await good('GET', '/user', undefined, by_header);
  await refused(401, 'unauthorized', 'GET', '/user', undefined, {
    key,
    headers: { 'x-session-id': 'x'.repeat(20) },
  });
  await good('GET', '/logout', undefined, by_header);
  await refused(401, 'unauthorized', 'GET', '/user', undefined, by_header);
});

it('2.2 answers the caller with every member of the user', async () => {
  const user = await good('GET', '/user');
  const { merchant } = the.keys;
  expect(user).toMatchObject({
    id: expect.stringMatching(/^[0-9a-v]{20}$/),
    username: merchant.username,
    name: expect.any(String),
    phone: expect.stringMatching(/^\d*$/),
    email: expect.stringContaining('@'),
    timezone: expect.any(String),
    status: 'active',
    role: 'admin',
    account_type: 'merchant',
    account_type_id: merchant.id,
    flags: expect.any(Object),
    permissions: expect.any(Object),
    notifications: expect.any(Object),
    defaults: expect.any(Object),
    access_restrictions: expect.any(Object),
    two_factor_enabled: false,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  });
  for (const granted of Object.values(user.permissions)) expect(granted).toBeTypeOf('boolean');
  expect(user.permissions).toMatchObject({ process_sale: true, process_refund: true });
});

it('2.3 tells a key once, lists it without, and deletes it by id or by value', async () => {
  const made = await good('POST', '/user/apikey', { type: 'pub', name: "Dana's key, no. 2" });
  expect(made).toMatchObject({
    id: expect.any(String),
    user_id: expect.any(String),
    type: 'pub',
    name: "Dana's key, no. 2",
    api_key: expect.stringMatching(/^pub_[0-9A-Za-z]{27}$/),
    account_type: 'merchant',
    account_type_id: the.keys.merchant.id,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  for (const path of ['/user/apikeys', '/user/apikey']) {
    const listed = await call('GET', path);
    expect(Number.isInteger(listed.body.total_count)).toBe(true);
    const stored = listed.data.find(({ id }: { id: string }) => id === made.id);
    expect(stored).toMatchObject({ name: made.name, type: 'pub' });
    expect(listed.text).not.toContain(made.api_key);
  }
  expect((await good('DELETE', `/user/apikey/${made.id}`)) ?? null).toBeNull();
  await refused(404, 'not found', 'DELETE', `/user/apikey/${made.id}`);
});

it('17 answers the merchant with permissions, flags, required fields and defaults', async () => {
  const { merchant, partner } = the.keys;
  const own = await good('GET', '/merchant');
  expect(own.id).toBe(merchant.id);
  for (const name of ['permissions', 'flags', 'requireds', 'default_values', 'primary_contact']) {
    expect(own[name], name).toBeTypeOf('object');
  }
  for (const granted of Object.values(own.permissions)) expect(granted).toBeTypeOf('boolean');
  expect(own.requireds).toHaveProperty('default');
  expect(own.requireds).toHaveProperty('invoice');
  const from_above = await good('GET', `/merchant/${merchant.id}`, undefined, {
    key: partner.private_key,
  });
  expect(from_above.id).toBe(merchant.id);
  expect((await good('GET', '/partner', undefined, { key: partner.private_key })).id).toBe(
    partner.id,
  );
  const before = own.requireds.default.description;
  const requireds = { default: { description: 'hidden' } };
  const changed = await good('POST', `/merchant/${merchant.id}/requireds`, { requireds });
  expect(changed.requireds.default.description).toBe('hidden');
  const back = { default: { description: before ?? 'optional' } };
  await good('POST', `/merchant/${merchant.id}/requireds`, { requireds: back });
  const group = await good('GET', `/merchant/${merchant.id}/default/virtual_terminal`);
  expect(group).toBeTypeOf('object');
});

it('1 answers countries, states, branding and the API description to anybody', async () => {
  const countries = await call('GET', '/const/country', undefined, { key: '' });
  expect(countries.data).toContainEqual({ code: 'US', name: 'United States' });
  const states = await call('GET', '/const/country/US/states', undefined, { key: '' });
  for (const code of ['CA', 'PR', 'AE']) {
    expect(states.data).toContainEqual(expect.objectContaining({ code }));
  }
  const branding = await good('GET', '/branding', undefined, { key: '' });
  expect(branding).toBeTypeOf('object');
  const described = await send('GET', '/openapi.json', undefined, { key: '' });
  expect(described.body.openapi).toMatch(/^3\.1\./);
  expect(Object.keys(described.body.paths).length).toBeGreaterThan(15);
});
