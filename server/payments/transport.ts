// The one way to a processor's socket: address, time limits and size by the type's own record.
import type { ProcessorType } from '../../contract/payments/processor-types/record.ts';
import type { Context } from '../context.ts';
import type { WireAnswer, WireRequest } from './processors/types.ts';

const max_answer_bytes = 1_048_576;
const ms = 1000;

/** Base address of a type here; empty where it has none. The lab is for sandboxes (rails 19.1). */
export function addressOf(context: Context, type: ProcessorType): string {
  const { config } = context;
  const given = config.railUrl(type.key);
  if (given !== '') return isLoopback(given) && !config.allow_lab ? '' : given;
  return type.sandbox_transport === 'lab' && config.allow_lab ? context.lab_url() : '';
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
  if (base === '') return { kind: 'not_sent', reason: 'The processor has no address here.' };
  const { connect_seconds, first_byte_seconds, total_seconds } = type.timeouts;
  const answer = await context.egress.exchange({
    url: `${base.replace(/\/+$/, '')}${request.path}`,
    body: request.body,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    connect_timeout_ms: connect_seconds * ms,
    first_byte_timeout_ms: first_byte_seconds * ms,
    total_timeout_ms: total_seconds * ms,
    max_answer_bytes,
  });
  if (answer.kind !== 'answered') return answer;
  return { kind: 'answered', http_status: answer.status, body: answer.body };
}
