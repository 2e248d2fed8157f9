// The answer while the database is unavailable or out of space: 503, and when to retry.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '../envelope.ts';

/** A restart of the database takes about this long. */
const retry_after_seconds = 2;

const log_interval_ms = 1_000;

export interface UnavailableLog {
  /** When the last line was written. */
  last_logged_ms: number;
}

export function makeUnavailableLog(): UnavailableLog {
  return { last_logged_ms: Number.NEGATIVE_INFINITY };
}

/** One line a second: thousands of requests may fail for the same reason. */
function logUnavailable(error: unknown, request: FastifyRequest): void {
  const { clock, log, unavailable_log } = request.context;
  if (clock.monotonicMs() - unavailable_log.last_logged_ms < log_interval_ms) return;
  unavailable_log.last_logged_ms = clock.monotonicMs();
  log.warn({ err: error, request_id: request.id }, 'the database is unavailable');
}

/**
 * 503 with Retry-After. What was sent to a processor is finished by recovery, so a payment is
 * repeated with its idempotency key alone (quality F17).
 */
export function answerUnavailable(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  logUnavailable(error, request);
  const advice =
    request.method === 'POST' ? ' A payment is repeated safely with its idempotency key.' : '';
  return reply
    .code(503)
    .header('retry-after', retry_after_seconds)
    .send(
      failure(`service unavailable: please try again later (Error ID ${request.id}).${advice}`),
    );
}
