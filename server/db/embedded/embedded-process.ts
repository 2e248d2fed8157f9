// What the embedded PostgreSQL leaves on disk and in the process table, read and ended.
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The files of one embedded database, all in a folder that belongs to it alone. */
export interface Places {
  home: string;
  cluster: string;
  password: string;
  port: string;
  log: string;
  owner: string;
}

export interface Postmaster {
  pid: number;
  port: number;
  /** `starting`, `stopping`, `ready` or `standby`. */
  status: string;
}

export const database_name = 'penstock';

/** Fast first: open transactions are rolled back and a checkpoint is written. */
const stop_steps = [
  { signal: 'SIGINT', limit_ms: 15_000 },
  { signal: 'SIGQUIT', limit_ms: 5_000 },
  { signal: 'SIGKILL', limit_ms: 5_000 },
] as const;

export function placesIn(data_dir: string): Places {
  const home = path.resolve(data_dir);
  const at = (name: string) => path.join(home, name);
  return {
    home,
    cluster: at('cluster'),
    password: at('password'),
    port: at('port'),
    log: at('server.log'),
    owner: at('owner.json'),
  };
}

/** `postmaster.pid` of the cluster or null. Its lines: pid, folder, start, port, …, status. */
export async function readPostmaster(places: Places): Promise<Postmaster | null> {
  const file = path.join(places.cluster, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid < 1) return null;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

/** Whether the process lives; one that has ended and waits for its parent to notice does not. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const [state] = await statFields(pid);
  return state !== 'Z';
}

/** Whether process `pid` lives and, as far as the system tells, is PostgreSQL in this cluster. */
export async function isServer(pid: number, places: Places): Promise<boolean> {
  if (!(await isAlive(pid))) return false;
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  // Numbers are given out again: another program may stand where the server once stood.
  return words === null || words.split('\0').includes(places.cluster);
}

/** Ends the server, harder with every step, and comes back when it is gone. */
export async function endServer(pid: number, places: Places): Promise<void> {
  if (!(await isServer(pid, places))) return;
  for (const { signal, limit_ms } of stop_steps) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw error;
    }
    const limit = performance.now() + limit_ms;
    while (performance.now() < limit) {
      // Not isServer(): an ending process loses its command line before it is gone.
      if (!(await isAlive(pid))) return;
      await sleep(10);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) did not stop.`);
}

/** The superuser's address on `port`, with the password of the cluster. */
export async function urlOf(places: Places, port: number): Promise<string> {
  const password = (await readFile(places.password, 'utf8')).trim();
  return `postgres://postgres:${password}@127.0.0.1:${port}/${database_name}`;
}

/**
 * Whether the server on `port` keeps its promises to the disk (`fsync`); null when it does not let
 * us in or is another cluster's.
 */
export async function probe(places: Places, port: number): Promise<boolean | null> {
  const client = new pg.Client({
    connectionString: await urlOf(places, port).catch(() => ''),
    connectionTimeoutMillis: 3000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const answer = await client.query<{ folder: string; fsync: string }>(
      "select current_setting('data_directory') folder, current_setting('fsync') fsync",
    );
    const row = answer.rows[0];
    return row?.folder === places.cluster ? row.fsync === 'on' : null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Writes down that this process answers for the server. */
export async function takeOwnership(places: Places): Promise<void> {
  await writeFile(places.owner, `${JSON.stringify(await ownIdentity())}\n`);
}

/** Whether another process that answers for the server still lives. */
export async function ownedByAnother(places: Places): Promise<boolean> {
  const text = await readFile(places.owner, 'utf8').catch(() => '{}');
  const owner = readIdentity(text);
  return owner !== null && owner.pid !== process.pid && (await isRunning(owner));
}

/** The port of the last run when it is free, so that a person's psql finds it again; else any. */
export async function freePort(places: Places): Promise<number> {
  const last = Number(await readFile(places.port, 'utf8').catch(() => '0')) || 0;
  return (await tryPort(last)) || (await tryPort(0));
}

async function tryPort(wanted: number): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(0));
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Tells a process from a later one with the same pid. */
export interface ProcessIdentity {
  pid: number;
  /** Start time in clock ticks, from /proc; empty where the system has none. */
  started: string;
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  return { pid: process.pid, started: (await statFields(process.pid))[19] ?? '' };
}

/** Whether this very process is still running. */
export async function isRunning({ pid, started }: ProcessIdentity): Promise<boolean> {
  return (await isAlive(pid)) && ((await statFields(pid))[19] ?? '') === started;
}

/** The identity as written to a file; null where the text is none. */
export function readIdentity(text: string): ProcessIdentity | null {
  try {
    const { pid, started } = JSON.parse(text) as { pid?: unknown; started?: unknown };
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : null;
  } catch {
    return null;
  }
}

/** The fields of /proc/<pid>/stat from the state on (index 19 is the start); none elsewhere. */
async function statFields(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
