// Statuses of accounts: legal moves, who makes them, and what stops within the second.
import { describe, expect, test } from 'vitest';
import { account_statuses } from '../../contract/access/access.ts';
import { accountStatus, movesFrom, statusMove } from '../../contract/accounts/statuses.ts';
import { good_card, tenant_password } from '../testing/tenants.ts';
import { openMoneyWorld } from '../testing/worlds/money-world.ts';

const money = openMoneyWorld();

const as = (who: 'admin' | 'p1' | 'p1a' | 'p2') => money.tenants[who].boss.private_key;
const merchantStatus = (credential: string, status: string, id = money.m1.account.id) =>
  money.world.call('POST', `/merchant/${id}/status/${status}`, { credential });

test('the table knows the spellings of a status, and a closed account comes back disabled', () => {
  expect(['disable', 'disabled', 'active', 'enable', 'closed', 'gone'].map(accountStatus)).toEqual([
    'disabled',
    'disabled',
    'active',
    'active',
    'closed',
    null,
  ]);
  expect(statusMove('closed', 'active')).toBeNull();
  expect(movesFrom('closed', 'partner')).toEqual([]);
  expect(movesFrom('active', 'partner').map(({ to }) => to)).toEqual(['disabled']);
  // From every status the office finds a way on.
  for (const status of account_statuses) expect(movesFrom(status, 'admin')).not.toEqual([]);
});

describe('a disabled merchant', () => {
  test('has keys and sessions that open nothing, and takes no payment', async () => {
    const { world, m1 } = money;
    const signed_in = await world.call('POST', '/token-auth', {
      body: { username: m1.boss.user.username, password: tenant_password },
    });
    const session = `Bearer ${signed_in.body.data.token}`;
    const headers = { 'x-session-id': signed_in.body.data.session_id ?? '' };
    const own = () => world.call('GET', '/merchant', { credential: session, headers });
    expect((await own()).status).toBe(200);
    const logo = await world.call('POST', '/merchant/logo', {
      credential: m1.boss.private_key,
      body: { logo: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=' },
    });
    const path = String(logo.body.data.logo_url).replace(/^.*\/api/, '');
    expect((await world.call('GET', path)).status).toBe(200);

    const answer = await world.call('GET', `/merchant/${m1.account.id}/status/disable`, {
      credential: as('p1'),
    });
    expect([answer.status, answer.body.data.status]).toEqual([200, 'disabled']);
    const before = await money.count('transaction');
    const sale = { type: 'sale', amount: 1070, payment_method: { card: good_card } };
    expect((await money.post('/transaction', sale)).status).toBe(401);
    expect(await money.count('transaction')).toBe(before);
    expect((await own()).status).toBe(401);
    expect((await world.call('GET', path)).status).toBe(404);
    const again = await world.call('POST', '/token-auth', {
      body: { username: m1.boss.user.username, password: tenant_password },
    });
    expect(again.status).toBe(401);

    expect((await merchantStatus(as('p1'), 'active')).status).toBe(200);
    expect((await money.post('/transaction', sale)).body.data.status).toBe('pending_settlement');
    // Ended is ended: nobody finds an old session open.
    expect((await own()).status).toBe(401);
  });

  test('has payments that were under way when it happened brought to their end', async () => {
    const sale = { type: 'sale', amount: 2140, payment_method: { card: good_card } };
    const [paid, disabled] = await Promise.all([
      money.post('/transaction', sale),
      merchantStatus(as('admin'), 'disabled'),
    ]);
    expect(disabled.status).toBe(200);
    // Either it came first and is whole, or it did not begin at all.
    expect([200, 401]).toContain(paid.status);
    if (paid.status === 200) expect(paid.body.data.status).toBe('pending_settlement');
    expect((await money.post('/transaction', sale)).status).toBe(401);
    await merchantStatus(as('admin'), 'enable');
  });
});

describe('a status is moved', () => {
  test('by those above the account, never by itself or a stranger', async () => {
    expect((await merchantStatus(money.m1.boss.private_key, 'disabled')).status).toBe(403);
    expect((await merchantStatus(as('p2'), 'disabled')).status).toBe(404);
    const { p1, p1a } = money.tenants;
    const own = await money.world.call('POST', `/partner/${p1.account.id}/status`, {
      credential: as('p1'),
      body: { status: 'disabled' },
    });
    expect(own.status).toBe(403);
    const clerk = await money.world.call('POST', `/partner/${p1a.account.id}/status`, {
      credential: p1.clerk.private_key,
      body: { status: 'disabled' },
    });
    expect(clerk.status).toBe(403);
  });

  test('along the table alone: the office closes, and closed is not active again', async () => {
    const { id } = money.tenants.m1a.account;
    expect((await merchantStatus(as('p1'), 'closed', id)).status).toBe(403);
    expect((await merchantStatus(as('p1'), 'nonsense', id)).status).toBe(400);
    expect((await merchantStatus(as('admin'), 'closed', id)).body.data.status).toBe('closed');
    const back = await merchantStatus(as('admin'), 'active', id);
    expect([back.status, back.body.msg]).toEqual([
      400,
      'bad request error: a closed account cannot become active',
    ]);
    expect((await merchantStatus(as('p1'), 'disabled', id)).status).toBe(403);
    expect((await merchantStatus(as('admin'), 'disabled', id)).body.data.status).toBe('disabled');
    expect((await merchantStatus(as('p1'), 'active', id)).body.data.status).toBe('active');
  });

  test('of a partner without its merchants, which go on taking payments', async () => {
    const { p1a, m1a } = money.tenants;
    const set = (status: string) =>
      money.world.call('POST', `/partner/${p1a.account.id}/status`, {
        credential: as('p1'),
        body: { status },
      });
    expect((await set('disable')).body.data.status).toBe('disabled');
    const own = await money.world.call('GET', '/partner', { credential: as('p1a') });
    expect(own.status).toBe(401);
    const sale = { type: 'sale', amount: 1070, payment_method: { card: good_card } };
    const paid = await money.post('/transaction', sale, m1a);
    expect(paid.body.data.status).toBe('pending_settlement');
    expect((await set('active')).body.data.status).toBe('active');
  });
});
