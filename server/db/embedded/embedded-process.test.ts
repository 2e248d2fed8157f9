// The marks that a server leaves on disk and in the process table, and how it is ended.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  endServer,
  freePort,
  isAlive,
  isRunning,
  isServer,
  ownedByAnother,
  ownIdentity,
  type Places,
  placesIn,
  readIdentity,
  readPostmaster,
  takeOwnership,
  urlOf,
} from './embedded-process.ts';

let places: Places;
const children: ChildProcess[] = [];

beforeEach(async () => {
  places = placesIn(await mkdtemp(path.join(tmpdir(), 'penstock-marks-')));
  await mkdir(places.cluster);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(places.home, { recursive: true, force: true });
});

/** A process that idles, and the pid that it says first. */
async function idle(file: string, args: string[]) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = await once(lines, 'line');
  return { child, lines, printed_pid: Number(line), pid: child.pid as number };
}
const node = (code: string, ...words: string[]) =>
  idle(process.execPath, ['-e', `${code}; console.log(0); setInterval(() => {}, 1000)`, ...words]);

async function deadPid(): Promise<number> {
  const { child, pid } = await node('');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return pid;
}

test('all files stand in the folder of the database', () => {
  expect(placesIn('/srv/data/../db')).toEqual({
    home: '/srv/db',
    cluster: '/srv/db/cluster',
    password: '/srv/db/password',
    port: '/srv/db/port',
    log: '/srv/db/server.log',
    owner: '/srv/db/owner.json',
  });
});

test.each<[string, object | null]>([
  ['', null],
  ['0\n', null],
  ['-7\n', null],
  ['1.5\n', null],
  ['word\n', null],
  ['1\n/data\n0\n5433\n\n127.0.0.1\n0 0\nready   \n', { pid: 1, port: 5433, status: 'ready' }],
  ['77\n/data\n0\n5433\n', { pid: 77, port: 5433, status: '' }],
])('the mark %j of a server', async (text, expected) => {
  expect(await readPostmaster(places)).toBe(null);
  await writeFile(path.join(places.cluster, 'postmaster.pid'), text);
  expect(await readPostmaster(places)).toEqual(expected);
});

describe('a process', () => {
  test('lives until it ends, waited for or not', async () => {
    expect(await isAlive(process.pid)).toBe(true);
    expect(await isAlive(await deadPid())).toBe(false);
    const { printed_pid: ended } = await idle('/bin/sh', [
      '-c',
      'sleep 0.1 & echo $!; exec sleep 60',
    ]);
    await expect.poll(() => isAlive(ended)).toBe(false);
    expect(() => process.kill(ended, 0)).not.toThrow();
  });

  test('of another user lives too', async () => {
    vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('not ours'), { code: 'EPERM' });
    });
    expect(await isAlive(process.pid)).toBe(true);
  });

  test('is the server only where it names the cluster', async () => {
    const server = await node('', places.cluster);
    expect(await isServer(server.pid, places)).toBe(true);
    expect(await isServer((await node('', `${places.cluster}2`)).pid, places)).toBe(false);
    server.child.kill('SIGKILL');
    await once(server.child, 'exit');
    expect(await isServer(server.pid, places)).toBe(false);
  });

  test('differs from a later one of its number by its start', async () => {
    const own = await ownIdentity();
    const { started } = own;
    const stat = await readFile('/proc/self/stat', 'utf8');
    expect(own).toEqual({ pid: process.pid, started: stat.split(' ').at(21) });
    expect(await isRunning(own)).toBe(true);
    expect(await isRunning({ pid: process.pid, started: `${started}0` })).toBe(false);
    expect(await isRunning({ pid: await deadPid(), started: '' })).toBe(false);
  });

  test('may have any name', async () => {
    const named = path.join(places.home, 'a) Z b');
    await symlink('/bin/sh', named);
    const { pid } = await idle(named, ['-c', 'echo 0; read x <&1']);
    expect(await isAlive(pid)).toBe(true);
  });
});

test.each<[string, object | null]>([
  ['{"pid":7,"started":"12"}', { pid: 7, started: '12' }],
  ['{"pid":"7","started":"12"}', null],
  ['{"pid":7,"started":12}', null],
  ['{}', null],
  ['half a li', null],
])('the mark %s of an owner', (text, expected) => {
  expect(readIdentity(text)).toEqual(expected);
});

test('another process owns the server while it lives', async () => {
  expect(await ownedByAnother(places)).toBe(false);
  await takeOwnership(places);
  expect(JSON.parse(await readFile(places.owner, 'utf8'))).toEqual(await ownIdentity());
  expect(await ownedByAnother(places)).toBe(false);
  const { pid } = await node('');
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  await writeFile(places.owner, JSON.stringify({ pid, started }));
  expect(await ownedByAnother(places)).toBe(true);
  await writeFile(places.owner, JSON.stringify({ pid, started: '1' }));
  expect(await ownedByAnother(places)).toBe(false);
});

test('the port is that of the last run where it is free, else any', async () => {
  const any = await freePort(places);
  expect(any).toBeGreaterThan(1023);
  await writeFile(places.port, `${any}\n`);
  expect(await freePort(places)).toBe(any);
  const occupied = createServer().listen(any, '127.0.0.1');
  await once(occupied, 'listening');
  const other = await freePort(places);
  occupied.close();
  expect(other).toBeGreaterThan(1023);
  expect(other).not.toBe(any);
  await writeFile(places.port, 'no number');
  expect(await freePort(places)).toBeGreaterThan(1023);
});

test('the address holds the password without its line end', async () => {
  await writeFile(places.password, 'secret\n');
  expect(await urlOf(places, 5433)).toBe('postgres://postgres:secret@127.0.0.1:5433/penstock');
});

describe('ending a server', () => {
  test('goes on harder until it is gone', async () => {
    const heeds = "for (const s of ['SIGINT', 'SIGQUIT']) process.on(s, () => console.log(s))";
    const { child, lines, pid } = await node(heeds, places.cluster);
    vi.useFakeTimers({ toFake: ['performance'] });
    const heard: string[] = [];
    lines.on('line', (signal) => {
      heard.push(signal);
      vi.advanceTimersByTime(signal === 'SIGINT' ? 15_000 : 5_000);
    });
    const gone = once(child, 'exit');
    await endServer(pid, places);
    expect(heard).toEqual(['SIGINT', 'SIGQUIT']);
    expect((await gone)[1]).toBe('SIGKILL');
  });

  test('leaves a process alone that is another program', async () => {
    const { child, pid } = await node('');
    await endServer(pid, places);
    expect(await isAlive(pid)).toBe(true);
    expect(child.signalCode).toBe(null);
  });

  test.each([
    ['ESRCH', null],
    ['EPERM', 'it fails with EPERM'],
    ['', 'did not stop'],
  ])('that answers the signal with %j', async (code, failure) => {
    const { pid } = await node('', places.cluster);
    vi.useFakeTimers({ toFake: ['performance'] });
    const kills = vi.spyOn(process, 'kill').mockImplementation((_pid, signal) => {
      if (signal === 0 || code === '') vi.advanceTimersByTime(20_000);
      if (signal !== 0 && code) throw Object.assign(new Error(`it fails with ${code}`), { code });
      return true;
    });
    const ending = endServer(pid, places);
    if (failure) await expect(ending).rejects.toThrow(failure);
    else await ending;
    kills.mockRestore();
    expect(await isAlive(pid)).toBe(true);
  });
});
