// What the database turned back so that nothing of it stands: who tries again, and when.

/** Serialization failure, deadlock, a lock not to be had, a plan from before a migration. */
const retryable = new Set(['40001', '40P01', '55P03']);
/**
 * PostgreSQL refuses a prepared statement whose rows have other columns since a migration ("cached
 * plan must not change result type"), on this connection as long as it lives.
 */
const stale_plan = '0A000';

/** How often a piece of work is done at most before its last error is told. */
export const tries = 5;

export function sqlState(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === stale_plan;
}

/** Whether the same statement or transaction may stand the next time, by itself or planned anew. */
export function isRetryable(error: unknown): boolean {
  return retryable.has(sqlState(error)) || isStalePlan(error);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits a little longer each time, so that two who met do not meet again. */
export function pauseAfter(attempt: number): Promise<void> {
  return pause(attempt * 10 + (attempt % 3) * 7);
}
