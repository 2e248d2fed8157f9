// The only code that calls processors: address, time limits and response size follow the type's
// record.
import type { ProcessorType } from '../../contract/payments/processor-types/record.ts';
import type { Context } from '../context.ts';
import { type Breaker, closedBreaker, isOpen, report, tryRequest } from './circuit-breaker.ts';
import { acquireSlot, type ConcurrencySlots, freeSlots, releaseSlot } from './concurrency-limit.ts';
import type { ProcessorConfig } from './merchant-config.ts';
import type { WireAnswer, WireRequest } from './processors/types.ts';

const max_answer_bytes = 1_048_576;
const ms = 1000;

/**
 * The base address of a type in this process; empty where it has none. A process without its own
 * lab may name another's address; production refuses addresses of this machine (rails 16).
 */
export function addressOf(context: Context, type: ProcessorType): string {
  const { config } = context;
  const configured_url = config.railUrl(type.key);
  if (configured_url !== '') {
    const is_simulated = config.environment === 'production' && isLoopback(configured_url);
    return is_simulated && !config.allow_lab ? '' : configured_url;
  }
  if (type.sandbox_transport !== 'lab' || !config.allow_lab) return '';
  const lab = context.lab_url();
  return lab === '' ? '' : `${lab.replace(/\/+$/, '')}${type.lab_prefix ?? ''}`;
}

function isLoopback(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/**
 * Sends one request to a processor, once. `not_sent` is certain to have had no effect; after the
 * first byte everything but an answer is `no_answer` (rails 5.5). No redirects are followed.
 */
export async function send(
  context: Context,
  type: ProcessorType,
  request: WireRequest,
): Promise<WireAnswer> {
  const base = addressOf(context, type);
  if (base === '')
    return { kind: 'not_sent', reason: 'The processor is not available in this environment.' };
  const { connect_seconds, first_byte_seconds, total_seconds } = type.timeouts;
  const sent_ms = context.clock.monotonicMs();
  const answer = await context.egress.exchange({
    url: `${base.replace(/\/+$/, '')}${request.path}`,
    body: request.body,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    connect_timeout_ms: connect_seconds * ms,
    first_byte_timeout_ms: first_byte_seconds * ms,
    total_timeout_ms: total_seconds * ms,
    max_answer_bytes,
  });
  context.waited.processor_ms += context.clock.monotonicMs() - sent_ms;
  if (answer.kind !== 'answered') return answer;
  return { kind: 'answered', http_status: answer.status, body: answer.body };
}

export interface ProcessorHealth {
  breaker: Breaker;
  slots: ConcurrencySlots;
}

/** What this process knows of the health of each processor record. */
export type ProcessorHealthById = Map<string, ProcessorHealth>;

function healthOf({ processor_health }: Context, { row }: ProcessorConfig): ProcessorHealth {
  const health = processor_health.get(row.id) ?? { breaker: closedBreaker(), slots: freeSlots() };
  processor_health.set(row.id, health);
  return health;
}

/** Whether the circuit breaker stops requests to the processor at the moment. */
export function isCutOff(context: Context, processor: ProcessorConfig): boolean {
  return isOpen(healthOf(context, processor).breaker, context.clock.monotonicMs());
}

/** Any answer that is not a server error counts as healthy. */
function isHealthy(answer: WireAnswer): boolean {
  return answer.kind === 'answered' && answer.http_status < 500;
}

const cut_off = 'The processor is not responding, so nothing was sent.';
const too_busy = 'The processor is busy with other requests, so nothing was sent.';

/**
 * Sends within the processor's concurrency limit, and not at all while its circuit is open; both
 * are `not_sent`. With `ignores_open_circuit` it is sent in spite of that: an inquiry or a reversal
 * charges nobody and may be repeated, and its answer shows when the processor is back.
 */
export async function sendGuarded(
  context: Context,
  processor: ProcessorConfig,
  request: WireRequest,
  ignores_open_circuit = false,
): Promise<WireAnswer> {
  const health = healthOf(context, processor);
  const now = () => context.clock.monotonicMs();
  if (!ignores_open_circuit && isOpen(health.breaker, now()))
    return { kind: 'not_sent', reason: cut_off };
  if (!(await acquireSlot(health.slots))) return { kind: 'not_sent', reason: too_busy };
  try {
    // The circuit may have opened while this request waited for a slot.
    if (!ignores_open_circuit && !tryRequest(health.breaker, now()))
      return { kind: 'not_sent', reason: cut_off };
    const answer = await send(context, processor.type, request);
    const before = health.breaker.opened_ms;
    report(health.breaker, isHealthy(answer), now());
    if (before === null && health.breaker.opened_ms !== null) warn(context, processor);
    return answer;
  } finally {
    releaseSlot(health.slots);
  }
}

function warn(context: Context, { row }: ProcessorConfig): void {
  const about = { alert: 'circuit_open', processor_id: row.id, type: row.type };
  context.log.warn(about, 'a processor does not answer; nothing is sent to it for a moment');
}
