// Restores a backup: the tables of its version, its rows in one transaction, then today's version.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { analyze, migrate, readMigrations } from '../migrate.ts';
import {
  type BackupEnding,
  type BackupHeader,
  type BackupReader,
  backup_format,
  readBackup,
  type TableClosing,
  type TableOpening,
} from './backup-file.ts';
import { contentOf, settle, tablesOf } from './backup-tables.ts';

export interface RestoreReport {
  made_at: string;
  table_count: number;
  row_count: number;
  key_ids: string[];
}

/**
 * Puts the backup of `file` into the database of `url`, whose owner it speaks for. The database
 * must be empty; with `replace` another one is made beside it, filled, proven, and takes its place.
 * Throws a plain sentence, and then nothing has changed: a database that holds something, one that
 * is in use, a version this product does not know, a damaged file.
 */
export async function restore(
  url: string,
  file: string,
  { replace = false }: { replace?: boolean } = {},
): Promise<RestoreReport> {
  const header = await headerOf(file);
  checkVersion(header);
  await refuseInUse(url);
  if (await isEmpty(url)) return await fill(url, file, header);
  if (!replace) {
    throw new Error('The database is not empty. Add --replace to overwrite it.');
  }
  return await besideAndSwap(url, (beside) => fill(beside, file, header));
}

async function headerOf(file: string): Promise<BackupHeader> {
  const reader = readBackup(file);
  try {
    const header = await reader.line<BackupHeader>();
    if (header.format === backup_format) return header;
    throw new Error(`${file} is not a backup that this product can read.`);
  } finally {
    reader.close();
  }
}

function checkVersion({ migrations }: BackupHeader): void {
  const known = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of migrations) {
    if (!known.has(name)) {
      throw new Error(
        `The backup was made by a newer version of the product (it knows ${name}): restore it ` +
          'with that version.',
      );
    }
    if (known.get(name) !== checksum) {
      throw new Error(`The migration ${name} of the backup differs from the one of this version.`);
    }
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function refuseInUse(url: string): Promise<void> {
  const others = await withClient(url, async (client) => {
    const { rows } = await client.query<{ others: number }>(
      'select count(*)::int as others from pg_stat_activity where datname = current_database()' +
        " and pid <> pg_backend_pid() and backend_type = 'client backend'",
    );
    return rows[0]?.others ?? 0;
  });
  if (others > 0) {
    throw new Error(`The database is in use (${others} connections): stop the product first.`);
  }
}

/** Whether no account stands in it: tables without rows are as good as none. */
async function isEmpty(url: string): Promise<boolean> {
  return await withClient(url, async (client) => {
    const { rows } = await client.query("select to_regclass('public.account') as name");
    if (rows[0]?.name === null) return true;
    await settle(client);
    return (await client.query('select 1 from account limit 1')).rowCount === 0;
  });
}

async function fill(url: string, file: string, header: BackupHeader): Promise<RestoreReport> {
  await migrate(url, new Set(header.migrations.map(({ name }) => name)));
  const reader = readBackup(file);
  try {
    await reader.line();
    const counts = await withClient(url, (client) => load(client, reader));
    await migrate(url);
    await analyze(url);
    return { made_at: header.made_at, key_ids: header.key_ids, ...counts };
  } finally {
    reader.close();
  }
}

/** All rows in one transaction: a backup that breaks off leaves the tables as they were. */
async function load(client: pg.Client, reader: BackupReader) {
  await settle(client);
  const names = (await tablesOf(client)).map(({ name }) => pg.escapeIdentifier(name));
  await client.query('begin');
  // For this transaction its owner stands above row-level security, and nothing reacts to rows.
  for (const name of names) {
    await client.query(`alter table ${name} no force row level security, disable trigger user`);
  }
  await client.query(`truncate ${names.join(', ')}`);
  let row_count = 0;
  let table_count = 0;
  for (;;) {
    const part = await reader.line<TableOpening | BackupEnding>();
    if ('end' in part) {
      if (part.table_count !== table_count) throw new Error('The backup lacks tables.');
      break;
    }
    row_count += await loadTable(client, reader, part);
    table_count += 1;
  }
  const forced = await forcedBefore(client);
  for (const name of names) {
    const force = forced.has(name) ? 'force row level security, ' : '';
    await client.query(`alter table ${name} ${force}enable trigger user`);
  }
  await client.query('commit');
  return { table_count, row_count };
}

/** Tables with row-level security, all of which force it on their owner too. */
async function forcedBefore(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace" +
      ' and relrowsecurity',
  );
  return new Set(rows.map(({ name }) => pg.escapeIdentifier(name)));
}

async function loadTable(client: pg.Client, reader: BackupReader, opening: TableOpening) {
  const name = pg.escapeIdentifier(opening.table);
  const columns = opening.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const hash = createHash('sha256');
  async function* hashed() {
    for await (const part of reader.rows()) {
      hash.update(part);
      yield part;
    }
  }
  const target = client.query(copyFrom(`copy ${name} (${columns}) from stdin`));
  await pipeline(Readable.from(hashed()), target);
  const wanted = await reader.line<TableClosing>();
  const found = await contentOf(client, opening.table);
  if (hash.digest('hex') !== wanted.sha256) {
    throw new Error(
      `The backup is damaged: the rows of ${opening.table} do not match their checksum.`,
    );
  }
  if (found.row_count !== wanted.row_count || found.content !== wanted.content) {
    throw new Error(`The rows of ${opening.table} differ after the restore.`);
  }
  return found.row_count;
}

/** The same server, another database. */
function at(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${database}`;
  return other.toString();
}

/**
 * Fills a new database beside the old one and gives it the old one's name when it is whole; until
 * then the old one is untouched. Needs the right to make databases.
 */
async function besideAndSwap<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const [beside, replaced] = [`${name}_restoring`, `${name}_replaced`];
  const id = (database: string) => pg.escapeIdentifier(database);
  return await withClient(at(url, 'postgres'), async (office) => {
    await office.query(`drop database if exists ${id(beside)}`);
    await office.query(`create database ${id(beside)} template template0`);
    try {
      const result = await work(at(url, beside));
      await office.query(`drop database if exists ${id(replaced)}`);
      // Both names change in one commit: whoever dies here leaves a database under the name.
      await office.query('begin');
      await office.query(`alter database ${id(name)} rename to ${id(replaced)}`);
      await office.query(`alter database ${id(beside)} rename to ${id(name)}`);
      await office.query('commit');
      await office.query(`drop database ${id(replaced)}`);
      return result;
    } catch (error) {
      // Where the server is gone it says so itself: the error is what led here.
      await office.query('rollback').catch(() => undefined);
      await office.query(`drop database if exists ${id(beside)}`);
      throw error;
    }
  });
}
