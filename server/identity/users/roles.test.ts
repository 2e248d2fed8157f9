// Roles of an account: who is counted, what holds still while a role is given, changed or removed;
// and the searched list of users.

import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { resetBudgets } from '../../testing/budgets.ts';
import type { Person } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import { noticeAddresses } from './notice-addresses.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

const post = (person: Person, path: string, body: object = {}) => {
  resetBudgets(world.services);
  return world.call('POST', path, { credential: person.private_key, body });
};
const get = (person: Person, path: string) =>
  world.call('GET', path, { credential: person.private_key });

let made = 0;
async function makeRole(permissions: object = {}): Promise<string> {
  made += 1;
  const answer = await post(t.m1.boss, '/role', { name: `Role ${made}`, permissions });
  return answer.body.data.id;
}
async function makeUser(more: object = {}): Promise<string> {
  made += 1;
  const names = { username: `holder_user_${made}`, name: `Holder ${made}` };
  const answer = await post(t.m1.boss, '/user', { ...names, email: 'h@example.com', ...more });
  return answer.body.data.id;
}

describe('a role', () => {
  test('counts its users, and stays while one of them holds it', async () => {
    const id = await makeRole();
    const user = await makeUser({ custom_role_id: id });
    await makeUser({ custom_role_id: id });
    expect((await get(t.m1.boss, `/role/${id}`)).body.data.users_count).toBe(2);
    const { body } = await get(t.m1.boss, '/roles?limit=100');
    expect(body.data.find((role: { id: string }) => role.id === id).users_count).toBe(2);
    const { private_key: credential } = t.m1.boss;
    const refused = await world.call('DELETE', `/role/${id}`, { credential });
    expect([refused.status, refused.body.msg]).toEqual([
      400,
      expect.stringContaining('is assigned to'),
    ]);
    expect((await get(t.m1.boss, `/user/${user}`)).body.data.custom_role_id).toBe(id);
  });

  test('is made without a description, as a form sends an empty one', async () => {
    const empty = { name: 'Night desk', description: '', permissions: {} };
    const { status, body } = await post(t.m1.boss, '/role', empty);
    expect([status, body.data.description]).toEqual([200, '']);
  });

  test('can lose its description, and its list is that of one account', async () => {
    const id = await makeRole();
    await post(t.m1.boss, `/role/${id}`, { description: 'Till' });
    const emptied = await post(t.m1.boss, `/role/${id}`, { description: '' });
    expect(emptied.body.data.description).toBe('');
    const own = await get(t.p1.boss, '/roles?limit=100');
    expect(own.body.data).toEqual([]);
    const below = await get(t.p1.boss, `/roles?limit=100&account_id=${t.m1.account.id}`);
    expect(below.body.data.map((role: { id: string }) => role.id)).toContain(id);
    expect((await get(t.p2.boss, `/roles?account_id=${t.m1.account.id}`)).status).toBe(404);
  });

  test('of a user with the admin role is changed by such users alone', async () => {
    const { boss, clerk } = t.p1;
    const roleOf = async (name: string): Promise<string> =>
      (await post(boss, '/role', { name, permissions: { process_sale: true } })).body.data.id;
    const [id, free] = [await roleOf('Held'), await roleOf('Free')];
    const names = { username: 'holds_and_rules', name: 'Holder', email: 'h@example.com' };
    const made = await post(boss, '/user', { ...names, role: 'admin', custom_role_id: id });
    expect(made.status).toBe(200);
    await post(boss, `/user/${clerk.user.id}`, { permissions: { manage_users: true } });
    const change = { permissions: { process_sale: false } };
    expect((await post(clerk, `/role/${free}`, change)).status).toBe(200);
    expect((await post(clerk, `/role/${id}`, change)).status).toBe(403);
    expect((await get(boss, `/role/${id}`)).body.data.permissions.process_sale).toBe(true);
    await post(boss, `/user/${clerk.user.id}`, { permissions: { manage_users: false } });
    await world.call('DELETE', `/user/${made.body.data.id}`, { credential: boss.private_key });
    await world.call('DELETE', `/role/${free}`, { credential: boss.private_key });
    await world.call('DELETE', `/role/${id}`, { credential: boss.private_key });
  });

  test('is never removed under a user who is being given it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await makeRole({ process_sale: true });
      const user = await makeUser();
      const { private_key: credential } = t.m1.boss;
      const [assigned, removed] = await Promise.all([
        post(t.m1.boss, `/user/${user}`, { custom_role_id: id }),
        world.call('DELETE', `/role/${id}`, { credential }),
      ]);
      const { data } = (await get(t.m1.boss, `/user/${user}`)).body;
      const stands = (await get(t.m1.boss, `/role/${id}`)).status === 200;
      expect([assigned.status, removed.status].toSorted()).toEqual([200, 400]);
      expect(data.custom_role_id === id).toBe(stands);
    }
  });

  test('is locked before its users: who changes it waits for nobody who waits for it', async () => {
    const id = await makeRole();
    const user = await makeUser({ custom_role_id: id });
    const other = new pg.Client({ connectionString: world.database_url });
    await other.connect();
    let renamed: ReturnType<typeof post> | undefined;
    try {
      await other.query('begin');
      await other.query('select from custom_role where id = $1 for update', [id]);
      renamed = post(t.m1.boss, `/user/${user}`, { name: 'Renamed' });
      await vi.waitFor(async () => {
        const { rows } = await other.query(`select from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`);
        expect(rows).toHaveLength(1);
      }, 10_000);
      const users = 'select from user_account where custom_role_id = $1 for update nowait';
      expect((await other.query(users, [id])).rowCount).toBe(1);
    } finally {
      await other.end();
    }
    expect((await renamed)?.status).toBe(200);
  });

  test('keeps both of two changes at once, and its users have both', async () => {
    const id = await makeRole();
    const user = await makeUser({ custom_role_id: id });
    await Promise.all([
      post(t.m1.boss, `/role/${id}`, { permissions: { process_sale: true } }),
      post(t.m1.boss, `/role/${id}`, { permissions: { process_void: true } }),
      post(t.m1.boss, `/user/${user}`, { name: 'Renamed' }),
    ]);
    const both = { process_sale: true, process_void: true };
    expect((await get(t.m1.boss, `/role/${id}`)).body.data.permissions).toMatchObject(both);
    const { data } = (await get(t.m1.boss, `/user/${user}`)).body;
    expect([data.name, data.permissions]).toEqual(['Renamed', expect.objectContaining(both)]);
  });
});

describe('the list of users', () => {
  const names = async (person: Person, path: string, body: object): Promise<string[]> => {
    const answer = await post(person, path, { limit: 100, ...body });
    return answer.body.data.map((user: { username: string }) => user.username);
  };
  const within = () => `/users/search/merchant/${t.m1.account.id}`;

  test('is searched by name, user name, status and role, and sorted', async () => {
    const id = await makeUser({ name: 'Zoë Searched', status: 'disabled' });
    const { username } = (await get(t.m1.boss, `/user/${id}`)).body.data;
    const filters = [
      { name: { operator: '%', value: 'searched' } },
      { username: { operator: '=', value: username } },
      { status: { operator: '=', value: 'disabled' } },
    ];
    for (const one of filters) expect(await names(t.m1.boss, within(), one)).toEqual([username]);
    const admins = { role: { operator: '=', value: 'admin' } };
    expect(await names(t.m1.boss, within(), admins)).toEqual([t.m1.boss.user.username]);
    const sorted = await names(t.m1.boss, within(), {
      sort: { field: 'username', direction: 'asc' },
    });
    expect(sorted.length).toBeGreaterThan(3);
    const other_way = { sort: { field: 'username', direction: 'desc' } };
    expect(await names(t.m1.boss, within(), other_way)).toEqual(sorted.toReversed());
    const unknown = await post(t.m1.boss, within(), { sort: { field: 'password_hash' } });
    expect(unknown.status).toBe(400);
  });

  test('ends at the reach of who searches', async () => {
    const all = { name: { operator: '%', value: 'boss' } };
    expect(await names(t.m1.boss, '/users/search', all)).toEqual([t.m1.boss.user.username]);
    expect((await post(t.p2.boss, within(), all)).status).toBe(404);
    expect(await names(t.p2.boss, '/users/search', all)).not.toContain(t.m1.boss.user.username);
  });
});

test('the product writes to the active admins of an account that take mail', async () => {
  const email = 'admins@example.com';
  const admin = { role: 'admin', email };
  const users = [admin, admin, { email: 'standard@example.com' }];
  const off = { email: 'off@example.com', role: 'admin' };
  const silent = [
    { ...off, status: 'disabled' },
    { ...off, supress_email_notification: true },
  ];
  for (const user of [...users, ...silent]) await makeUser(user);
  const addresses = await noticeAddresses(world.system, t.m1.account.id);
  expect(addresses.toSorted()).toEqual([email, t.m1.boss.user.email]);
});
