// Names that exist and names that do not cost the same work at every way in: the same statements in
// the same order, the same hashes, the same answer (quality S7).

import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, inTransaction } from '../../db/database.ts';
import { resetBudgets } from '../../testing/budgets.ts';
import { tenant_password } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

/** A device that the boss of m1 has signed in from. */
let cookie: string;

const world = openWorld({ lab: false });
const t = openTenants(world);
beforeAll(async () => {
  const credentials = { username: t.m1.boss.user.username, password: tenant_password };
  const { headers } = await world.call('POST', '/token-auth', { body: credentials });
  cookie = String(headers['set-cookie']).split(';')[0] as string;
});
beforeEach(() => resetBudgets(world.services));

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { text } = value as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

/** What a call made the server do until it was answered, and the answer. */
async function workOf(path: string, body: object, headers: Record<string, string> = {}) {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  vi.mocked(verify).mockClear();
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers,
    payload: body,
  });
  const statements = query.mock.calls
    .map(([value]) => textOf(value))
    // Settings of a connection are sent when its caller changes; requests are logged in batches.
    .filter((text) => text !== '' && !/set_config|of one statement|request_log/.test(text));
  query.mockRestore();
  const { statusCode: status, body: text } = answer;
  return { status, text, hashes: vi.mocked(verify).mock.calls.length, statements };
}

async function sameWork(path: string, bodies: readonly object[], headers = {}) {
  const all = [];
  for (const body of bodies) all.push(await workOf(path, body, headers));
  const [first, ...others] = all;
  expect(first?.statements.length).toBeGreaterThan(0);
  for (const [n, other] of others.entries()) expect([n + 1, other]).toEqual([n + 1, first]);
  return first;
}

/** A user of m1 who cannot come in, for this reason. */
async function shutOut(username: string, change: Record<string, unknown>) {
  const { id } = t.m1.account;
  const body = { username, name: 'Shut', email: `${username}@example.com` };
  const credential = t.m1.boss.private_key;
  await world.call('POST', '/user', { credential, body: { ...body, password: 'Shut0ut!x' } });
  await inTransaction(world.system, id, (tx) =>
    tx.updateTable('user_account').set(change).where('username', '=', username).execute(),
  );
  return { username, password: 'Shut0ut!x' };
}

describe('sign-in', () => {
  test('does the same for an unknown name, a wrong password and whoever is shut out', async () => {
    const restricted = (more: object) => ({ access_restrictions: JSON.stringify(more) });
    const known = t.m1.clerk.user.username;
    const tries = [
      { username: 'nobody_has_this', password: tenant_password },
      { username: known, password: 'Wrong!2026' },
      { username: known.toUpperCase(), password: 'Wrong!2026' },
      await shutOut('shut_by_status', { status: 'disabled' }),
      await shutOut('shut_by_request', restricted({ disable_user_login: true })),
      await shutOut('shut_by_address', restricted({ ip: '10.1.2.3' })),
      await shutOut('shut_without_password', { password_hash: '' }),
      { ...(await shutOut('shut_by_factor', { two_factor_enabled: true })), password: 'Wrong1!x' },
    ];
    const work = await sameWork('/token-auth', tries);
    expect(work).toMatchObject({ status: 401, hashes: 1 });
  });

  test('does the same where a device that is known to somebody comes along', async () => {
    const password = 'Wrong!2026';
    const tries = [
      { username: t.m1.boss.user.username, password },
      { username: t.m2.boss.user.username, password },
      { username: 'nobody_comes_here', password },
    ];
    expect(await sameWork('/token-auth', tries, { cookie })).toMatchObject({ hashes: 1 });
  });
});

const letterCount = async () =>
  (await connect(world.system).selectFrom('outgoing_mail').select('id').execute()).length;

describe('the ways back in', () => {
  test('store the request alone; whoever it names is looked up after the answer', async () => {
    const { username, email } = t.m1.clerk.user as { username: string; email: string };
    const fresh = await shutOut('fresh_without_password', { password_hash: '' });
    const before = await letterCount();
    for (const path of ['/user/forgot-username', '/forgot-username']) {
      await sameWork(path, [{ email: 'nobody@example.org' }, { email }]);
    }
    for (const path of ['/user/forgot-password', '/user/user-setup']) {
      const bodies = ['nobody_has_this', username, fresh.username].map((name) => ({
        username: name,
      }));
      expect(await sameWork(path, bodies)).toMatchObject({ status: 200, hashes: 0 });
    }
    expect(await letterCount()).toBe(before);
  });

  test('know a code or not: a name beside it tells nothing', async () => {
    const code = { reset_code: 'x'.repeat(43), password: 'Another!2026' };
    const { username } = t.m1.clerk.user;
    const bodies = [{ ...code, username: 'nobody_has_this' }, { ...code, username }, code];
    for (const path of ['/user/forgot-password/reset', '/user/forgotten-password/reset']) {
      expect(await sameWork(path, bodies)).toMatchObject({ status: 400, hashes: 0 });
    }
  });
});
