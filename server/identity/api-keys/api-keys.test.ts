// API keys: made, shown once, listed, renamed, removed; and what each kind may do.

import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '../../db/database.ts';
import { makeRandom } from '../../random.ts';
import { auditRows } from '../../testing/audit-rows.ts';
import { makeKey, openAccounts } from '../../testing/worlds/accounts-world.ts';
import { openWorld } from '../../testing/worlds/open-world.ts';
import { makeKeyValue } from './new-api-key.ts';

let credential: string;

const world = openWorld({ lab: false });
const accounts = openAccounts(world);
beforeAll(() => {
  credential = accounts.owner.private_key;
});

/** Every test starts with the one key the world has made for each user. */
beforeEach(async () => {
  const { body } = await world.call('GET', '/user/apikeys', { credential });
  for (const key of body.data) {
    if (key.name !== 'test') await world.call('DELETE', `/user/apikey/${key.id}`, { credential });
  }
});

const create = (body?: unknown) => world.call('POST', '/user/apikey', { credential, body });
const user = (key: string) => world.call('GET', '/user', { credential: key });

const audits = (id: string) => auditRows(world.system, 'api_key', id);

describe('keys that come with a new user', () => {
  test('are named, without their secrets, in the one audit row of the call', async () => {
    const keys = { create_api_key: true, create_pub_api_key: true };
    const body = { username: 'keyed_user', name: 'Keyed', email: 'keyed@example.com', ...keys };
    const { headers, body: made } = await world.call('POST', '/user', { credential, body });
    const rows = await connect(world.system)
      .selectFrom('audit_log')
      .select(['verb', 'noun', 'noun_id', 'after'])
      .where('request_id', '=', String(headers['x-correlation-id']))
      .execute();
    expect(rows).toMatchObject([{ verb: 'create', noun: 'user', noun_id: made.data.id }]);
    expect(rows[0]?.after).toMatchObject({ keys_made: [{ type: 'api' }, { type: 'pub' }] });
    expect(JSON.stringify(rows)).not.toContain(made.data.api_key);
  });
});

describe('making a key', () => {
  test('shows its secret once, and it works at once', async () => {
    const { status, body } = await create({ type: 'api', name: 'Till #2 (front)' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      type: 'api',
      name: 'Till #2 (front)',
      user_id: accounts.owner.user.id,
      account_type: 'merchant',
      account_type_id: accounts.merchant.id,
    });
    expect(body.data.api_key).toMatch(/^api_[0-9A-Za-z]{27}$/);
    expect((await user(body.data.api_key)).body.data.username).toBe('Bakery_Owner');
    const list = await world.call('GET', '/user/apikeys', { credential });
    expect(list.body.total_count).toBe(2);
    expect(list.text).not.toContain(body.data.api_key);
    const one = await world.call('GET', `/user/apikey/${body.data.id}`, { credential });
    expect(one.body.data).toMatchObject({ id: body.data.id, name: 'Till #2 (front)' });
    expect(one.text).not.toContain(body.data.api_key);
  });

  test.each([[undefined], [{}], [{ type: null, name: '' }]])(
    'takes %j as a private key',
    async (body) => {
      const answer = await create(body);
      expect([answer.status, answer.body.data.type]).toEqual([200, 'api']);
    },
  );

  test('makes a public key of its own shape', async () => {
    const { body } = await create({ type: 'pub' });
    expect(body.data.api_key).toMatch(/^pub_[0-9A-Za-z]{27}$/);
  });

  test('refuses another type by name', async () => {
    const { status, body } = await create({ type: 'root' });
    expect([status, body.msg]).toEqual([400, 'bad request error: invalid Type']);
  });

  test('stops at twenty of a user, also when twenty ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({})));
    const made = answers.filter((answer) => answer.status === 200);
    expect(made).toHaveLength(19);
    const refused = answers.find((answer) => answer.status !== 200);
    expect([refused?.status, refused?.body.msg]).toEqual([
      400,
      'bad request error: a user can have at most 20 API keys',
    ]);
  });

  test('takes the manage_api_keys permission', async () => {
    const clerk = accounts.clerk.private_key;
    const { status } = await world.call('POST', '/user/apikey', { credential: clerk });
    expect(status).toBe(403);
    expect((await world.call('GET', '/user/apikeys', { credential: clerk })).status).toBe(200);
  });

  test('leaves an audit row without the secret', async () => {
    const { body } = await create({ name: 'audited' });
    const rows = await audits(body.data.id);
    expect(rows).toMatchObject([{ verb: 'create', merchant_id: accounts.merchant.id }]);
    expect(JSON.stringify(rows)).not.toContain(body.data.api_key);
  });
});

describe('rotating a key', () => {
  const rotate = (id: string, body?: unknown) =>
    world.call('POST', `/user/apikey/${id}/rotate`, { credential, body });

  test('counts both keys: it stops at twenty of a user, also when twenty ask at once', async () => {
    const { id } = (await create({})).body.data;
    const answers = await Promise.all(Array.from({ length: 20 }, () => rotate(id)));
    const made = answers.filter((answer) => answer.status === 200);
    expect(made).toHaveLength(18);
    const refused = answers.find((answer) => answer.status !== 200);
    expect([refused?.status, refused?.body.msg]).toEqual([
      400,
      'bad request error: a user can have at most 20 API keys',
    ]);
  });

  test('is refused for one that has ended, whose limits the new one would have', async () => {
    const ends_ms = world.services.clock.now().getTime() + 60_000;
    const made = await create({ expires_at: new Date(ends_ms).toISOString() });
    const { id, api_key } = made.body.data;
    world.clock.setOffset(world.clock.offset_ms + 60_000);
    expect((await user(api_key)).status).toBe(401);
    const refused = await rotate(id);
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      'bad request error: the API key has expired: create a new key instead',
    ]);
    expect(await audits(id)).toHaveLength(1);
  });
});

describe('a key', () => {
  test('is renamed with its audit row', async () => {
    const { body } = await create({ name: 'old' });
    const { id } = body.data;
    const renamed = await world.call('POST', `/user/apikey/${id}`, {
      credential,
      body: { name: 'new', id, type: 'pub' },
    });
    expect(renamed.body.data).toMatchObject({ id, name: 'new', type: 'api' });
    expect((await audits(id))[1]).toMatchObject({
      verb: 'update',
      before: { name: 'old' },
      after: { name: 'new' },
    });
  });

  test.each(['id', 'api_key'])('is removed by its %s and is 401 at once', async (member) => {
    const { body } = await create({});
    expect((await user(body.data.api_key)).status).toBe(200);
    const gone = await world.call('DELETE', `/user/apikey/${body.data[member]}`, {
      credential,
      body: {},
    });
    expect(gone.body).toEqual({ status: 'success', msg: 'success', data: null });
    expect((await user(body.data.api_key)).status).toBe(401);
    expect((await audits(body.data.id)).map((row) => row.verb)).toEqual(['create', 'remove']);
  });

  test("of another user is not found, even a colleague's", async () => {
    const { body } = await world.call('GET', '/user/apikeys', {
      credential: accounts.clerk.private_key,
    });
    const { id } = body.data[0];
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const answer = await world.call(method, `/user/apikey/${id}`, { credential });
      expect([answer.status, answer.body.msg]).toEqual([404, 'not found']);
    }
    expect((await user(accounts.clerk.private_key)).status).toBe(200);
  });

  test('says when it was last used', async () => {
    const { body } = await create({});
    await user(body.data.api_key);
    await expect
      .poll(async () => {
        const one = await world.call('GET', `/user/apikey/${body.data.id}`, { credential });
        return one.body.data.last_used_at;
      })
      .toMatch(/^\d{4}-\d\d-\d\dT/);
  });
});

test('the public key is read again by its owner, the newest that works', async () => {
  const read = (by: string) => world.call('GET', '/public-key', { credential: by });
  const by = accounts.other_owner.private_key;
  expect((await read(by)).status).toBe(404);
  const make = async (body: object) =>
    (await world.call('POST', '/user/apikey', { credential: by, body })).body.data;
  const first = await make({ type: 'pub' });
  await make({ type: 'api' });
  expect((await read(by)).body.data).toEqual({ id: first.id, public_key: first.api_key });
  const second = await make({ type: 'pub' });
  expect((await read(by)).body.data).toEqual({ id: second.id, public_key: second.api_key });
  await world.call('DELETE', `/user/apikey/${second.id}`, { credential: by });
  expect((await read(by)).body.data.public_key).toBe(first.api_key);
  const expires_at = new Date(world.clock.now().getTime() + 60_000).toISOString();
  const ending = await make({ type: 'pub', expires_at });
  expect((await read(by)).body.data.id).toBe(ending.id);
  world.clock.setOffset(world.clock.offset_ms + 60_000);
  expect((await read(by)).body.data.id).toBe(first.id);
  expect((await read(first.api_key)).status).toBe(401);
  expect((await read(accounts.owner.private_key)).body.data?.public_key).not.toBe(first.api_key);
});

describe('a credential', () => {
  test('of the wrong kind or form is 401', async () => {
    const { owner } = accounts;
    const public_key = await makeKey(world.system, owner.user, 'pub');
    const wrong = [
      '',
      public_key,
      `Bearer ${owner.private_key}`,
      `${owner.private_key}x`,
      `api_${'0'.repeat(27)}`,
      'Bearer a.b.c',
      'Basic dXNlcjpwYXNz',
      'x'.repeat(5000),
    ];
    for (const input of wrong) {
      const { status, body } = await user(input);
      expect([input.slice(0, 20), status, body]).toEqual([
        input.slice(0, 20),
        401,
        { status: 'failed', msg: 'unauthorized' },
      ]);
    }
  });

  test('of another account type is 403', async () => {
    const { partner_user, owner, admin } = accounts;
    const as = (key: string, path: string) => world.call('GET', path, { credential: key });
    expect((await as(partner_user.private_key, '/merchant')).status).toBe(403);
    expect((await as(owner.private_key, '/partner')).status).toBe(403);
    expect((await as(admin.private_key, '/partner')).status).toBe(403);
  });

  test('of the API is no session: it cannot sign out', async () => {
    expect((await world.call('GET', '/logout', { credential })).status).toBe(403);
  });
});

test('key values are spread over all 62 characters', () => {
  const seen = new Set<string>();
  const random = makeRandom();
  for (let i = 0; i < 200; i++) for (const c of makeKeyValue(random, 'api').slice(4)) seen.add(c);
  expect(seen.size).toBe(62);
});

test('no letter of a key is likelier than another: bytes that would make it so are none', () => {
  const bytes = Buffer.from([255, 248, 247, 61, 0]);
  const made = makeKeyValue({ bytes: (count) => Buffer.alloc(count, bytes) }, 'api');
  expect(made).toBe(`api_${'zz0'.repeat(9)}`);
});
