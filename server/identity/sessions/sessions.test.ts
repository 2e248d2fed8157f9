// Signing in, the life of a session, signing out.
import { afterEach, describe, expect, test } from 'vitest';
import { connect } from '../../db/database.ts';
import { openAccounts, test_password } from '../../testing/worlds/accounts-world.ts';
import { openWorld } from '../../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const accounts = openAccounts(world);
// Wrong tries of one test are not held against the next.
afterEach(() => connect(world.system).deleteFrom('sign_in_try').execute());

const signIn = (username = 'Bakery_Owner', password = test_password) =>
  world.call('POST', '/token-auth', { body: { username, password } });

async function bearer(username?: string): Promise<{ credential: string; sid: string }> {
  const { body } = await signIn(username);
  return { credential: `Bearer ${body.token}`, sid: body.sid };
}

const user = (credential: string, headers: Record<string, string> = {}) =>
  world.call('GET', '/user', { credential, headers });

function lastEvent() {
  return connect(world.system)
    .selectFrom('sign_in_event')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

async function auditRows(verb: string): Promise<number> {
  const { count } = await connect(world.system)
    .selectFrom('audit_log')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('noun', '=', 'session')
    .where('verb', '=', verb)
    .executeTakeFirstOrThrow();
  return count;
}

describe('signing in', () => {
  test('answers token and session id at the top level and under data', async () => {
    const { status, body } = await signIn();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'success', msg: 'success' });
    expect(body.data).toEqual({ token: body.token, sid: body.sid });
    expect(body.sid).toMatch(/^[0-9a-v]{20}$/);
  });

  test('gives a token whose claims say who it is and when it ends', async () => {
    const { body } = await signIn();
    const claims = JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({
      ut: 'merchant',
      role: 'admin',
      uid: accounts.owner.user.id,
      atid: accounts.merchant.id,
      un: 'Bakery_Owner',
      sid: body.sid,
    });
    expect(claims.exp - claims.iat).toBe(12 * 3600);
    const now_seconds = world.clock.real().getTime() / 1000;
    expect(Math.abs(claims.iat - now_seconds)).toBeLessThan(5);
  });

  test('takes a form and any case of the user name', async () => {
    const form = new URLSearchParams({ username: 'BAKERY_owner', password: test_password });
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/token-auth',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: form.toString(),
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().data.token).toBeTruthy();
  });

  test('leaves an event and an audit row when it succeeds', async () => {
    const before = await auditRows('create');
    const { body } = await signIn();
    const event = await lastEvent();
    expect(event).toMatchObject({ outcome: 'signed_in', user_id: accounts.owner.user.id });
    expect(await auditRows('create')).toBe(before + 1);
    expect(body.sid).toBeTruthy();
  });

  test('refuses a wrong password and an unknown name alike: an event, no audit row', async () => {
    const before = await auditRows('create');
    const wrong = await signIn('Bakery_Owner', 'not the password');
    expect(await lastEvent()).toMatchObject({
      outcome: 'wrong_password',
      user_id: accounts.owner.user.id,
      username: 'Bakery_Owner',
    });
    const unknown = await signIn('nobody_here', test_password);
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ status: 'failed', msg: 'invalid credentials' });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
    expect(await lastEvent()).toMatchObject({ outcome: 'unknown_user', user_id: '', username: '' });
    expect(await auditRows('create')).toBe(before);
  });

  test('spends the time of a password on an unknown name too', async () => {
    const spent = async (username: string) => {
      const started = performance.now();
      await signIn(username, 'not the password');
      return performance.now() - started;
    };
    const median = (times: number[]) => times.sort((a, b) => a - b)[2] as number;
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 5; round++) {
      known.push(await spent('Bakery_Owner'));
      unknown.push(await spent('nobody_here'));
    }
    // Without the work on a hash that fits nobody it would be a tenth.
    expect(median(unknown)).toBeGreaterThan(median(known) / 2);
  });

  test('names the field that is missing', async () => {
    const { status, body } = await world.call('POST', '/token-auth', { body: { username: 'x' } });
    expect([status, body.msg]).toEqual([400, 'bad request error: invalid Password']);
  });
});

describe('a session', () => {
  test('reads the caller, with or without the session id beside the token', async () => {
    const { credential, sid } = await bearer();
    const { status, body } = await user(credential);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      username: 'Bakery_Owner',
      account_type: 'merchant',
      account_type_id: accounts.merchant.id,
      account_name: 'Corner Bakery',
      dateformat: 'MM/DD/YYYY',
      defaults: { processor_id: '' },
      access_restrictions: {
        ip: null,
        password_change_required: false,
        disable_user_login: false,
      },
      ip: '127.0.0.1',
    });
    expect(body.data.permissions).toMatchObject({ process_sale: true, manage_api_keys: true });
    expect(JSON.stringify(body)).not.toContain('argon2');
    expect((await user(credential, { 'x-session-id': sid })).status).toBe(200);
    expect((await user(credential, { cookie: `a=b; sid=${sid}` })).status).toBe(200);
  });

  test('refuses a session id that belongs to another token', async () => {
    const { credential } = await bearer();
    const other = await bearer();
    expect((await user(credential, { 'x-session-id': other.sid })).status).toBe(401);
  });

  test('is not made by a cookie alone, nor by a token somebody else has signed', async () => {
    const { credential, sid } = await bearer();
    const bare = await world.call('GET', '/user', { headers: { cookie: `sid=${sid}` } });
    expect(bare.status).toBe(401);
    for (const around of [`x${credential}`, `${credential}.x`, `${credential} x`])
      expect((await user(around)).status, around).toBe(401);
    const [head, claims] = credential.split('.');
    expect((await user(`${head}.${claims}.AAAA`)).body).toEqual({
      status: 'failed',
      msg: 'unauthorized',
    });
  });

  test.each(['/logout', '/user/set-two-factor-auth', '/user/loginas/00000000000000000000'])(
    'is not changed by opening %s as a page',
    async (path) => {
      const { credential } = await bearer();
      const headers = { 'sec-fetch-mode': 'navigate' };
      const { status } = await world.call('GET', path, { credential, headers });
      expect([status, (await user(credential)).status]).toEqual([403, 200]);
    },
  );

  test('ends by signing out, at once, and leaves an audit row', async () => {
    const { credential } = await bearer();
    expect((await user(credential)).status).toBe(200);
    const before = await auditRows('remove');
    const out = await world.call('GET', '/logout', { credential });
    expect([out.status, out.body.data]).toEqual([200, null]);
    expect((await user(credential)).status).toBe(401);
    expect((await world.call('GET', '/logout', { credential })).status).toBe(401);
    expect(await auditRows('remove')).toBe(before + 1);
  });

  test('ends after 900 seconds without a call, and each call starts them anew', async () => {
    const { credential } = await bearer();
    // The second call falls between two notes on disk, and counts all the same.
    for (const seconds of [890, 10, 895]) {
      world.passRealTime(seconds * 1000);
      expect((await user(credential)).status).toBe(200);
    }
    world.passRealTime(900_000);
    expect((await user(credential)).status).toBe(401);
  });

  test('keeps on disk when it was used, for other processes and after a restart', async () => {
    const { credential, sid } = await bearer();
    world.passRealTime(600_000);
    const now = world.services.clock.real();
    expect((await user(credential)).status).toBe(200);
    await expect
      .poll(async () => {
        const { seen_at } = await connect(world.system)
          .selectFrom('user_session')
          .select('seen_at')
          .where('id', '=', sid)
          .executeTakeFirstOrThrow();
        return seen_at >= now;
      })
      .toBe(true);
  });

  test('is not kept awake by a page that looks by itself', async () => {
    const { credential } = await bearer();
    const headers = { 'x-background': '1' };
    for (const seconds of [300, 300, 299]) {
      world.passRealTime(seconds * 1000);
      const looked = await world.call('GET', '/user', { credential, headers });
      expect(looked.status).toBe(200);
    }
    world.passRealTime(2_000);
    expect((await user(credential)).status).toBe(401);
  });

  test('ends after twelve hours, however busy it was', async () => {
    const { credential } = await bearer();
    for (let minutes = 0; minutes < 12 * 60 - 12; minutes += 12) {
      world.passRealTime(12 * 60_000);
      expect((await user(credential)).status).toBe(200);
    }
    world.passRealTime(12 * 60_000);
    expect((await user(credential)).status).toBe(401);
  });

  test('is not moved by the clock of the sandbox', async () => {
    const { credential } = await bearer();
    world.clock.setOffset(world.clock.offset_ms + 30 * 86_400_000);
    world.passRealTime(2_000);
    expect((await user(credential)).status).toBe(200);
  });
});

describe('a user who is bound to an address', () => {
  test('comes in from there alone, and stays there', async () => {
    const { id } = accounts.other_owner.user;
    const bind = async (ip: string | null) => {
      const query = connect(world.system, accounts.other_merchant.id);
      const changes = { access_restrictions: JSON.stringify({ ip }) };
      await query.updateTable('user_account').set(changes).where('id', '=', id).execute();
      world.passRealTime(1_001);
    };
    await bind('127.0.0.1');
    const { credential } = await bearer('harbour_owner');
    expect((await user(credential)).status).toBe(200);
    await bind('203.0.113.9');
    expect((await user(credential)).status).toBe(401);
    expect((await signIn('harbour_owner')).status).toBe(401);
    expect((await lastEvent()).outcome).toBe('wrong_address');
    await bind(null);
    expect((await signIn('harbour_owner')).status).toBe(200);
  });
});

describe('a user who is switched off', () => {
  async function setStatus(table: 'user_account' | 'account', id: string, status: string) {
    const query = connect(world.system, accounts.other_merchant.id);
    await query.updateTable(table).set({ status }).where('id', '=', id).execute();
    world.passRealTime(1_001);
  }

  test.each(['user_account', 'account'] as const)(
    'by its %s is 401 by session, key and password',
    async (table) => {
      const { user: owner, private_key } = accounts.other_owner;
      const id = table === 'account' ? owner.account_type_id : owner.id;
      const { credential } = await bearer('harbour_owner');
      expect((await user(credential)).status).toBe(200);
      await setStatus(table, id, 'disabled');
      expect((await user(credential)).status).toBe(401);
      expect((await user(private_key)).status).toBe(401);
      const again = await signIn('harbour_owner');
      expect([again.status, again.body.msg]).toEqual([401, 'invalid credentials']);
      await setStatus(table, id, 'active');
      expect((await user(private_key)).status).toBe(200);
    },
  );
});
