// Latest News: shown one step down, to the kind it is for, and to nobody beside.
import { beforeAll, expect, it } from 'vitest';
import type { HomeRecord } from '../../contract/reports/dashboard.ts';
import { inTransaction } from '../db/database.ts';
import type { Person } from '../testing/tenants.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';

let written = 0;

async function write(
  merchant_id: string,
  title: string,
  visibility = 'all',
  at_ms?: number,
): Promise<void> {
  const { system } = world;
  written += 1;
  const at = new Date(at_ms ?? Date.UTC(2026, 0, 1, 0, written));
  const words = { title, message: 'Read this.', author_name: 'Ada', visibility };
  const row = { merchant_id, id: system.ids.next(), ...words, created_at: at, updated_at: at };
  await inTransaction(system, merchant_id, (tx) =>
    tx.insertInto('news_item').values(row).execute(),
  );
}

async function titles({ private_key }: Person, query = ''): Promise<string[]> {
  const answer = await world.call('GET', `/dashboard/news${query}`, { credential: private_key });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.map(({ title }: { title: string }) => title);
}

const world = openWorld({ lab: false });
const t = openTenants(world);
beforeAll(async () => {
  await write(t.p1.account.id, 'Old');
  await write(t.p1.account.id, 'For partners', 'partner');
  await write(t.p1.account.id, 'For merchants', 'merchant');
  await write(t.p1a.account.id, 'Of the sub-partner');
  await write(t.p2.account.id, 'Of another partner');
});

it('a merchant reads its own partner, newest first, and what is for merchants', async () => {
  expect(await titles(t.m1.boss)).toEqual(['For merchants', 'Old']);
  expect(await titles(t.m1.clerk)).toEqual(['For merchants', 'Old']);
});

it('goes one step down: below a sub-partner nobody reads who stands above it', async () => {
  expect(await titles(t.m1a.boss)).toEqual(['Of the sub-partner']);
  expect(await titles(t.p1a.boss)).toEqual(['Of the sub-partner', 'For partners', 'Old']);
});

it('whoever wrote reads its own, whomever it is for; the office reads no partner’s', async () => {
  expect(await titles(t.p1.boss)).toEqual(['For merchants', 'For partners', 'Old']);
  expect(await titles(t.admin.boss)).toEqual([]);
});

it('is unread until it is opened, for each user alone', async () => {
  const at = world.clock.now().getTime() - 60_000;
  const unread = async ({ private_key }: Person) => {
    const answer = await world.call('GET', '/dashboard/home', { credential: private_key });
    const { waiting } = answer.body.data as HomeRecord;
    const { count = 0, name = '' } = waiting.find(({ kind }) => kind === 'unread_news') ?? {};
    return [count, name];
  };
  const read = (by: Person, until: string) =>
    world.call('POST', '/dashboard/news/read', { credential: by.private_key, body: { until } });
  // What is older than thirty days was never unread for them, and what is not for them neither.
  expect(await unread(t.m2.boss)).toEqual([0, '']);
  await write(t.p2.account.id, 'Closed on Friday', 'all', at);
  await write(t.p2.account.id, 'Better rates', 'partner', at);
  await write(t.p2.account.id, 'Open on Monday', 'all', at + 1000);
  expect(await unread(t.m2.boss)).toEqual([2, '']);
  const until = new Date(at).toISOString();
  expect((await read(t.m2.boss, until)).status).toBe(200);
  expect(await unread(t.m2.boss)).toEqual([1, 'Open on Monday']);
  expect(await unread(t.m2.clerk)).toEqual([2, '']);
  await read(t.m2.boss, new Date(at + 1000).toISOString());
  await read(t.m2.boss, until);
  expect(await unread(t.m2.boss)).toEqual([0, '']);
  // A time to come marks nothing that is not written yet.
  await read(t.m2.clerk, '2999-01-01T00:00:00.000Z');
  expect(await unread(t.m2.clerk)).toEqual([0, '']);
  await write(t.p2.account.id, 'Later', 'all', world.clock.now().getTime() + 1000);
  expect(await unread(t.m2.clerk)).toEqual([1, 'Later']);
  const wrong = await read(t.m2.boss, 'yesterday');
  expect([wrong.status, wrong.body.msg]).toEqual([400, expect.stringContaining('Until')]);
});

it('pages and counts', async () => {
  expect(await titles(t.p1.boss, '?limit=1&offset=1')).toEqual(['For partners']);
  const answer = await world.call('GET', '/dashboard/news?limit=1', {
    credential: t.p1.boss.private_key,
  });
  expect(answer.body.total_count).toBe(3);
});

it('a screen that broke is kept under the id of its report, and has a trace', async () => {
  const body = { screen: '/merchant/users', message: 'It broke', trace: ['at Users'] };
  const credential = t.m1.boss.private_key;
  const reported = await world.call('POST', '/panel/failure', { credential, body });
  const { correlation_id } = reported.body.data;
  expect(correlation_id).toBe(reported.headers['x-correlation-id']);
  const trace = await world.call('GET', `/trace/${correlation_id}`, { credential });
  expect(trace.body.data.request.input).toEqual(body);
});
