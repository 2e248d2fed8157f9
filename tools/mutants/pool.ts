// The processes that try mutants: started, asked, and ended when a mutant hangs them.
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import type { Order, Verdict } from './worker.ts';

/** A verdict, or `hung` where none came in time. */
export type Answer = Verdict | { outcome: 'hung'; test: string; ms: number };

export interface Worker {
  attempt(order: Order, limit_ms: number): Promise<Answer>;
  end(): void;
}

/** The worker's address of the database server travels in its environment. */
export function openWorker(folder: string, server_url: string): Worker {
  let child: ChildProcess | null = null;

  function start(): Promise<ChildProcess> {
    const started = fork(path.join(import.meta.dirname, 'worker.ts'), [folder], {
      execArgv: ['--import', 'tsx'],
      cwd: folder,
      env: { ...process.env, DATABASE_URL: server_url, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'ignore', process.env.MUTANTS_DEBUG ? 'inherit' : 'ignore', 'ipc'],
      // A group of its own, so that a hanging test ends with all that it started.
      detached: true,
    });
    child = started;
    return new Promise((resolve, reject) => {
      started.once('message', () => resolve(started));
      started.once('exit', () => reject(new Error('A worker ended before it was ready.')));
    });
  }

  function end(): void {
    if (!child?.pid) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
    child = null;
  }

  async function attempt(order: Order, limit_ms: number): Promise<Answer> {
    const running = child ?? (await start());
    const begun = performance.now();
    return new Promise((resolve) => {
      const settle = (answer: Answer) => {
        clearTimeout(timer);
        running.removeAllListeners('message');
        running.removeAllListeners('exit');
        if (answer.outcome === 'hung') end();
        resolve(answer);
      };
      const hang = () => settle({ outcome: 'hung', test: '', ms: performance.now() - begun });
      const timer = setTimeout(hang, limit_ms);
      running.once('message', (verdict) => settle(verdict as Verdict));
      running.once('exit', hang);
      running.send(order);
    });
  }

  return { attempt, end };
}

/** Gives each worker the next piece of work until none is left. */
export async function share<T>(
  work: readonly T[],
  workers: readonly Worker[],
  one: (item: T, worker: Worker, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    workers.map(async (worker) => {
      for (let index = next++; index < work.length; index = next++) {
        await one(work[index] as T, worker, index);
      }
    }),
  );
}
