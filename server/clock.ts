// Business time and real time; the sandbox's clock is an offset that only grows (Q17).
import type { Clock } from './context.ts';

export interface MovableClock extends Clock {
  readonly offset_ms: number;
  /** Sets how far business time runs ahead; it never goes back. */
  setOffset(offset_ms: number): void;
  /** Renews the lease where it has run out (jobs/clock-lease.ts); null where none is held. */
  sync: (() => Promise<void> | undefined) | null;
  /** The row of `clock_lease` that this process renews; empty where it holds none. */
  lease_id: string;
}

/** The product's clock. `wallMs` is given by tests that move real time too. */
export function makeClock(wallMs: () => number = Date.now): MovableClock {
  let offset_ms = 0;
  return {
    sync: null,
    lease_id: '',
    synced() {
      return this.sync?.();
    },
    get offset_ms() {
      return offset_ms;
    },
    setOffset(next) {
      if (next < offset_ms) throw new Error('The clock moves forward only.');
      offset_ms = next;
    },
    now: () => new Date(wallMs() + offset_ms),
    real: () => new Date(wallMs()),
    monotonicMs: () => performance.now(),
  };
}
