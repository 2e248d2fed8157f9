// A backup under load is one moment's whole truth, and what it is restored to goes on from there.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../testing/database.ts';
import { makeSale } from '../../testing/tenants.ts';
import { openTenants, openWorld } from '../../testing/worlds/open-world.ts';
import { makeWorld } from '../../testing/worlds/world.ts';
import { runAudits } from '../audit.ts';
import { openDatabase } from '../database.ts';
import { type BackupReport, backUp } from './backup.ts';
import { contentOf, settle, tablesOf } from './backup-tables.ts';
import { restore } from './restore.ts';

let folder: string;
let file: string;
let report: BackupReport;
const made: TestDatabase[] = [];

const world = openWorld();
const tenants = openTenants(world);
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'penstock-backup-'));
  file = path.join(folder, 'a.backup');
  await makeSale(world, tenants.m1, { description: 'tab\there, line\nthere, \\. and \\N ü 💥' });
  let loaded = true;
  const load = [tenants.m1, tenants.m2].map(async (merchant) => {
    for (let n = 0; loaded || n < 5; n++) await makeSale(world, merchant);
  });
  report = await backUp(world.database_url, file);
  loaded = false;
  await Promise.all(load);
});
afterAll(async () => {
  for (const database of made) await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function newDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  made.push(database);
  return database;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await settle(client);
    return await work(client);
  } finally {
    await client.end();
  }
}

async function prints(url: string): Promise<Record<string, unknown>> {
  return await withClient(url, async (client) => {
    const found: Record<string, unknown> = {};
    for (const { name } of await tablesOf(client)) found[name] = await contentOf(client, name);
    return found;
  });
}

describe('a backup taken while payments run', () => {
  it('is readable by its owner alone and holds every table', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const tables = await withClient(world.database_url, tablesOf);
    expect(report.table_count).toBe(tables.length);
    expect(report.row_count).toBeGreaterThan(50);
    await expect(backUp(world.database_url, file)).rejects.toThrow('exists already');
  });

  it('holds no key: what is sealed in it stays sealed', () => {
    const text = gunzipSync(readFileSync(file)).toString('latin1');
    const master = Buffer.alloc(32, 7);
    for (const form of [master.toString('hex'), master.toString('base64')]) {
      expect(text).not.toContain(form);
    }
  });

  it('is restored row for row, and every audit is silent there', async () => {
    const { url } = await newDatabase();
    const restored = await restore(url, file);
    expect(restored).toMatchObject({
      row_count: report.row_count,
      table_count: report.table_count,
      key_ids: [world.services.keys.current_id()],
    });
    const again = path.join(folder, 'again.backup');
    expect((await backUp(url, again)).row_count).toBe(report.row_count);
    const lines = (name: string) => gunzipSync(readFileSync(name)).toString().split('\n');
    const closings = (name: string) => lines(name).filter((line) => line.startsWith('{"row_count'));
    const content = (line: string) => JSON.parse(line).content;
    expect(closings(again).map(content)).toEqual(closings(file).map(content));
    const database = openDatabase(url, world.services.log, 1);
    const wrong = (await runAudits(database)).filter(({ rows }) => rows.length > 0);
    await database.close();
    expect(wrong).toEqual([]);
  });

  it('leaves the walls standing: row-level security is forced, triggers work', async () => {
    const { url } = made[0] as TestDatabase;
    const { rows } = await withClient(url, (client) =>
      client.query(`select relname from pg_class where relnamespace = 'public'::regnamespace
        and relkind = 'r' and relrowsecurity and not relforcerowsecurity
        union all select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`),
    );
    expect(rows).toEqual([]);
  });
});

describe('a product started on what was restored', () => {
  it('knows its users and keys, opens its secrets and takes payments', async () => {
    const { url } = made[0] as TestDatabase;
    const other = await makeWorld({ database_url: url });
    const key = tenants.m1.boss.private_key;
    expect((await other.call('GET', '/user', { credential: key })).status).toBe(200);
    const sale = await makeSale(other, tenants.m1);
    expect(sale.body.data).toMatchObject({ response_code: 100 });
    await other.close();
  });
});

it('that fails leaves no file behind', async () => {
  const { url } = await newDatabase();
  await withClient(url, (client) =>
    client.query(`create table a (id int primary key, b int); create table c (id int primary key,
      own int references c, a int references a); alter table a add foreign key (b) references c`),
  );
  const broken = path.join(folder, 'broken.backup');
  await expect(backUp(url, broken)).rejects.toThrow('refer to each other in a circle: a, c.');
  expect([existsSync(broken), existsSync(`${broken}.part`)]).toEqual([false, false]);
  await withClient(url, (client) => client.query('drop table a cascade'));
  // No backup of the product: its migrations are missing.
  await expect(backUp(url, broken)).rejects.toThrow('migration');
  expect([existsSync(broken), existsSync(`${broken}.part`)]).toEqual([false, false]);
});

describe('restoring', () => {
  it('refuses a database that holds something, and one that is in use', async () => {
    const { url } = made[0] as TestDatabase;
    await expect(restore(url, file)).rejects.toThrow('is not empty. Add --replace');
    await withClient(url, async () => {
      await expect(restore(url, file, { replace: true })).rejects.toThrow('stop the product');
    });
  });

  it('with replace puts the backup in the place of what was there', async () => {
    const { url } = made[0] as TestDatabase;
    const before = await prints(url);
    await withClient(url, (client) => client.query("update account set name = 'spoilt'"));
    const later = path.join(folder, 'again.backup');
    // What a restore that was cut off has left is in nobody's way.
    await withClient(url, async (client) => {
      const { rows } = await client.query('select current_database() as name');
      for (const left of ['restoring', 'replaced'])
        await client.query(`create database ${rows[0].name}_${left}`);
    });
    await restore(url, later, { replace: true });
    const after = await prints(url);
    expect(after.account).toEqual(before.account);
  });

  it('that cannot take the name leaves the old database under it', async () => {
    const { url } = await newDatabase();
    await restore(url, path.join(folder, 'again.backup'));
    const before = await prints(url);
    const name = new URL(url).pathname.slice(1);
    const office = new URL(url);
    office.pathname = '/postgres';
    const query = pg.Client.prototype.query;
    // What stands between the two renames fails.
    const failing = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      if (String(given[0]).includes(`_restoring" rename`)) throw new Error('the plug was pulled');
      return (query as (...all: unknown[]) => unknown).apply(this, given) as never;
    });
    const again = restore(url, path.join(folder, 'again.backup'), { replace: true });
    await expect(again).rejects.toThrow('the plug was pulled');
    failing.mockRestore();
    const found = await withClient(office.toString(), (client) =>
      client.query('select datname from pg_database where datname like $1', [`${name}%`]),
    );
    expect(found.rows).toEqual([{ datname: name }]);
    expect(await prints(url)).toEqual(before);
  });

  it('works for an owner who is no superuser, row-level security or not', async () => {
    const { url, drop } = await newDatabase();
    const role = `owner_${path.basename(new URL(url).pathname)}`;
    await withClient(url, async (client) => {
      await client.query(`create role ${role} login createdb password 'secret'`);
      await client.query(`grant penstock_app to ${role}`);
      await client.query(`alter database ${new URL(url).pathname.slice(1)} owner to ${role}`);
    });
    const own = new URL(url);
    own.username = role;
    own.password = 'secret';
    await restore(own.href, file);
    const copy = path.join(folder, 'own.backup');
    expect((await backUp(own.href, copy)).row_count).toBe(report.row_count);
    await restore(own.href, copy, { replace: true });
    expect((await backUp(own.href, `${copy}2`)).row_count).toBe(report.row_count);
    await drop();
    await withClient(world.database_url, (client) => client.query(`drop role ${role}`));
  });

  it('of a cut, a damaged or a foreign file says so and leaves everything as it was', async () => {
    const whole = readFileSync(file);
    const text = gunzipSync(whole).toString('utf8');
    const spoilt: [string, Buffer, string][] = [
      ['cut', whole.subarray(0, whole.length - 2_000), 'cannot be read'],
      ['short', gzipSync(text.slice(0, text.length / 2)), 'is cut off'],
      ['other', gzipSync('{"format":"other"}\n'), 'is not a backup'],
      ['changed', gzipSync(text.replace('Merchant m1\t', 'Merchant mX\t')), 'is damaged'],
      ['newer', gzipSync(text.replace('_platform.sql', '_future.sql')), 'newer version'],
      [
        'patched',
        gzipSync(text.replace('"checksum":"', '"checksum":"0')),
        'differs from the one of this version',
      ],
      ['words', gzipSync('no backup\n'), 'is not a backup of this product, or it is damaged'],
    ];
    const { url } = made[0] as TestDatabase;
    const before = await prints(url);
    for (const [name, bytes, sentence] of spoilt) {
      const bad = path.join(folder, `${name}.backup`);
      writeFileSync(bad, bytes);
      await expect(restore(url, bad, { replace: true }), name).rejects.toThrow(sentence);
    }
    await expect(restore(url, path.join(folder, 'none'))).rejects.toThrow('cannot be read');
    expect(await prints(url)).toEqual(before);
    expect(existsSync(path.join(folder, 'a.backup.part'))).toBe(false);
  });

  it.each([
    ['lacks tables', '"table_count":', '"table_count":1'],
    ['differ after the restore', '"content":"', '"content":"1'],
    ['differ after the restore', '"row_count":', '"row_count":1'],
  ])('of a file whose numbers do not fit says that it %s', async (sentence, from, to) => {
    const text = gunzipSync(readFileSync(file)).toString('utf8');
    const bad = path.join(folder, 'numbers.backup');
    writeFileSync(bad, gzipSync(text.replace(from, to)));
    await expect(restore((await newDatabase()).url, bad)).rejects.toThrow(sentence);
  });
});
