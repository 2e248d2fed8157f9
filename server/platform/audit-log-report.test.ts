// The audit log as a file: proved by its manifest, and written by a job above fifty thousand rows.
import { createHash } from 'node:crypto';
import { parse as parseCsv } from 'csv-parse/sync';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { connect, inTransaction } from '../db/database.ts';
import { exportJob, exportsWritten } from '../reports/export-job.ts';
import { auditRows } from '../testing/audit-rows.ts';
import type { Person } from '../testing/tenants.ts';
import { openTenants, openWorld } from '../testing/worlds/open-world.ts';

const count = 50_001;

const world = openWorld({ lab: false, jobs: [exportJob] });
const t = openTenants(world);
beforeAll(async () => {
  await fill(t.m1.account.id, count);
  await fill(t.m2.account.id, 3);
});

async function fill(merchant_id: string, rows: number): Promise<void> {
  await inTransaction(world.system, merchant_id, (tx) =>
    sql`insert into audit_log (merchant_id, id, verb, noun, noun_id, account_type, account_id,
        user_id, user_name, credential, ip_address, request_id, after, created_at)
      select ${merchant_id}, lpad(n::text, 20, '0'), 'bulk', 'thing', 'thing' || n, 'merchant',
        ${merchant_id}, 'user', 'bulk', 'session', '10.0.0.1', 'request' || n,
        '{"api_key": "x", "note": "a"}', now() - n * interval '1 second'
      from generate_series(1, ${rows}::integer) as n`.execute(tx),
  );
}

const ask = (by: Person, body: object = {}) =>
  world.call('POST', '/audit/report', { credential: by.private_key, body });
const get = (by: Person, path: string) => world.call('GET', path, { credential: by.private_key });
const bulk = { verb: { operator: '=', value: 'bulk' } };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

it('a small file comes at once, and its manifest proves it', async () => {
  const answer = await ask(t.m2.boss, bulk);
  expect(answer.headers['content-type']).toContain('text/csv');
  const { body } = await get(t.m2.boss, `/export/${answer.headers['x-export-id']}/manifest`);
  expect(body.data).toMatchObject({ kind: 'audit_log', rows: 3, sha256: sha256(answer.text) });
  expect(body.data.search.filters).toEqual(bulk);
});

it('a large one is written by a job, and holds every row, masked, newest first', async () => {
  const requested = await ask(t.m1.boss, { ...bulk, limit: 5, offset: 5 });
  expect(requested.status, requested.text).toBe(200);
  const { export_id } = requested.body.data;
  expect((await get(t.m1.boss, `/export/${export_id}`)).body.data).toMatchObject({
    state: 'queued',
    expected_rows: count,
  });
  await world.runner.runDue(world.services.clock.now());
  await exportsWritten(world.system);
  const { data } = (await get(t.m1.boss, `/export/${export_id}`)).body;
  expect(data).toMatchObject({ state: 'done', rows: count, content_type: 'text/csv' });
  expect(data.filename).toMatch(/^audit-log-\d\d-\d\d-\d{4}\.csv$/);
  const file = await get(t.m1.boss, `/export/${export_id}/download`);
  expect(sha256(file.text)).toBe(data.sha256);
  const rows: Record<string, string>[] = parseCsv(file.text, { columns: true });
  expect(rows).toHaveLength(count);
  expect(new Set(rows.map(({ merchant_id }) => merchant_id))).toEqual(new Set([t.m1.account.id]));
  expect(rows[0]).toMatchObject({ noun_id: 'thing1', correlation_id: 'request1' });
  expect(JSON.parse(rows[0]?.after ?? '')).toEqual({ api_key: '***', note: 'a' });
  const recorded = await auditRows(world.system, 'export', export_id);
  expect(recorded.map(({ verb }) => verb)).toEqual(['create', 'download']);
  expect(recorded[0]?.after).toMatchObject({ kind: 'audit_log', input: { filters: bulk } });
});

it('no user who may not read the log gets it, and no other account', async () => {
  const made = await connect(world.system)
    .selectFrom('report_export')
    .select('id')
    .where('merchant_id', '=', t.m1.account.id)
    .executeTakeFirstOrThrow();
  expect((await get(t.m1.boss, `/export/${made.id}/manifest`)).status).toBe(200);
  for (const by of [t.m1.clerk, t.m2.boss, t.p1.boss, t.admin.boss]) {
    for (const part of ['', '/download', '/manifest']) {
      expect((await get(by, `/export/${made.id}${part}`)).status).toBe(404);
    }
  }
});
