// Runs the embedded PostgreSQL: makes the cluster, starts, takes over an orphan, stops.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseLaunch, findBinaries, type Launch, ownedFolder } from './embedded-binaries.ts';
import {
  database_name,
  endServer,
  freePort,
  isAlive,
  isServer,
  ownedByAnother,
  type Places,
  placesIn,
  probe,
  readPostmaster,
  takeOwnership,
  urlOf,
} from './embedded-process.ts';
import { durableSettings, non_durable_settings } from './embedded-settings.ts';
import { type Running, watch } from './embedded-watch.ts';

export interface EmbeddedOptions {
  /** A folder of the database alone: cluster, password, port, log and owner stand in it. */
  data_dir: string;
  /** false switches every promise to the disk off; for tests. */
  durable: boolean;
  log(message: string): void;
  /** Start the server again whenever it ends by itself, until stop(); it keeps its address. */
  supervise?: boolean;
  /** false where the kernel is known to refuse them; only root asks for them. */
  user_namespaces?: boolean;
}

export interface EmbeddedDatabase {
  /** Superuser's address of the database `penstock`. */
  url: string;
  /** Ends the server and waits for it; does nothing when another live process owns the server. */
  stop(): Promise<void>;
  /** The server was running already. */
  reused: boolean;
  /** The server belongs to another live process, as when `npm run audit` meets `npm start`. */
  shared: boolean;
}

const start_limit_ms = 60_000;

/**
 * Starts the cluster in `data_dir`, made on the first call, and answers when it accepts
 * connections. A server that a crashed process left behind is taken over. Throws with the last
 * lines of the server's log when it does not come up.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const places = placesIn(options.data_dir);
  const running = await findRunning(places, options);
  if (running) return running;
  const launch = await launchOf(options);
  await ownedFolder(places.home, launch);
  if (!existsSync(places.cluster)) await makeCluster(places, launch, options.durable);
  await checkVersion(places);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort(places);
    const child = launchServer(places, launch, port, options.durable);
    const failure = await untilReady(places, child);
    if (failure === null) {
      await writeFile(places.port, `${port}\n`);
      return handle(places, { child, pid: child.pid as number, port }, options);
    }
    // Somebody took the port between our look and the server's.
    if (attempt < 3 && failure.includes('could not bind')) continue;
    // Children of a killed server end as soon as they notice.
    if (attempt < 100 && failure.includes('shared memory block')) {
      await sleep(100);
      continue;
    }
    throw new Error(`The embedded PostgreSQL did not start.\n${failure}`);
  }
}

async function launchOf(options: EmbeddedOptions): Promise<Launch> {
  const { native } = await findBinaries();
  return await chooseLaunch(native, options.user_namespaces);
}

async function checkVersion(places: Places): Promise<void> {
  const { major } = await findBinaries();
  const made_by = (await readFile(path.join(places.cluster, 'PG_VERSION'), 'utf8')).trim();
  if (made_by === major) return;
  throw new Error(
    `${places.cluster} was made by PostgreSQL ${made_by}, but ${major} is installed: ` +
      'restore a backup into a new folder, or install the old version again.',
  );
}

/** A half-made cluster never stands at its final place: it is renamed when it is whole. */
async function makeCluster(places: Places, launch: Launch, durable: boolean): Promise<void> {
  const draft = `${places.cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await ownedFolder(draft, launch);
  await writeFile(places.password, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (launch.owner) await chown(places.password, launch.owner.uid, launch.owner.gid);
  const flags = ['-U', 'postgres', '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8'];
  if (!durable) flags.push('--no-sync');
  await finish(launch, 'initdb', [...flags, `--pwfile=${places.password}`, '-D', draft]);
  const single = ['--single', ...(durable ? [] : ['-F']), '-D', draft, 'postgres'];
  await finish(launch, 'postgres', single, `create database ${database_name}\n`);
  await rename(draft, places.cluster);
}

async function finish(launch: Launch, program: string, args: string[], input = ''): Promise<void> {
  const command = launch.command(program, args);
  const { env, uid, gid } = command.options;
  const options = { env, uid, gid, cwd: '/' };
  await new Promise<void>((resolve, reject) => {
    const child = execFile(command.file, command.args, options, (error, _stdout, stderr) => {
      if (error) reject(new Error(`${program} failed: ${stderr.trim() || error.message}`));
      else resolve();
    });
    // A program that ends early leaves its input unread; its own error is the one to tell.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** Its own process group: Ctrl-C in a terminal must reach the product first, then the database. */
function launchServer(
  places: Places,
  launch: Launch,
  port: number,
  durable: boolean,
  how: 'w' | 'a' = 'w',
): ChildProcess {
  const values = { ...(durable ? durableSettings() : non_durable_settings), port: String(port) };
  const flags = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = launch.command('postgres', ['-D', places.cluster, ...flags]);
  // A file and not a pipe: an orphan's pipe would not be read.
  const log = openSync(places.log, how, 0o600);
  const child = spawn(command.file, command.args, {
    ...command.options,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  return child;
}

/** null when connections are accepted, else what the server said before it ended. */
async function untilReady(places: Places, child: ChildProcess): Promise<string | null> {
  let ended: string | null = null;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended = `It ended with ${signal ?? `code ${code}`}.`;
  });
  const limit = performance.now() + start_limit_ms;
  while (ended === null && performance.now() < limit) {
    const postmaster = await readPostmaster(places);
    if (postmaster?.status === 'ready' && postmaster.pid === child.pid) return null;
    await sleep(10);
  }
  if (ended === null) await endServer(child.pid as number, places);
  const lines = (await readFile(places.log, 'utf8').catch(() => '')).trim().split('\n');
  return `${lines.slice(-12).join('\n')}\n${ended ?? 'It was not ready in time.'}`;
}

/** The server of this cluster that is up already; a dead one's mark is removed. */
async function findRunning(
  places: Places,
  options: EmbeddedOptions,
): Promise<EmbeddedDatabase | null> {
  const limit = performance.now() + start_limit_ms;
  for (;;) {
    const postmaster = await readPostmaster(places);
    if (!postmaster) return null;
    const { pid, port, status } = postmaster;
    if (!(await isServer(pid, places))) {
      await removeMark(places, pid, options);
      return null;
    }
    const durable = status === 'ready' ? await probe(places, port) : null;
    const shared = durable !== null && (await ownedByAnother(places));
    if (shared || durable === options.durable) {
      const whose = shared ? 'of another process' : 'that a crashed process left';
      options.log(`using the embedded PostgreSQL ${whose} (process ${pid})`);
      return handle(places, { child: null, pid, port }, options, shared);
    }
    if (durable !== null) await endServer(pid, places);
    else if (performance.now() > limit) {
      throw new Error(`PostgreSQL in ${places.cluster}, process ${pid}, refuses connections.`);
    }
    await sleep(50);
  }
}

/**
 * A mark whose number now belongs to another program is removed. A dead process's mark stays: by it
 * PostgreSQL sees whether children of the dead server still work on the files.
 */
async function removeMark(places: Places, pid: number, options: EmbeddedOptions): Promise<void> {
  if (!(await isAlive(pid))) return;
  options.log('removed the mark of an embedded PostgreSQL that died');
  await rm(path.join(places.cluster, 'postmaster.pid'), { force: true });
}

async function handle(
  places: Places,
  server: Running,
  options: EmbeddedOptions,
  shared = false,
): Promise<EmbeddedDatabase> {
  if (!shared) await takeOwnership(places);
  const again = async () => {
    const launch = await launchOf(options);
    const child = launchServer(places, launch, server.port, options.durable, 'a');
    const failure = await untilReady(places, child);
    if (failure !== null) throw new Error(failure);
    return { child, pid: child.pid as number, port: server.port };
  };
  const watched = watch(server, options.supervise && !shared ? again : null, options.log);
  const stop = async () => {
    const { pid } = await watched.stop();
    if (shared) return;
    await endServer(pid, places);
    await rm(places.owner, { force: true });
  };
  return {
    url: await urlOf(places, server.port),
    stop,
    reused: server.child === null,
    shared,
  };
}
