// When a failed delivery is tried again, and when it is given up (Q21).

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
/** Waits after the first tries; afterwards every twelve hours. */
const first_waits_ms = [minute_ms, 5 * minute_ms, 30 * minute_ms, 2 * hour_ms, 6 * hour_ms];
const later_wait_ms = 12 * hour_ms;
export const given_up_after_ms = 72 * hour_ms;
/** The part of a wait that is random, so that failures of one moment are spread out. */
const jitter = 0.1;

/**
 * The next try after `attempt_count` tries, the last of which began at `at`; null when 72 hours
 * have passed since the first. `chance` lies between 0 and 1; a wait is never longer than stated.
 */
export function nextAttempt(
  attempt_count: number,
  first_at: Date,
  at: Date,
  chance: number,
): Date | null {
  const last_ms = first_at.getTime() + given_up_after_ms;
  if (at.getTime() >= last_ms) return null;
  const wait_ms = first_waits_ms[attempt_count - 1] ?? later_wait_ms;
  const next_ms = at.getTime() + Math.round(wait_ms * (1 - jitter * chance));
  return new Date(Math.min(next_ms, last_ms));
}
