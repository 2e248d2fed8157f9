// How the product ends with whoever started it, at any moment, and shares a folder with nobody.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const data_dir = mkdtempSync(path.join(os.tmpdir(), 'penstock-starting-'));

/** A file of a process; nothing when the process has ended. */
function readOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

/** Every process that works with the folder, by its command line or its settings. */
function living(folder = data_dir): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => ['cmdline', 'environ'].some((file) => readOf(pid, file).includes(folder)))
    .map(Number);
}

/** The same without the database's own workers, which come and go by themselves. */
const lasting = () =>
  living().filter((pid) => !/^(postgres:.*)?$/s.test(readOf(String(pid), 'cmdline')));

afterAll(() => {
  for (const pid of living()) process.kill(pid, 'SIGKILL');
  rmSync(data_dir, { recursive: true, force: true });
});

interface Started {
  child: ChildProcess;
  output(): string;
  ended: Promise<unknown[]>;
}

function start(command: string, args: string[], folder = data_dir): Started {
  const { PATH = '', HOME = '', DATABASE_URL } = process.env;
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH,
      HOME,
      DATA_DIR: folder,
      PORT: '0',
      PENSTOCK_SEED: 'none',
      ...(DATABASE_URL && { DATABASE_URL }),
    },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part: Buffer) => {
      printed += part.toString();
    });
  }
  return { child, output: () => printed, ended: once(child, 'exit') };
}

const startServer = () => start(process.execPath, ['tools/start.js']);
const limit = { timeout: 60_000, interval: 20 };
const ready = ({ output }: Started) => vi.waitUntil(() => output().includes('is ready'), limit);
const nothingLives = () => vi.waitUntil(() => living().length === 0, limit);

it('is ended while it starts, with the lab and the database it has begun', async () => {
  const started = startServer();
  await vi.waitUntil(() => existsSync(path.join(data_dir, 'lab/lab.json')), limit);
  started.child.kill('SIGTERM');
  expect(await started.ended).toEqual([0, null]);
  expect(living()).toEqual([]);
  expect(started.output()).not.toContain('is ready');
});

it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('ends with its starter on %s', async (signal) => {
  const started = startServer();
  await ready(started);
  expect(living().length).toBeGreaterThan(1);
  started.child.kill(signal);
  expect(await started.ended).toEqual([0, null]);
  expect(living()).toEqual([]);
});

it.each(['SIGTERM', 'SIGKILL'] as const)('ends when npm is ended with %s', async (signal) => {
  const started = start('npm', ['start']);
  await ready(started);
  started.child.kill(signal);
  await nothingLives();
});

it('refuses a folder that another one works with, and leaves that one as it is', async () => {
  const first = startServer();
  await ready(first);
  const before = lasting();
  const lab = readFileSync(path.join(data_dir, 'lab/lab.json'), 'utf8');
  const second = start(process.execPath, ['dist/server/main.js']);
  expect(await second.ended).toEqual([1, null]);
  const holder = JSON.parse(readFileSync(path.join(data_dir, 'lock'), 'utf8')).pid;
  expect(second.output().trim()).toBe(
    `The folder ${data_dir} is in use by process ${holder}. ` +
      'Stop that process, or start with another DATA_DIR.',
  );
  expect(lasting()).toEqual(before);
  expect(readFileSync(path.join(data_dir, 'lab/lab.json'), 'utf8')).toBe(lab);
  first.child.kill('SIGTERM');
  await first.ended;
});
