// Work that is done every so often and never overlaps itself: the next run waits for the last.

export interface PeriodicWork {
  /** No run begins after this; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/**
 * Does `work` again and again, `every_ms` after its last run ended; it must not throw. It keeps no
 * process alive.
 */
export function runPeriodically(work: () => Promise<unknown>, every_ms: number): PeriodicWork {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let busy: Promise<unknown> = Promise.resolve();

  function arm(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      busy = work().finally(arm);
    }, every_ms).unref();
  }

  arm();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await busy;
    },
  };
}
