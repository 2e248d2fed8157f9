// The request trace of an Error ID: one request with everything it did, in order of time.
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { endpoint, record } from '../endpoint.ts';
import { moment } from '../fields.ts';

export const trace_kinds = [
  'sign_in',
  'rule',
  'sent',
  'answer',
  'status',
  'posting',
  'mail',
  'webhook',
  'audit',
] as const;
export type TraceKind = (typeof trace_kinds)[number];

const fact = z.object({ label: z.string(), value: z.string() });

const trace_entry = z.object({
  /** Unique within the trace. */
  key: z.string(),
  kind: z.enum(trace_kinds),
  at: moment,
  title: z.string(),
  text: z.string(),
  tone: z.enum(['ok', 'warn', 'bad', 'mute']),
  facts: z.array(fact),
  /** What it is about. */
  noun: z.string(),
  noun_id: z.string(),
  merchant_id: z.string(),
});
export type TraceEntry = z.infer<typeof trace_entry>;

/** The request as it came in; its input is kept without card data and secrets. */
const traced_request = z.object({
  method: z.string(),
  path: z.string(),
  status: z.int(),
  /** Why it was turned down, in the words of its answer; empty where it was not. */
  message: z.string(),
  duration_ms: z.int(),
  /** What of it passed at processors. */
  processor_ms: z.int(),
  ip_address: z.string(),
  account_type: z.string(),
  account_id: z.string(),
  account_name: z.string(),
  user_name: z.string(),
  input: z.unknown(),
  at: moment,
});

export const request_trace = z.object({
  correlation_id: z.string(),
  /** Null where it was another account's, or is older than thirty days. */
  request: traced_request.nullable(),
  entries: z.array(trace_entry),
  /** There was more than is shown. */
  truncated: z.boolean(),
});
export type RequestTrace = z.infer<typeof request_trace>;

export const request_traces = {
  get: endpoint({
    method: 'GET',
    path: '/trace/{correlation_id}',
    access: signedIn(undefined, { scope: 'view_audit_log' }),
    reply: record(request_trace),
    rate_class: 'search',
    summary: 'Everything that one request did, as far as the caller has access.',
  }),
};
