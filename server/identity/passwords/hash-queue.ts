// Password checks run a few at a time, so that many sign-ins leave CPU time for payments.
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../../contract/errors.ts';

/** One check takes about 25 ms of CPU. */
const max_concurrent = Math.max(1, Math.floor(availableParallelism() / 4));
const max_waiting = 100;
/** While others wait, the core stays idle for this multiple of the work time (quality R12). */
const rest = 2;
const retry_after_seconds = 2;

export interface HashQueue {
  working: number;
  readonly waiting: (() => void)[];
}

export function makeHashQueue(): HashQueue {
  return { working: 0, waiting: [] };
}

/** Runs `work` when a slot is free; 503 with Retry-After where too many wait already. */
export async function inHashQueue<T>(queue: HashQueue, work: () => Promise<T>): Promise<T> {
  if (queue.working >= max_concurrent) {
    if (queue.waiting.length >= max_waiting) {
      const message = 'service unavailable: too many sign-ins at once, please try again later';
      throw new Refusal('unavailable', message, undefined, retry_after_seconds);
    }
    await new Promise<void>((resolve) => queue.waiting.push(resolve));
  } else queue.working += 1;
  const started = performance.now();
  try {
    return await work();
  } finally {
    void next(queue, performance.now() - started);
  }
}

/**
 * Passes the slot to the next in the queue after a rest; without a queue it is free immediately.
 */
async function next(queue: HashQueue, worked_ms: number): Promise<void> {
  if (queue.waiting.length > 0) await sleep(worked_ms * rest);
  const start = queue.waiting.shift();
  if (start) start();
  else queue.working -= 1;
}
