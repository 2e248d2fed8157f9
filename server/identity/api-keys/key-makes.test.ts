// Whatever a limited API key makes or becomes lies within its own limits, or is refused.
import { afterEach, describe, expect, test } from 'vitest';
import { area_names } from '../../../contract/access/key-scopes.ts';
import { inTransaction } from '../../db/database.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false, config: { allow_loopback_receivers: true } });
const t = openTenants(world);
/** A user has few keys, so each test takes its own away. */
afterEach(() =>
  inTransaction(world.system, t.m1.account.id, (tx) =>
    tx
      .deleteFrom('api_key')
      .where('user_id', '=', t.m1.boss.user.id)
      .where('name', '=', '')
      .execute(),
  ),
);

const call = (credential: string, path: string, body: object = {}) =>
  world.call('POST', path, { credential, body });

async function make(limits: object, credential = t.m1.boss.private_key) {
  const answer = await call(credential, '/user/apikey', limits);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as { id: string; api_key: string };
}
async function read(id: string) {
  const credential = t.m1.boss.private_key;
  const { body } = await world.call('GET', `/user/apikey/${id}`, { credential });
  return { ...body.data, last_used_at: null };
}

const begun_at = Date.now();
const inHours = (hours: number) => new Date(begun_at + hours * 3_600_000).toISOString();

/** One limit of each kind, one that lies within it, and what lies outside. */
const kinds = () => ({
  scopes: {
    own: ['manage_api_keys', 'process_void'],
    within: [['process_void'], ['manage_api_keys']],
    outside: [[], ['process_sale'], ['process_void', 'view_audit_log']],
  },
  expires_at: { own: inHours(5), within: [inHours(5), inHours(1)], outside: ['', inHours(6)] },
  allowed_addresses: {
    own: ['127.0.0.0/24', '10.0.0.0/8'],
    within: [['127.0.0.1'], ['10.1.0.0/16', '127.0.0.0/24']],
    outside: [[], ['127.0.0.0/8'], ['10.1.0.1', '11.0.0.1'], ['::1'], ['::ffff:127.0.0.1/80']],
  },
});
type Kind = keyof ReturnType<typeof kinds>;
const kind_names: Kind[] = ['scopes', 'expires_at', 'allowed_addresses'];

describe.each(kind_names)('a key with %s', (kind) => {
  const limited = () => make({ [kind]: kinds()[kind].own });
  const bodies = (values: readonly unknown[]) => values.map((value) => ({ [kind]: value }));

  test('makes keys within its own limits alone', async () => {
    const { api_key } = await limited();
    for (const body of [...bodies(kinds()[kind].outside), {}]) {
      const { status, text } = await call(api_key, '/user/apikey', body);
      expect([status, text], JSON.stringify(body)).toEqual([403, expect.stringMatching(/limited/)]);
    }
    for (const body of bodies(kinds()[kind].within)) await make(body, api_key);
  });

  test('changes neither itself nor another to more than it is', async () => {
    const { id, api_key } = await limited();
    const other = await limited();
    for (const target of [id, other.id]) {
      const path = `/user/apikey/${target}`;
      const before = await read(target);
      for (const body of bodies(kinds()[kind].outside)) {
        expect((await call(api_key, path, body)).status, JSON.stringify(body)).toBe(403);
      }
      expect(await read(target)).toEqual(before);
      expect((await call(api_key, path, { name: '' })).status).toBe(200);
    }
  });

  test('changes another limit of a key within its own', async () => {
    const { id, api_key } = await limited();
    const sooner =
      kind === 'expires_at' ? { scopes: ['process_void'] } : { expires_at: inHours(1) };
    const changed = await call(api_key, `/user/apikey/${id}`, sooner);
    expect(changed.status, changed.text).toBe(200);
    expect((await read(id))[kind]).toEqual(kinds()[kind].own);
  });

  test('does not take the place of a wider key', async () => {
    const { id, api_key } = await limited();
    const wide = await make({});
    const before = await read(wide.id);
    expect((await call(api_key, `/user/apikey/${wide.id}/rotate`)).status).toBe(403);
    expect((await call(api_key, `/user/apikey/${t.m1.boss.private_key_id}/rotate`)).status).toBe(
      403,
    );
    expect(await read(wide.id)).toEqual(before);
    const own = await call(api_key, `/user/apikey/${id}/rotate`);
    expect(own.status, own.text).toBe(200);
    expect(own.body.data[kind]).toEqual((await read(id))[kind]);
  });
});

test('a key bound to origins makes none without, and frees no key beyond itself', async () => {
  const origin = 'https://shop.example';
  const { api_key } = await make({ allowed_origins: [origin] });
  const from = (path: string, body: object) =>
    world.call('POST', path, { credential: api_key, headers: { origin }, body });
  expect((await from('/user/apikey', {})).status).toBe(403);
  expect((await from('/user/apikey', { allowed_origins: ['https://x.example'] })).status).toBe(403);
  expect((await from('/user/apikey', { allowed_origins: [origin] })).status).toBe(200);
  // A wide key bound to an address is not freed by one that holds less than it.
  const bound = await make({ allowed_addresses: ['203.0.113.1'] });
  const narrow = await make({ scopes: ['manage_api_keys'] });
  const path = `/user/apikey/${bound.id}`;
  expect((await call(narrow.api_key, path, { allowed_addresses: [] })).status).toBe(403);
});

describe('a limited key and users', () => {
  let made = 0;
  const newUser = (more: object = {}) => {
    made += 1;
    return { username: `key_made_${made}`, name: 'Made', email: 'made@example.com', ...more };
  };
  const standard_areas = area_names.filter((name) => !/manage_accounts|manage_settings/.test(name));
  const holding = ['manage_users', 'process_sale', ...standard_areas];

  test('makes a user that could do no more than it', async () => {
    const { api_key } = await make({ scopes: holding });
    const ok = await call(api_key, '/user', newUser({ permissions: { process_sale: true } }));
    expect(ok.status, ok.text).toBe(200);
    for (const more of [{ permissions: { process_void: true } }, { role: 'admin' }]) {
      expect((await call(api_key, '/user', newUser(more))).status).toBe(403);
    }
    const narrow = await make({ scopes: ['manage_users', 'process_sale'] });
    const refused = await call(narrow.api_key, '/user', newUser({ create_api_key: true }));
    expect([refused.status, refused.body.msg]).toEqual([
      403,
      expect.stringMatching(
        /limited: the user would have the scope view_transactions, which the key does not have$/,
      ),
    ]);
    const copied = await call(api_key, `/user/${t.m1.boss.user.id}/copy`, newUser());
    expect(copied.status).toBe(403);
  });

  test.each(['expires_at', 'allowed_addresses'] as const)(
    'makes no users, rights, roles or webhooks with %s',
    async (kind) => {
      const { api_key } = await make({ [kind]: kinds()[kind].own });
      const { id } = t.m1.clerk.user;
      const role = { name: `Role by ${kind}`, permissions: { process_sale: true } };
      const webhook = { type: 'transaction', url: 'http://127.0.0.1:9/' };
      const calls: [string, object][] = [
        ['/user', newUser()],
        ['/user', newUser({ permissions: {} })],
        [`/user/${id}/copy`, newUser()],
        [`/user/${id}`, { permissions: { process_sale: true } }],
        [`/user/${id}`, { role: 'admin' }],
        [`/user/${id}`, { email: 'other@example.com' }],
        ['/role', role],
        ['/role', { name: `Empty role by ${kind}`, permissions: {} }],
        [`/merchant/${t.m1.account.id}/webhook`, webhook],
        ['/user/change-password', { current_password: 'x', new_password: 'Bcdefg2@yz' }],
      ];
      for (const [path, body] of calls) {
        const { status, text } = await call(api_key, path, body);
        expect([path, status], text).toEqual([path, 403]);
      }
      const rename = await call(api_key, `/user/${id}`, { name: 'Renamed' });
      expect(rename.status, rename.text).toBe(200);
    },
  );

  test('sets no address that a new password is mailed to, its own included', async () => {
    const { api_key } = await make({ scopes: holding });
    for (const person of [t.m1.boss, t.m1.clerk]) {
      const { id, email } = person.user;
      const body = { email: 'taken@example.com' };
      expect((await call(api_key, `/user/${id}`, body)).status).toBe(403);
      expect((await call(api_key, `/user/${id}`, { email, name: 'Same' })).status).toBe(200);
    }
  });

  test('of an office lets nobody in again and makes no first user that could do more', async () => {
    const office = t.admin.boss.private_key;
    const scopes = ['manage_users', 'manage_accounts', 'process_sale'];
    const { api_key } = await make({ scopes }, office);
    const { id } = t.m2.clerk.user;
    const off = { status: 'disabled' };
    expect((await call(api_key, `/user/${id}`, off)).status).toBe(200);
    expect((await call(api_key, `/user/${id}`, { status: 'active' })).status).toBe(403);
    const login = `/user/request-disable-login/${id}`;
    expect((await call(api_key, login, { disable_user_login: true })).status).toBe(200);
    expect((await call(api_key, login, { disable_user_login: false })).status).toBe(403);
    const anew = { password_change_required: true };
    const required = await call(api_key, `/user/request-password-change/${id}`, anew);
    expect([
      required.status,
      (await call(api_key, login, { disable_user_login: true })).status,
    ]).toEqual([200, 200]);
    const merchant = { name: 'By a key', partner_id: t.p1.account.id };
    const user = newUser({ permissions: { process_sale: true } });
    expect((await call(api_key, '/merchant', { ...merchant, user })).status).toBe(403);
    expect((await call(api_key, '/merchant', merchant)).status).toBe(200);
    expect((await call(api_key, '/user', newUser())).status).toBe(403);
  });

  test('a wide key makes keys and users as ever', async () => {
    const user = newUser({ role: 'admin', create_api_key: true, password: 'Bcdefg2@yz' });
    const answer = await call(t.m1.boss.private_key, '/user', user);
    expect(answer.status, answer.text).toBe(200);
    const key = await make({}, answer.body.data.api_key);
    expect((await call(key.api_key, `/user/apikey/${key.id}/rotate`)).status).toBe(200);
  });
});

test('no limited key reads or redirects the mails that set passwords', async () => {
  const { private_key } = t.admin.boss;
  const brand = {
    partner_id: t.p1.account.id,
    domain: 'x.evil.example',
    title: 'X',
    brand_name: 'X',
  };
  for (const limits of [
    { scopes: ['manage_sandbox', 'manage_accounts'] },
    { expires_at: inHours(5) },
  ]) {
    const { id, api_key } = await make(limits, private_key);
    const answers = [
      await call(api_key, '/mailbox/search'),
      await world.call('GET', '/mailbox/mail', { credential: api_key }),
      await call(api_key, '/admin/branding', brand),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    await world.call('DELETE', `/user/apikey/${id}`, { credential: private_key });
  }
  expect((await call(private_key, '/mailbox/search')).status).toBe(200);
  expect((await call(private_key, '/admin/branding', brand)).status).toBe(200);
});

test('a key does not lift the restriction of its own user', async () => {
  const credential = t.admin.boss.private_key;
  const lift = (user_id: string) =>
    world.call('DELETE', '/user/reset-ip-restriction', { credential, body: { user_id } });
  expect((await lift(t.admin.boss.user.id)).status).toBe(403);
  expect((await lift(t.m1.clerk.user.id)).status).toBe(200);
});

test('a limited key does not lift the IP restriction of others', async () => {
  const { api_key } = await make({ scopes: ['manage_users'] });
  const clerk = `/user/${t.m1.clerk.user.id}`;
  const restrict = (by: string, ip: string) => call(by, clerk, { access_restrictions: { ip } });
  expect((await restrict(api_key, '10.9.9.9')).status).toBe(200);
  for (const wider of ['', '10.9.9.8']) {
    expect((await restrict(api_key, wider)).body.msg).toMatch(/IP restriction/);
  }
  expect((await restrict(t.m1.boss.private_key, '')).status).toBe(200);
});
