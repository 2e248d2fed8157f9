// How many requests one processor gets at a time; the next ones wait, for a limited time.

/** Requests at once for each processor record, and how long the next one waits (rails 5.1). */
export const concurrency_limit = { at_once: 20, wait_ms: 2_000 };

export interface ConcurrencySlots {
  busy: number;
  waiting: ((entered: boolean) => void)[];
}

export function freeSlots(): ConcurrencySlots {
  return { busy: 0, waiting: [] };
}

/** Acquires a slot; false where none became free in time: then nothing may be sent. */
export async function acquireSlot(at: ConcurrencySlots): Promise<boolean> {
  if (at.busy < concurrency_limit.at_once) {
    at.busy += 1;
    return true;
  }
  return await new Promise((resolve) => {
    const timer = setTimeout(() => {
      at.waiting = at.waiting.filter((one) => one !== called);
      resolve(false);
    }, concurrency_limit.wait_ms);
    const called = (entered: boolean) => {
      clearTimeout(timer);
      resolve(entered);
    };
    at.waiting.push(called);
  });
}

/** Releases a slot, which goes to the request that has waited longest. */
export function releaseSlot(at: ConcurrencySlots): void {
  const next = at.waiting.shift();
  if (next) next(true);
  else at.busy -= 1;
}
