// The embedded database starts, survives its parent's death, is taken over, and ends when asked.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readlinkSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';
import { chooseLaunch, completeLinks, findBinaries } from './embedded-binaries.ts';
import { isAlive, placesIn, probe, readPostmaster } from './embedded-process.ts';

let data_dir = '';
let messages: string[] = [];
const started: ChildProcess[] = [];
const stops: (() => Promise<void>)[] = [];

async function start(options: { durable?: boolean; user_namespaces?: boolean } = {}) {
  const log = (message: string) => void messages.push(message);
  const database = await startEmbedded({ data_dir, durable: false, log, ...options });
  stops.push(database.stop);
  return database;
}

async function ask(url: string, sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return String(rows[0]?.[0]);
  } finally {
    await client.end();
  }
}

/** Another Node process that starts the same database and then idles. */
async function startElsewhere(): Promise<ChildProcess> {
  const module = new URL('./embedded.ts', import.meta.url).href;
  const options = JSON.stringify({ data_dir, durable: false });
  const code = `import { startEmbedded } from '${module}';
    await startEmbedded({ ...${options}, log() {} });
    console.log('up'); setInterval(() => {}, 1000);`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', code];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function serverPid(): Promise<number> {
  return (await readPostmaster(placesIn(data_dir)))?.pid ?? 0;
}

beforeEach(async () => {
  data_dir = await mkdtemp(path.join(tmpdir(), 'penstock-embedded-'));
  messages = [];
});

afterEach(async () => {
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  for (const stop of stops.splice(0)) await stop();
  await rm(data_dir, { recursive: true, force: true });
});

describe('the embedded database', () => {
  test('starts an empty folder, keeps its rows over a stop, and leaves no process', async () => {
    const first = await start();
    expect(first).toMatchObject({ reused: false, shared: false });
    await ask(first.url, "create table kept as select 'still here' as word");
    const pid = await serverPid();
    await first.stop();
    expect(await isAlive(pid)).toBe(false);
    const second = await start();
    expect(await ask(second.url, 'select word from kept')).toBe('still here');
  });

  test('asks for the password, which only the owner can read', async () => {
    const { url } = await start();
    expect((await stat(path.join(data_dir, 'password'))).mode & 0o777).toBe(0o600);
    const wrong = new URL(url);
    wrong.password = 'guessed';
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    const port = (await readFile(path.join(data_dir, 'port'), 'utf8')).trim();
    expect(port).toBe(new URL(url).port);
    const places = placesIn(data_dir);
    expect(await probe(places, Number(port))).toBe(false);
    expect(await probe({ ...places, cluster: `${places.cluster}2` }, Number(port))).toBe(null);
    expect(await probe({ ...places, password: places.port }, Number(port))).toBe(null);
    expect(await probe({ ...places, password: `${data_dir}/none` }, Number(port))).toBe(null);
  });

  test('keeps its promises to the disk exactly when it is durable', async () => {
    const careless = await start();
    expect(await ask(careless.url, 'show fsync')).toBe('off');
    await careless.stop();
    const durable = await start({ durable: true });
    expect(await ask(durable.url, 'show fsync')).toBe('on');
    expect(await ask(durable.url, 'show synchronous_commit')).toBe('on');
    expect(await probe(placesIn(data_dir), Number(new URL(durable.url).port))).toBe(true);
  });

  test('tells what PostgreSQL said when it does not start', async () => {
    await (await start()).stop();
    const settings = path.join(data_dir, 'cluster', 'postgresql.conf');
    await writeFile(settings, "no_such_setting = 'x'\n");
    await expect(start()).rejects.toThrow(/unrecognized configuration parameter/);
  });
});

describe('an orphan', () => {
  test('outlives the process that started it, is taken over and then ended', async () => {
    const parent = await startElsewhere();
    const pid = await serverPid();
    await killed(parent);
    expect(await isAlive(pid)).toBe(true);
    const reused = await start();
    expect(reused).toMatchObject({ reused: true, shared: false });
    expect(await serverPid()).toBe(pid);
    expect(await ask(reused.url, 'select 1')).toBe('1');
    await reused.stop();
    expect(await isAlive(pid)).toBe(false);
  });

  test('that is careless is not taken over by a start that wants durability', async () => {
    const parent = await startElsewhere();
    const pid = await serverPid();
    await killed(parent);
    const { url, reused } = await start({ durable: true });
    expect(reused).toBe(false);
    expect(await isAlive(pid)).toBe(false);
    expect(await ask(url, 'show fsync')).toBe('on');
  });

  test('that died leaves a mark that is removed, even where its number is in use', async () => {
    await (await start()).stop();
    const mark = path.join(data_dir, 'cluster', 'postmaster.pid');
    await writeFile(mark, `${process.pid}\n${data_dir}\n0\n1\n\n127.0.0.1\n0 0\nready\n`);
    const { reused, url } = await start();
    expect(reused).toBe(false);
    expect(messages.join()).toMatch(/removed the mark/);
    expect(await ask(url, 'select 1')).toBe('1');
  });

  test('is not what a live process owns: that one is shared and left running', async () => {
    await startElsewhere();
    const pid = await serverPid();
    const guest = await start();
    expect(guest).toMatchObject({ reused: true, shared: true });
    await guest.stop();
    expect(await isAlive(pid)).toBe(true);
    // A guest does not become the owner.
    expect(await start()).toMatchObject({ reused: true, shared: true });
    for (const child of started) await killed(child);
    await (await start()).stop();
  });
});

describe('the programs', () => {
  test('get the links that an installation without scripts leaves out', async () => {
    const { native } = await findBinaries();
    const home = path.join(data_dir, 'package');
    await cp(path.dirname(native), home, { recursive: true, verbatimSymlinks: true });
    const list = JSON.parse(await readFile(path.join(home, 'native/pg-symlinks.json'), 'utf8'));
    for (const { target } of list) await unlink(path.join(home, target));
    const broken = await chooseLaunch(path.join(home, 'native'));
    const program = () => {
      const { file, args, options } = broken.command('postgres', ['--version']);
      return spawn(file, args, { ...options, stdio: 'ignore' });
    };
    expect((await once(program(), 'exit'))[0]).not.toBe(0);
    expect(await completeLinks(home)).toBe(list.length);
    expect(readlinkSync(path.join(home, list[0].target))).not.toMatch(/^\//);
    expect((await once(program(), 'exit'))[0]).toBe(0);
    expect(await completeLinks(home)).toBe(0);
  });

  // Only root steps aside; an ordinary user runs them plainly, as every other test here does.
  test.runIf(process.getuid?.() === 0)('run for root with and without namespaces', async () => {
    const { native } = await findBinaries();
    expect((await chooseLaunch(native, false)).identity).toBe('user');
    const one = await start({ user_namespaces: false });
    expect(await ask(one.url, 'select 1')).toBe('1');
    await one.stop();
    expect((await stat(path.join(data_dir, 'cluster'))).uid).not.toBe(0);
    const two = await start();
    expect(await ask(two.url, 'select 1')).toBe('1');
    expect(existsSync(path.join(data_dir, 'owner.json'))).toBe(true);
  });
});
