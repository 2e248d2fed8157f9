// Watches over the embedded PostgreSQL: one that ends by itself is started again at its address.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PeriodicWork, runPeriodically } from '../../process/periodic.ts';
import { isAlive } from './embedded-process.ts';

export interface Running {
  /** null where the server was taken over from a process that is gone. */
  child: ChildProcess | null;
  pid: number;
  port: number;
}

export interface Watched {
  /** Ends the watch and gives the server that runs now. */
  stop(): Promise<Running>;
}

/** Children of a killed server need a moment to notice, and a full disk needs a person. */
const waits_ms = [50, 100, 200, 500, 1_000, 2_000];
const look_every_ms = 250;

/** Calls `again` whenever the server has ended by itself, until it succeeds; null only tells. */
export function watch(
  first: Running,
  again: (() => Promise<Running>) | null,
  log: (message: string) => void,
): Watched {
  let running = first;
  let stopped = false;
  let over: Running | undefined;
  let restarting: Promise<void> = Promise.resolve();
  let looking: PeriodicWork | undefined;

  function look() {
    const watched = running;
    if (watched.child) {
      const { exitCode, signalCode } = watched.child;
      const status = signalCode ?? exitCode;
      if (status !== null) ended(watched, String(status));
      else watched.child.once('exit', (code, signal) => ended(watched, String(signal ?? code)));
      return;
    }
    // Not a child of this process, so its end has to be polled for.
    looking = runPeriodically(async () => {
      if (!(await isAlive(watched.pid))) ended(watched, 'nobody knows why');
    }, look_every_ms);
  }

  /** Each server ends once, however often its end is seen: two restarts would fight for ever. */
  function ended(server: Running, why: string) {
    void looking?.stop();
    if (stopped || server === over) return;
    over = server;
    log(`the embedded PostgreSQL ended by itself: ${why}`);
    if (again) restarting = restart(again);
  }

  async function restart(start: () => Promise<Running>) {
    for (let tries = 0; !stopped; tries += 1) {
      try {
        running = await start();
        log(`the embedded PostgreSQL is up again (process ${running.pid})`);
        if (!stopped) look();
        return;
      } catch (error) {
        log(`the embedded PostgreSQL does not start: ${(error as Error).message}`);
        await sleep(waits_ms[Math.min(tries, waits_ms.length - 1)], undefined, { ref: false });
      }
    }
  }

  look();
  return {
    async stop() {
      stopped = true;
      await looking?.stop();
      await restarting;
      return running;
    },
  };
}
