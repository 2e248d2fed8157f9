// Why a transaction ended as it did: rules, routing, attempts, decisions by hand, duplicates.
import { z } from 'zod';
import { moment, nullable_moment } from '../../fields.ts';
import { delivery_states } from '../../messages/webhook-events.ts';
import { statuses, types } from './states.ts';

/**
 * What one rule said of a payment, as it is kept with it; rules that did not match are kept too.
 * A rule that was not read any more, since an earlier one had decided, has the verdict `skipped`.
 */
const stored_verdict = z.object({
  rule: z.string(),
  verdict: z.enum(['pass', 'deny', 'flag', 'skipped']),
  /** What the rule read of the payment: a text, a number, a list; null where it read nothing. */
  value: z.unknown().optional(),
  /** What it was held against, and how. */
  operator: z.string().optional(),
  threshold: z.unknown().optional(),
  /** Before anything is sent, or on the answer. */
  phase: z.enum(['before', 'after']).default('before'),
  set_by: z.string().default(''),
});
export type StoredVerdict = z.output<typeof stored_verdict>;

/** Verdicts as they stand beside a transaction, in the order the rules ran; others are left out. */
export function readVerdicts(stored: unknown): StoredVerdict[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one) => {
    const read = stored_verdict.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

/** One message to a processor about this payment. */
const attempt_summary = z.object({
  operation: z.string(),
  processor_name: z.string(),
  state: z.enum(['sent', 'answered', 'failed_before_send', 'no_answer']),
  outcome: z.string(),
  /** The processor's words. */
  text: z.string(),
  created_at: moment,
  answered_at: nullable_moment,
});
export type AttemptSummary = z.infer<typeof attempt_summary>;

/** A payment that went on to another processor, because the first was certainly not reached. */
const failover_step = z.object({
  at: moment,
  from_name: z.string(),
  to_name: z.string(),
  why: z.string(),
});

/** An outcome that a person decided, because no processor reported it (rails 5.7). */
const manual_decision = z.object({
  at: moment,
  operation: z.string(),
  decision: z.enum(['approve', 'not_processed']),
  reason: z.string(),
  /** The operator's people; empty for everybody but the operator. */
  user_name: z.string(),
  proposed_by: z.string(),
  two_persons: z.boolean(),
});
export type ManualDecision = z.infer<typeof manual_decision>;

const twin = z.object({
  id: z.string(),
  type: z.enum(types),
  status: z.enum(statuses),
  amount: z.int(),
  currency: z.string(),
  response_code: z.int(),
  created_at: moment,
  /** Seconds between the two; below zero where it came before. */
  seconds_after: z.int(),
});

/** Equal payments: same card or account, amount, currency and order (gateway-api 3.11). */
const duplicates = z.object({
  /** The merchant's setting as it is now; 0 where nothing is detected. */
  window_seconds: z.int(),
  /** This payment was declined as a duplicate of that one; empty where it was not. */
  duplicate_of: z.string(),
  /** Until when an equal payment is taken for a repetition of this one; null where never. */
  window_ends_at: nullable_moment,
  /** Within the window, or within a day where there is none or a shorter one; oldest first. */
  twins: z.array(twin),
});

/** An event of this payment and one endpoint that it goes to. */
const webhook_notice = z.object({
  kind: z.string(),
  /** The host alone, since the path may hold a key of the receiver. */
  host: z.string(),
  state: z.enum(delivery_states),
  attempt_count: z.int(),
  /** HTTP status of the last answer; 0 while there is none. */
  last_status: z.int(),
  created_at: moment,
});
export type WebhookNotice = z.infer<typeof webhook_notice>;

export const explanation_record = z.object({
  rules: z.array(stored_verdict),
  /** How the processor was chosen; empty for payments that did not keep it. */
  routing: z.enum(['named', 'default', 'followed', '']),
  failover: z.array(failover_step),
  /** Messages to processors, oldest first; none where the gateway decided alone. */
  attempts: z.array(attempt_summary),
  decided: z.array(manual_decision),
  /**
   * What the caller was answered first: `unknown`, `none` where the request ended without an
   * answer, '' where the first answer was the outcome.
   */
  first_answer: z.enum(['unknown', 'none', '']),
  duplicates,
  /** What the payer's statement calls the merchant. */
  statement_name: z.string(),
  /** Addresses receipts went to, each once. */
  receipts_to: z.array(z.string()),
  /** Webhooks about it, oldest first; events that no endpoint receives are left out. */
  webhooks: z.array(webhook_notice),
});
export type Explanation = z.infer<typeof explanation_record>;
