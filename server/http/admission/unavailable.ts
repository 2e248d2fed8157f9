// The answer while the database is away or has no room: closed, never half done, and when to
// return.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '../envelope.ts';

/** A restart of the database takes about this long. */
const retry_after_seconds = 2;

const tell_every_ms = 1_000;

export interface UnavailableLog {
  /** When the last line was written. */
  told_ms: number;
}

export function makeUnavailableLog(): UnavailableLog {
  return { told_ms: Number.NEGATIVE_INFINITY };
}

/** One line a second: thousands of requests may learn the same. */
function tell(error: unknown, request: FastifyRequest): void {
  const { clock, log, unavailable_log } = request.context;
  if (clock.monotonicMs() - unavailable_log.told_ms < tell_every_ms) return;
  unavailable_log.told_ms = clock.monotonicMs();
  log.warn({ err: error, request_id: request.id }, 'the database is away');
}

/**
 * 503 with Retry-After. What was sent to a processor is finished by recovery, so a payment is
 * repeated with its idempotency key alone (quality F17).
 */
export function answerUnavailable(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  tell(error, request);
  const advice =
    request.method === 'POST' ? ' A payment is repeated safely with its idempotency key.' : '';
  return reply
    .code(503)
    .header('retry-after', retry_after_seconds)
    .send(
      failure(`service unavailable: please try again later (Error ID ${request.id}).${advice}`),
    );
}
