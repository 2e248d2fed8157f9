// The lock on DATA_DIR: held by one living process, inherited from dead ones, never stolen.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownIdentity } from '../db/embedded/embedded-process.ts';
import { lockDataDir } from './data-dir.ts';

let folder: string;
const lock = () => path.join(folder, 'lock');

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'penstock-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is refused while its holder lives, and free when the holder lets go', async () => {
  const unlock = await lockDataDir(folder);
  await expect(lockDataDir(folder)).rejects.toThrow(`in use by process ${process.pid}.`);
  await unlock();
  expect(readdirSync(folder)).toEqual([]);
  await (await lockDataDir(folder))();
});

it('is taken over from a process that died, and from a file that is no lock', async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  for (const left of [JSON.stringify({ pid: child.pid, started: '1' }), '', 'nonsense']) {
    writeFileSync(lock(), left);
    const unlock = await lockDataDir(folder);
    expect(JSON.parse(readFileSync(lock(), 'utf8'))).toEqual(await ownIdentity());
    await unlock();
  }
});

it('is taken over where the number of the dead holder belongs to another process now', async () => {
  writeFileSync(lock(), JSON.stringify({ pid: process.pid, started: '1' }));
  await (await lockDataDir(folder))();
  expect(existsSync(lock())).toBe(false);
});

it('goes to one of many that come at once', async () => {
  writeFileSync(lock(), JSON.stringify({ pid: process.pid, started: '1' }));
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDir(folder)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(['lock']);
});

it('goes to one of many processes that come at once', async () => {
  writeFileSync(lock(), JSON.stringify({ pid: process.pid, started: '1' }));
  const taker = `import('${path.resolve('server/process/data-dir.ts')}').then(({ lockDataDir }) =>
    lockDataDir('${folder}').then(() => (console.log('mine'), setTimeout(() => 0, 3_000))))
    .catch((error) => console.log(error.message))`;
  const refusals = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ['--import', 'tsx', '-e', taker]);
      const [answer] = await once(child.stdout, 'data');
      return { child, answer: String(answer).trim() };
    }),
  );
  for (const { child } of refusals) child.kill();
  expect(refusals.filter(({ answer }) => answer === 'mine')).toHaveLength(1);
  expect(refusals.filter(({ answer }) => answer.includes('in use by process'))).toHaveLength(3);
}, 60_000);

it('is taken over past a guard that a dead process left', async () => {
  writeFileSync(lock(), 'nonsense');
  mkdirSync(`${lock()}.takeover`);
  const long_ago = new Date(Date.now() - 60_000);
  utimesSync(`${lock()}.takeover`, long_ago, long_ago);
  await (await lockDataDir(folder))();
  expect(readdirSync(folder)).toEqual([]);
});
