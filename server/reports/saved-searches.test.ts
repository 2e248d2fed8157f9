// Saved searches: what one user keeps, what an account shares, and where both end.
import { describe, expect, it } from 'vitest';
import { max_saved_searches_of_user } from '../../contract/reports/saved-searches.ts';
import type { Person } from '../testing/tenants.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';

const world = openWorld({ lab: false });
const t = openTenants(world);

const settled = { status: { operator: '=', value: 'settled' }, created_at: { last_days: 7 } };
let made_count = 0;

function save(by: Person, more: object = {}, path = '/search/saved') {
  made_count += 1;
  const body = { name: `Search ${made_count}`, section: 'transaction', data: settled, ...more };
  return world.call('POST', path, { credential: by.private_key, body });
}
async function saved(by: Person, more: object = {}) {
  const answer = await save(by, more);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data;
}
const find = (by: Person, path = '/search/saved/transaction') =>
  world.call('GET', path, { credential: by.private_key });
const names = async (by: Person, path?: string): Promise<string[]> =>
  (await find(by, path)).body.data.map((one: { name: string }) => one.name);
const remove = (by: Person, id: string) =>
  world.call('DELETE', `/search/saved/${id}`, { credential: by.private_key });

describe('a saved search', () => {
  it('comes back as it was kept, its days still relative, with columns and sort', async () => {
    const input = {
      name: 'Big',
      account_type: 'merchant',
      columns: ['name', 'amount'],
      sort: { field: 'amount', direction: 'desc' },
    };
    const made = await saved(t.m1.boss, input);
    expect(made).toMatchObject({ ...input, section: 'transaction', data: settled, shared: false });
    const { body } = await find(t.m1.boss);
    expect(body.data.find((one: { id: string }) => one.id === made.id)).toEqual(made);
  });

  it('is listed with its own section, or with all', async () => {
    const answer = await save(t.m1.boss, { name: 'Of invoices' }, '/search/saved/invoice');
    expect(answer.body.data.section).toBe('invoice');
    expect(await names(t.m1.boss)).not.toContain('Of invoices');
    expect(await names(t.m1.boss, '/search/saved/invoice')).toEqual(['Of invoices']);
    expect(await names(t.m1.boss, '/search/saved')).toContain('Of invoices');
  });

  it('is replaced by one of the same name, and keeps its id', async () => {
    const first = await saved(t.m1.boss, { name: 'Again' });
    const second = await saved(t.m1.boss, { name: 'Again', data: {} });
    expect(second).toMatchObject({ id: first.id, data: {} });
  });

  it.each([
    ['a name', { name: ' ' }],
    ['a section', { section: undefined }],
    ['an operator that exists', { data: { status: { operator: 'in', value: 'x' } } }],
    ['a field that has a name', { data: { 'a b': { last_days: 1 } } }],
    ['at least one day', { data: { created_at: { last_days: 0 } } }],
    ['both days of a range', { data: { created_at: { start_date: '2026-01-01' } } }],
    ['the own account type', { account_type: 'admin' }],
  ])('needs %s', async (_what, more) => {
    expect((await save(t.m1.boss, more)).status).toBe(400);
  });

  it('keeps no card number, typed as text or as a figure', async () => {
    const filter = (value: unknown) => ({ operator: '=', value });
    const data = { a: filter('4111 1111 1111 1111'), b: filter(4111111111111111) };
    const answer = await save(t.m1.boss, { data, name: 'Card 4111111111111111' });
    expect(answer.text.replace(/\D/g, '')).not.toContain('4111111111111111');
  });
});

describe('the borders of a saved search', () => {
  it('a private one is its maker’s alone: others neither see nor remove it', async () => {
    const { id, name } = await saved(t.m1.clerk);
    for (const other of [t.m1.boss, t.m1a.boss, t.p1.boss, t.admin.boss]) {
      expect(await names(other)).not.toContain(name);
      expect((await remove(other, id)).status).toBe(404);
    }
    expect(await names(t.m1.clerk)).toContain(name);
    expect((await remove(t.m1.clerk, id)).status).toBe(200);
    expect(await names(t.m1.clerk)).not.toContain(name);
  });

  it('a shared one is seen by the account, not below, above or beside it', async () => {
    const { id, name } = await saved(t.p1.boss, { shared: true });
    expect(await names(t.p1.clerk)).toContain(name);
    for (const other of [t.m1.boss, t.p1a.boss, t.p2.boss, t.admin.boss]) {
      expect(await names(other)).not.toContain(name);
      expect((await remove(other, id)).status).toBe(404);
    }
  });

  it('a shared one is removed by its maker or an admin of the account, no one else', async () => {
    const of_boss = await saved(t.m1.boss, { shared: true });
    const of_clerk = await saved(t.m1.clerk, { shared: true });
    expect((await remove(t.m1.clerk, of_boss.id)).status).toBe(403);
    expect((await remove(t.m1.boss, of_clerk.id)).status).toBe(200);
    expect((await remove(t.m1.boss, of_boss.id)).status).toBe(200);
  });

  it('the same name may be kept by two users', async () => {
    const [one, two] = [
      await saved(t.m2.boss, { name: 'Mine', shared: true }),
      await saved(t.m2.clerk, { name: 'Mine' }),
    ];
    expect(one.id).not.toBe(two.id);
    expect(await names(t.m2.clerk)).toEqual(['Mine', 'Mine']);
  });

  it('a user may keep fifty, also when many are saved at once; one may be replaced', async () => {
    const many = Array.from({ length: max_saved_searches_of_user - 2 }, (_, n) => n);
    for (const n of many) await saved(t.m1a.clerk, { name: `Kept ${n}` });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => save(t.m1a.clerk)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400]);
    expect((await save(t.m1a.clerk, { name: 'Kept 0', data: {} })).status).toBe(200);
    expect((await find(t.m1a.clerk)).body.total_count).toBe(max_saved_searches_of_user);
  });
});
