// When a failed call is made again: reads once, where the cause may have passed; writes never.
import { ApiError } from './api.ts';

/** Nobody answered, or a proxy in the server's place, or a server that had no time. */
const passing: readonly number[] = [0, 502, 503, 504];

/**
 * Whether a read is worth a second try. What the server understood it answers the same again: a
 * refusal (4xx), an envelope that says failed, and its own defect (500), which has an Error ID.
 */
export function mayRetry(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof ApiError && passing.includes(error.status);
}
