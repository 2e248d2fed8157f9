// Errors after which nothing was written and a retry may succeed, and the pause before it.

import { isDatabaseUnavailable } from './connection-errors.ts';

/** Serialization failure, deadlock, lock not available. */
const retryable = new Set(['40001', '40P01', '55P03']);
/**
 * PostgreSQL refuses a prepared statement whose rows have other columns since a migration ("cached
 * plan must not change result type"), on this connection as long as it lives.
 */
const stale_plan = '0A000';

/** Tries in all, before the last error is thrown. */
export const tries = 5;

export function sqlState(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

export function isStalePlan(error: unknown): boolean {
  // A standby refuses a transaction that writes by the same code.
  return sqlState(error) === stale_plan && !isDatabaseUnavailable(error);
}

/** Whether the same statement or transaction may succeed at a retry. */
export function isRetryable(error: unknown): boolean {
  return retryable.has(sqlState(error)) || isStalePlan(error);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits longer after each try, so that two conflicting transactions do not meet again. */
export function pauseAfter(attempt: number): Promise<void> {
  return pause(attempt * 10 + (attempt % 3) * 7);
}
