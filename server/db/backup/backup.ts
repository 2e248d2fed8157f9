// Backs a database up while it works: every table out of one snapshot into one file.
import { existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type BackupWriter, backup_format, writeBackup } from './backup-file.ts';
import { contentOf, settle, type Table, tablesOf } from './backup-tables.ts';

export interface BackupReport {
  file: string;
  bytes: number;
  table_count: number;
  row_count: number;
}

/**
 * Writes the database of `url` (its owner's address) to a new file. Reads one repeatable-read
 * snapshot, so it blocks no writer. Keys are not in it: the secrets in it stay sealed.
 * Throws where the file exists, and leaves none behind where it fails.
 */
export async function backUp(url: string, file: string): Promise<BackupReport> {
  if (existsSync(file)) throw new Error(`${file} exists already.`);
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const writer = writeBackup(draft);
  try {
    await settle(client);
    await client.query('begin isolation level repeatable read read only');
    const counts = await writeTables(client, writer);
    await writer.close();
    await rename(draft, file);
    return { file, bytes: (await stat(file)).size, ...counts };
  } catch (error) {
    await writer.abort();
    await rm(draft, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function writeTables(client: pg.Client, writer: BackupWriter) {
  const tables = await tablesOf(client);
  await writer.line({ format: backup_format, ...(await factsOf(client, tables)) });
  let row_count = 0;
  for (const table of tables) row_count += await writeTable(client, writer, table);
  const table_count = tables.length;
  await writer.line({ end: true, table_count });
  return { table_count, row_count };
}

async function writeTable(client: pg.Client, writer: BackupWriter, { name, columns }: Table) {
  await writer.line({ table: name, columns });
  const listed = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  // A query and not the table: with row-level security COPY of a table is refused to its owner.
  const text = `copy (select ${listed} from ${pg.escapeIdentifier(name)}) to stdout`;
  const sha256 = await writer.rows(client.query(copyTo(text)));
  const { row_count, content } = await contentOf(client, name);
  await writer.line({ row_count, sha256, content });
  return row_count;
}

async function factsOf(client: pg.Client, tables: readonly Table[]) {
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration order by applied_at, name',
  );
  const sealed = tables.find(({ name }) => name === 'data_key')?.columns.includes('key_id');
  const { rows: keys } = await client.query<{ key_id: string }>(
    sealed ? 'select distinct key_id from data_key order by 1' : "select '' as key_id limit 0",
  );
  const { rows: moments } = await client.query<{ made_at: Date }>('select now() as made_at');
  const made_at = moments[0]?.made_at.toISOString() ?? '';
  return { made_at, migrations, key_ids: keys.map(({ key_id }) => key_id) };
}
