// The circuit breaker of a processor: a plain value, changed by outcomes and time.

/** Failures in a row that open the circuit, if they lie within the window. */
const failures_to_open = 5;
const window_ms = 30_000;
/** How long the circuit stays open before one request may probe the processor. */
export const open_ms = 5_000;

export interface Breaker {
  /** Consecutive failures, and when the first of them happened. */
  failures: number;
  first_failure_ms: number;
  /** When the circuit was opened; null while it is closed. */
  opened_ms: number | null;
  /** When the current probe began; null while none is running. */
  probing_ms: number | null;
}

export function closedBreaker(): Breaker {
  return { failures: 0, first_failure_ms: 0, opened_ms: null, probing_ms: null };
}

/** A probe that never reports was lost with its request; after this long another one may start. */
const probe_ms = 60_000;

/** Whether a request sent now would be let through; changes nothing. */
export function isOpen(breaker: Breaker, now_ms: number): boolean {
  if (breaker.opened_ms === null) return false;
  if (now_ms - breaker.opened_ms < open_ms) return true;
  return breaker.probing_ms !== null && now_ms - breaker.probing_ms < probe_ms;
}

/** Lets a request through, or not; the first one after the pause is the probe. */
export function tryRequest(breaker: Breaker, now_ms: number): boolean {
  if (isOpen(breaker, now_ms)) return false;
  if (breaker.opened_ms !== null) breaker.probing_ms = now_ms;
  return true;
}

/**
 * Records a request's result: an answer of the processor closes, silence and server errors open.
 */
export function report(breaker: Breaker, healthy: boolean, now_ms: number): void {
  if (healthy) {
    Object.assign(breaker, closedBreaker());
    return;
  }
  breaker.probing_ms = null;
  if (breaker.opened_ms !== null) {
    breaker.opened_ms = now_ms;
    return;
  }
  if (breaker.failures === 0 || now_ms - breaker.first_failure_ms > window_ms) {
    breaker.failures = 0;
    breaker.first_failure_ms = now_ms;
  }
  breaker.failures += 1;
  if (breaker.failures >= failures_to_open) breaker.opened_ms = now_ms;
}
