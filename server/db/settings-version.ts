// The version of all rights and settings: tells a process whether what it has cached is valid.
import type pg from 'pg';
import { isConnectionLost } from './connections/connection-errors.ts';
import { queryNamed } from './connections/described-once.ts';
import { isStalePlan } from './connections/retries.ts';
import type { Database, Tx } from './database.ts';

/** Nouns that no process caches; a noun that is missing here only costs a needless read. */
const uncached_nouns: ReadonlySet<string> = new Set([
  'audit',
  'audit_log',
  'clock',
  'custom_output',
  'export',
  'mail',
  'parked_event',
  'saved_search',
  'settlement_batch',
  'settlement_exception',
  'transaction',
  'unresolved',
  'webhook',
]);
/** Verbs that change no rights or settings; a new session is in no cache yet. */
const uncached_verbs: ReadonlySet<string> = new Set(['view_as', 'login_as', 'session.create']);

/** Increases the version in the commit of a change: no process uses what it cached before. */
export async function bumpSettingsVersion(
  tx: Tx,
  { noun, verb }: { noun: string; verb: string },
): Promise<void> {
  if (uncached_nouns.has(noun)) return;
  if (uncached_verbs.has(verb) || uncached_verbs.has(`${noun}.${verb}`)) return;
  await tx
    .insertInto('settings_version')
    .values({ id: 1, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((row) => ({ version: row('settings_version.version', '+', 1) })),
    )
    .execute();
}

export interface SettingsVersion {
  version: number;
  /** The read that is under way, and the one that begins when it ends. */
  running: Promise<void> | null;
  next: Promise<void> | null;
}

export function makeSettingsVersion(): SettingsVersion {
  return { version: 0, running: null, next: null };
}

const version_query = {
  name: 'settings_version',
  text: 'select version from settings_version where id = 1',
  values: [],
};

async function readVersion(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  let broken = true;
  try {
    const { rows } = await queryNamed(client, version_query);
    broken = false;
    return rows[0]?.version ?? 0;
  } finally {
    client.release(broken);
  }
}

/** Once more where the connection was cut while idle or has a plan from before a migration. */
async function readInto(pool: pg.Pool, known: SettingsVersion): Promise<void> {
  const version = await readVersion(pool).catch((error: unknown) => {
    if (isStalePlan(error) || isConnectionLost(error)) return readVersion(pool);
    throw error;
  });
  known.version = Math.max(known.version, version);
}

function startRead(database: Database, known: SettingsVersion): Promise<void> {
  known.running = readInto(database.versions, known).finally(() => {
    known.running = null;
  });
  return known.running;
}

/**
 * Resolves when this process knows of every change that was committed before the call. Calls during
 * a read share the next one, so two round trips suffice for any number of them.
 */
export function refreshSettingsVersion(database: Database): Promise<void> {
  const known = database.settings_version;
  if (!known.running) return startRead(database, known);
  known.next ??= known.running
    .catch(() => undefined)
    .then(() => {
      known.next = null;
      return startRead(database, known);
    });
  return known.next;
}

/** The version as last read: what was cached under another one is read again. */
export function settingsVersion(database: Database): number {
  return database.settings_version.version;
}
