// Large reports: requested by a call, written by a job out of one snapshot, fetched by their
// requester.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../db/database.ts';
import { auditRows } from '../testing/audit-rows.ts';
import { opened } from '../testing/opened.ts';
import { makeMoneyWorld } from '../testing/worlds/money-world.ts';
import { exportJob, exportPath, exportsWritten } from './export-job.ts';

const rows = 50_001;
const day_ms = 86_400_000;

/** Not audited: its rows are copies without attempts and postings. */
const w = opened(
  () => makeMoneyWorld({ jobs: [exportJob] }),
  (open) => open.close(),
);
beforeAll(async () => {
  const model = await w.pay();
  const owner = new pg.Client({ connectionString: w.world.database_url });
  await owner.connect();
  await owner.query('create temporary sequence place');
  await owner.query(
    `create temporary table made as select t.*
     from transaction t, generate_series(1, ${rows - 1}) where t.id = '${model.id}'`,
  );
  await owner.query(
    `update made set id = lpad(nextval('place')::text, 20, '0'), description = E'line\\nbreak'`,
  );
  await owner.query('insert into transaction select * from made');
  await owner.query('analyze transaction');
  await owner.end();
});

async function ask(body: object = {}, path = '/transaction/report') {
  const answer = await w.post(path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

/** Runs what the call put on the list, and waits for the file. */
async function written(id: string) {
  await w.world.runner.runDue(w.world.clock.now());
  await exportsWritten(w.world.system);
  return (await w.get(`/export/${id}`)).body.data;
}

const fileOf = (id: string) => exportPath(w.world.system, id);

async function auditVerbs(id: string): Promise<string[]> {
  const found = await auditRows(w.world.system, 'export', id);
  expect(new Set(found.map((row) => row.merchant_id))).toEqual(new Set([w.m1.account.id]));
  return found.map((row) => row.verb);
}

describe('a report of more than fifty thousand rows', () => {
  let id = '';

  it('is answered with the id of an export, which a job writes', async () => {
    const { body, headers } = await ask();
    expect(headers['content-type']).toContain('application/json');
    id = body.data.export_id;
    const queued = (await w.get(`/export/${id}`)).body.data;
    expect(queued).toMatchObject({ state: 'queued', rows: 0, expected_rows: rows, progress: 0 });
    expect((await w.get(`/export/${id}/download`)).status).toBe(400);
    const done = await written(id);
    expect(done).toMatchObject({ state: 'done', rows, progress: 100, content_type: 'text/csv' });
    expect(done.as_of).not.toBeNull();
    expect(statSync(fileOf(id)).mode & 0o777).toBe(0o600);
  });

  it('is refused before it is put on any list where its time zone is none', async () => {
    const { status, body } = await w.post('/transaction/report', { time_zone: 'No/Where' });
    expect([status, body.msg]).toEqual([400, 'bad request error: invalid Time Zone']);
  });

  it('is fetched as the very bytes whose hash it tells', async () => {
    const listed = (await w.get(`/export/${id}`)).body.data;
    const file = await w.get(`/export/${id}/download`);
    expect(file.headers['content-disposition']).toContain('transactions-');
    expect(createHash('sha256').update(file.text).digest('hex')).toBe(listed.sha256);
    expect(Buffer.byteLength(file.text)).toBe(listed.bytes);
    expect(file.text.match(/"line\nbreak"/g)?.length).toBe(rows - 1);
    expect(await auditVerbs(id)).toEqual(['create', 'download']);
  });

  it('is nobody else’s, not even of who may see its transactions', async () => {
    const { admin, p1, m2 } = w.tenants;
    for (const other of [admin, p1, m2]) {
      const credential = other.boss.private_key;
      for (const path of [`/export/${id}`, `/export/${id}/download`]) {
        expect((await w.world.call('GET', path, { credential })).status).toBe(404);
      }
    }
  });

  it('is written anew where the process that wrote it has died', async () => {
    const made = (await ask({ output: 'printable' })).body.data.export_id;
    const died = new Date(w.world.clock.real().getTime() - 1_000);
    const query = connect(w.world.system, w.m1.account.id);
    await query
      .updateTable('report_export')
      .set({ state: 'running', claimed_until: died, row_count: 7 })
      .where('id', '=', made)
      .execute();
    await query.deleteFrom('job').where('key', '=', made).execute();
    await w.world.runner.start();
    await w.world.runner.stop();
    const done = await written(made);
    expect(done).toMatchObject({ state: 'done', rows, content_type: 'text/html' });
    expect((await w.get(`/export/${made}/download`)).text).toMatch(/<\/html>\n$/);
  });

  it('is written within a minute where the process died a moment before the start', async () => {
    const made = (await ask({ output: 'printable' })).body.data.export_id;
    const query = connect(w.world.system, w.m1.account.id);
    const claimUntil = (claimed_until: ReturnType<typeof sql<Date>>) =>
      query
        .updateTable('report_export')
        .set({ state: 'running', claimed_until, attempt_count: 1 })
        .where('id', '=', made)
        .execute();
    // The claim of the dead process still has half a minute when the next one starts.
    await claimUntil(sql<Date>`clock_timestamp() + interval '30 seconds'`);
    await query.deleteFrom('job').where('key', '=', made).execute();
    const look = () => exportJob.watch?.look(w.world.system);
    await look();
    expect(await written(made)).toMatchObject({ state: 'running' });
    await claimUntil(sql<Date>`clock_timestamp() - interval '1 second'`);
    expect(exportJob.watch?.every_ms).toBeLessThanOrEqual(60_000);
    // Twice, as while it waits behind a long one: it is written once.
    await Promise.all([look(), look()]);
    expect(await written(made)).toMatchObject({ state: 'done', rows });
    const row = await query
      .selectFrom('report_export')
      .select('attempt_count')
      .where('id', '=', made)
      .executeTakeFirst();
    expect(row?.attempt_count).toBe(2);
  });

  it('is not ended by a run whose claim another one has taken', async () => {
    const made = (await ask()).body.data.export_id;
    const query = connect(w.world.system, w.m1.account.id);
    const rowOf = () =>
      query
        .selectFrom('report_export')
        .selectAll()
        .where('id', '=', made)
        .executeTakeFirstOrThrow();
    const held = new pg.Client({ connectionString: w.world.database_url });
    await held.connect();
    // The older run takes the export and cannot read its rows yet.
    await held.query('begin');
    await held.query('lock table transaction in access exclusive mode');
    await w.world.runner.runDue(w.world.clock.now());
    await expect.poll(async () => (await rowOf()).state, { timeout: 20_000 }).toBe('running');
    const claimed_until = new Date(w.world.clock.real().getTime() + 3_600_000);
    await query
      .updateTable('report_export')
      .set({ attempt_count: 2, claimed_until })
      .where('id', '=', made)
      .execute();
    const row = await rowOf();
    for (const file of [fileOf(made), `${fileOf(made)}.2.part`]) writeFileSync(file, 'newer');
    await held.query('rollback');
    await held.end();
    await exportsWritten(w.world.system);
    expect(await rowOf()).toEqual(row);
    const files = readdirSync(path.dirname(fileOf(made))).filter((name) => name.startsWith(made));
    expect(files.sort()).toEqual([made, `${made}.2.part`]);
    for (const file of [fileOf(made), `${fileOf(made)}.2.part`])
      expect(readFileSync(file, 'utf8')).toBe('newer');
    // The next attempt removes what the overtaken one left, and finishes.
    const over = new Date(w.world.clock.real().getTime() - 1_000);
    await query
      .updateTable('report_export')
      .set({ claimed_until: over })
      .where('id', '=', made)
      .execute();
    await exportJob.run(w.world.system, { merchant_id: w.m1.account.id, key: made } as never);
    await exportsWritten(w.world.system);
    expect(await rowOf()).toMatchObject({ state: 'done', row_count: rows });
    expect(existsSync(`${fileOf(made)}.2.part`)).toBe(false);
    expect((await w.get(`/export/${made}/download`)).status).toBe(200);
  });

  it('is given up where three attempts ended with their process', async () => {
    const made = (await ask()).body.data.export_id;
    const query = connect(w.world.system, w.m1.account.id);
    const died = { state: 'running', attempt_count: 3, claimed_until: new Date(0) };
    await query.updateTable('report_export').set(died).where('id', '=', made).execute();
    expect(await written(made)).toMatchObject({
      state: 'failed',
      failure: 'The report could not be written.',
    });
  });

  it('never holds a card number: such a search is streamed', async () => {
    const number = '4111111111111111';
    const filter = { full_cc_number: { operator: '=', value: number } };
    expect((await ask(filter)).headers['content-type']).toContain('text/csv');
  });

  it('is refused where its account waits for five, of many at once too, or has fifty', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => w.post('/transaction/report')),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(5).fill(200),
      ...Array(3).fill(429),
    ]);
    expect(refused[0]?.body.msg).toBe(
      'Your account is waiting for 5 exports. Try again when one of them is complete.',
    );
    const query = connect(w.world.system, w.m1.account.id);
    await query
      .updateTable('report_export')
      .set({ state: 'failed' })
      .where('state', '=', 'queued')
      .execute();
    const model = await query
      .selectFrom('report_export')
      .select(({ fn }) => fn.max<string>('id').as('id'))
      .executeTakeFirstOrThrow();
    await sql`insert into report_export select (jsonb_populate_record(r, jsonb_build_object(
        'id', 'kept' || n, 'state', 'done'))).*
      from report_export r, generate_series(1, 50) n where r.id = ${model.id}`.execute(query);
    const { status, body } = await w.post('/transaction/report');
    expect([status, body.msg]).toEqual([
      429,
      'Your account has 50 exported files. Each is deleted 7 days after its request.',
    ]);
    await query.deleteFrom('report_export').where('id', 'like', 'kept%').execute();
    await ask();
  });

  it('is not served when its file is not what was written', async () => {
    writeFileSync(fileOf(id), 'short');
    expect((await w.get(`/export/${id}/download`)).status).toBe(404);
  });

  it('is gone after seven days', async () => {
    await w.advance(8 * 86_400);
    expect((await w.get(`/export/${id}`)).body.data.state).toBe('expired');
    expect(existsSync(fileOf(id))).toBe(false);
    expect((await w.get(`/export/${id}/download`)).status).toBe(400);
  });

  it('is forgotten with its proof after 800 days more, and no other is', async () => {
    const query = connect(w.world.system, w.m1.account.id);
    const all = async () =>
      (await query.selectFrom('report_export').select('id').execute()).map((row) => row.id).sort();
    const before = await all();
    expect(before.length).toBeGreaterThan(2);
    const expireBefore = (days: number) => new Date(w.world.clock.now().getTime() - days * day_ms);
    const change = query.updateTable('report_export').where('state', '=', 'expired');
    await change.set({ expires_at: expireBefore(798) }).execute();
    await change
      .set({ expires_at: expireBefore(800) })
      .where('id', '=', id)
      .execute();
    await w.advance(86_400);
    expect(await all()).toEqual(before.filter((one) => one !== id));
  });

  it('that cannot be removed does not keep the others', async () => {
    const query = connect(w.world.system, w.m1.account.id);
    const [kept, gone] = await query.selectFrom('report_export').select('id').limit(2).execute();
    if (!kept || !gone) throw new Error('no exports');
    const expires_at = w.world.clock.now();
    const change = { state: 'done', expires_at, claimed_until: null };
    await query.updateTable('report_export').set(change).execute();
    // A folder in the place of its file: it is not removed as one.
    rmSync(fileOf(kept.id), { force: true });
    mkdirSync(fileOf(kept.id));
    await w.advance(86_400);
    const stateOf = async ({ id: of }: { id: string }) =>
      (await w.get(`/export/${of}`)).body.data.state;
    expect([await stateOf(kept), await stateOf(gone)]).toEqual(['done', 'expired']);
    // What failed is tried again within the hour, not the next day.
    rmSync(fileOf(kept.id), { recursive: true });
    await w.advance(3_600);
    expect(await stateOf(kept)).toBe('expired');
  });
});
