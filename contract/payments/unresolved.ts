// The operator's queue: attempts at a processor whose outcome nobody knows (rails 5.7, Q9).
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { may } from '../access/may.ts';
import { endpoint, list, record } from '../endpoint.ts';
import { described } from '../field-meta.ts';
import { moment, nullable_moment } from '../fields.ts';
import * as f from '../search/search.ts';
import { pending_on_record, step_actions } from './transactions/pending-on.ts';

/** automatic: it is inquired again by itself · person: it waits for a decision. */
const unresolved_stages = ['automatic', 'person'] as const;

const unresolved_operations = [
  'sale',
  'authorize',
  'credit',
  'verify',
  'capture',
  'refund',
  'void',
  'adjust_tip',
] as const;

const unresolved_decisions = ['approve', 'not_processed'] as const;

export const unresolved_fields = {
  merchant_id: f.idField('Merchant'),
  processor_id: f.idField('Processor ID'),
  transaction_id: f.idField('Transaction ID'),
  operation: f.choice('Operation', unresolved_operations),
  stage: f.choice('Status', unresolved_stages),
  amount: f.money('Amount'),
  currency_iso_code: f.currencyChoice('Currency'),
  created_at: f.date('Created At'),
} as const satisfies f.SearchFields;

/** Amounts in minor units of `currency`. */
const unresolved_record = z.object({
  merchant_id: z.string(),
  merchant_name: z.string(),
  attempt_id: z.string(),
  transaction_id: z.string(),
  transaction_type: z.string(),
  transaction_status: z.string(),
  processor_id: z.string(),
  processor_name: z.string(),
  processor_type: z.string(),
  operation: z.string(),
  /** Our name of it at the processor: what to ask the processor's support for. */
  reference: z.string(),
  amount: z.int(),
  currency: z.string(),
  state: z.enum(['open', 'resolved']),
  /** The outcome it was resolved with; empty while it is open. */
  outcome: z.string(),
  stage: z.enum(unresolved_stages),
  created_at: moment,
  age_seconds: z.int(),
  inquiry_count: z.int(),
  next_inquiry_at: nullable_moment,
  steps: z.array(
    z.object({ at: moment, action: z.enum(step_actions), result: z.string(), text: z.string() }),
  ),
  /** Answers that did not fit: `integrity` is another amount, currency or reference. An outcome
   * that could not be stored is `not_stored`. */
  alerts: z.array(z.string()),
  /** What kept the outcome from being stored when it was last tried; null where nothing did. */
  store_failure: z.object({ at: moment, error_id: z.string(), text: z.string() }).nullable(),
  /** What comes next, in words; null once it is resolved. */
  pending_on: pending_on_record.nullable(),
  needs_second_person: z.boolean(),
  proposal: z
    .object({
      decision: z.enum(unresolved_decisions),
      processor_transaction_id: z.string(),
      reason: z.string(),
      user_id: z.string(),
      user_name: z.string(),
      created_at: moment,
    })
    .nullable(),
});
export type UnresolvedRecord = z.infer<typeof unresolved_record>;

const reason = described(z.string().trim().min(1).max(500), {
  typed_as: 'long',
  hint: 'saved in the audit log',
});
const reasoned_input = z.object({ reason });
const approve_input = z.object({
  reason,
  /** The processor's own id of what it did, as its support or its portal gives it. */
  processor_transaction_id: described(z.string().trim().min(1).max(64), {
    label: "Processor's ID",
    hint: "from the processor's support or portal",
  }),
});

const reads = signedIn(['admin'], { scope: 'resolve_payments' });
/** A decision about money is for users with the admin role. */
const decides = may.decide_unresolved;
const one = '/unresolved/{merchantId}/{attemptId}' as const;

export const unresolved = {
  search: endpoint({
    method: 'POST',
    path: '/unresolved/search',
    access: reads,
    input: f.searchInput(unresolved_fields),
    reply: list(unresolved_record),
    rate_class: 'search',
    summary: 'Processor attempts with an unknown outcome, oldest first.',
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    access: reads,
    reply: record(unresolved_record),
    rate_class: 'read',
    summary: 'One attempt with its inquiries, next step and resolution.',
  }),
  inquire: endpoint({
    method: 'POST',
    path: `${one}/inquire`,
    access: decides,
    input: reasoned_input,
    reply: record(unresolved_record),
    rate_class: 'write',
    audit: 'unresolved.inquire',
    summary: 'Asks the processor for the outcome now; a definite answer resolves the attempt.',
  }),
  approve: endpoint({
    method: 'POST',
    path: `${one}/approve`,
    access: decides,
    input: approve_input,
    reply: record(unresolved_record),
    rate_class: 'write',
    audit: 'unresolved.approve',
    summary: 'Marks it approved; above the limit, a second user must confirm.',
  }),
  notProcessed: endpoint({
    method: 'POST',
    path: `${one}/not-processed`,
    access: decides,
    input: reasoned_input,
    reply: record(unresolved_record),
    rate_class: 'write',
    audit: 'unresolved.not_processed',
    summary: 'Marks it as not processed; above the limit, a second user must confirm.',
  }),
};
