// The watch over a server that is nobody's child: each end is seen once and leads to one restart.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { type Running, watch } from './embedded-watch.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid as number;
}

it('starts one server for one that died, however many looks came due at once', async () => {
  const pid = await deadPid();
  vi.useFakeTimers();
  const lines: string[] = [];
  let starts = 0;
  const again = async (): Promise<Running> => {
    starts += 1;
    // A second start at the same files fails for as long as the first one's server lives.
    if (starts > 1) throw new Error('another server is running');
    return { child: null, pid: process.pid, port: 1 };
  };
  const watched = watch({ child: null, pid, port: 1 }, again, (text) => lines.push(text));
  vi.advanceTimersByTime(1_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(starts).toBe(1);
  expect(lines).toEqual([
    'the embedded PostgreSQL ended by itself: nobody knows why',
    `the embedded PostgreSQL is up again (process ${process.pid})`,
  ]);
  expect((await watched.stop()).pid).toBe(process.pid);
});

it('starts again a child that ended before anybody listened', async () => {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  let starts = 0;
  const again = async (): Promise<Running> => {
    starts += 1;
    return { child: null, pid: process.pid, port: 1 };
  };
  const server = { child, pid: child.pid as number, port: 1 };
  const watched = watch(server, again, () => undefined);
  expect((await watched.stop()).pid).toBe(process.pid);
  expect(starts).toBe(1);
});

it('watches the server that it started, and starts one for that one too', async () => {
  const pids = [await deadPid(), await deadPid(), process.pid];
  vi.useFakeTimers();
  let starts = 0;
  const next = (): Running => ({ child: null, pid: pids[starts] as number, port: 1 });
  const again = async (): Promise<Running> => {
    starts += 1;
    return next();
  };
  const watched = watch(next(), again, () => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(starts).toBe(2);
  expect((await watched.stop()).pid).toBe(process.pid);
});

it('says once that a server has ended which it is not to start again', async () => {
  const pid = await deadPid();
  vi.useFakeTimers();
  const lines: string[] = [];
  const watched = watch({ child: null, pid, port: 1 }, null, (text) => lines.push(text));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lines).toEqual(['the embedded PostgreSQL ended by itself: nobody knows why']);
  await watched.stop();
});
