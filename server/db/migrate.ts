// Plain SQL migrations, forward only: each file once, in one transaction, its checksum remembered.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

// The bundle lies in dist/server, the sources in server/db: the same way leads there from both.
const folder = path.resolve(import.meta.dirname, '../../server/db/migrations');

/** Any fixed numbers: one migrator at a time, and one process that prepares what it starts with. */
const migration_lock = 7_233_114;
const preparation_lock = 7_233_115;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** All migrations in order. */
export function readMigrations(from = folder): Migration[] {
  const files = readdirSync(from).filter((file) => file.endsWith('.sql'));
  return files.sort().map((name) => {
    const sql = readFileSync(path.join(from, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/**
 * Brings the database up to date as its owner, or to the migrations named in `only`; gives the
 * names that were applied.
 */
export async function migrate(url: string, only?: ReadonlySet<string>): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migration_lock]);
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null,' +
        ' applied_at timestamptz not null default clock_timestamp())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select * from migration',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const wanted = readMigrations().filter(({ name }) => !only || only.has(name));
    const fresh = wanted.filter((migration) => !isApplied(migration, applied));
    for (const migration of fresh) await apply(client, migration);
    return fresh.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

function isApplied(migration: Migration, applied: Map<string, string>): boolean {
  const checksum = applied.get(migration.name);
  if (checksum === undefined) return false;
  if (checksum !== migration.checksum) {
    throw new Error(`Migration ${migration.name} was changed after it had been applied.`);
  }
  return true;
}

/** In one transaction, which is rolled back with the caller's connection where it fails. */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Does `work` while no other process does the same on this database: of two that start at one
 * moment the second waits, and finds what the first has made.
 */
export async function withPreparationLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // A connection that is cut lets go of the lock; the work itself will notice.
  client.on('error', () => undefined);
  try {
    await client.query('select pg_advisory_lock($1)', [preparation_lock]);
    return await work();
  } finally {
    await client.end();
  }
}

/** Counts what a bulk load brought, so that the planner knows; only the owner may. */
export async function analyze(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
