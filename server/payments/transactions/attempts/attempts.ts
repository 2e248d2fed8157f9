// Attempts: the intent committed before every message to a processor, and its outcome.
import type { CompiledQuery, Selectable } from 'kysely';
import type { Context } from '../../../context.ts';
import { change, type Key } from '../../../db/connections/statements.ts';
import type { RailAttempt } from '../../../db/tables.generated.ts';
import type { PartAmounts } from '../../../ledger/components.ts';
import type { ProcessorConfig } from '../../merchant-config.ts';
import type { Outcome, ProcessorRef, TerminalMethod } from '../../processors/types.ts';
import type { Decision, LimitUse, RecoveryStep, StoreFailure } from './attempt-notes.ts';
import { claimedIdOf } from './charges.ts';
import { insertRows } from './rows.ts';
import type { Initiator } from './statements.ts';

/** The job that finishes attempts whose own request stored no outcome. */
export const recovery_job = 'payment_recovery';

export type MoneyOperation =
  | 'sale'
  | 'authorize'
  | 'credit'
  | 'verify'
  | 'capture'
  | 'refund'
  | 'void'
  | 'adjust_tip';

/** What recovery needs to finish the verb as the caller's own request would have. */
export interface AttemptContext {
  verb: 'create' | 'refund' | 'capture' | 'void' | 'tip_adjust' | 'approve' | 'decline';
  user_id: string;
  user_name: string;
  idempotency_key: string;
  /** The processor's ids of what a follow-up acts on. */
  target?: ProcessorRef;
  /** The caller accepts an approval of a part of the amount. */
  allow_partial?: boolean;
  /** New tip of a tip adjustment; the stated tip of a payment at a terminal. */
  tip?: number;
  /** What the card is charged as that is presented at a terminal. */
  payment_type?: TerminalMethod['payment_type'];
  /** Surcharge that a refund states to give back. */
  surcharge?: number;
  /** Members a capture states for its own amount. */
  captured?: PartAmounts;
  /** Other columns that a capture changes; `tax_exempt` is set where a stated tax was ignored. */
  changes?: { order_id?: string; po_number?: string; tax_exempt?: boolean; tax_amount?: number };
  not_found_count?: number;
  /** The caller's answer while the outcome was unknown: that it is open, or nothing at all. */
  first_answer?: 'unknown' | 'none';
  steps?: RecoveryStep[];
  /**
   * Kinds of answers that did not match the request. Such answers are not used; an operator checks
   * them.
   */
  alerts?: string[];
  decision?: Decision;
  store_failure?: StoreFailure;
  /** The attempt was lost, and its exposure could not be posted. */
  unexposed?: boolean;
  limit_uses?: LimitUse[];
  holds_terminal?: boolean;
}

export interface Attempt extends Key {
  transaction_id: string;
  operation: MoneyOperation;
  processor_id: string;
  processor_type: string;
  reference: string;
  amount: number;
  currency: string;
  state: 'sent' | 'no_answer';
  context: AttemptContext;
  inquiry_count: number;
  /**
   * Counts the claims: only the process with the latest claim may end the attempt, see
   * claimAttempt.
   */
  fencing_token: number;
  created_at: Date;
}

interface NewAttempt {
  merchant_id: string;
  transaction_id: string;
  operation: MoneyOperation;
  amount: number;
  currency: string;
  context: AttemptContext;
}

/** When a sent attempt without an answer counts as timed out (rails 5.5, 5.6). */
export function deadline(context: Context, processor: ProcessorConfig): Date {
  const { total_seconds, inline_recovery_seconds } = processor.type.timeouts;
  return secondsFrom(context.clock.now(), total_seconds + inline_recovery_seconds);
}

export function secondsFrom(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

/** A new attempt that will be sent; its id is the reference under which the processor knows it. */
export function newAttempt(
  context: Context,
  processor: ProcessorConfig,
  input: NewAttempt,
): Attempt {
  const id = context.ids.next();
  return {
    ...input,
    id,
    reference: id,
    processor_id: processor.row.id,
    processor_type: processor.row.type,
    state: 'sent',
    inquiry_count: 0,
    fencing_token: 0,
    created_at: context.clock.now(),
  };
}

/**
 * Writes the attempt in state `sent` before the socket opens, since from then on it may arrive;
 * fails for a missing row where the processor is no longer what it was when it was read.
 */
export function writeAttempt(
  context: Context,
  processor: ProcessorConfig,
  attempt: Attempt,
  fingerprint: string,
): CompiledQuery<unknown> {
  const row = attemptRow(context, processor, attempt, fingerprint);
  const [written] = insertRows([{ table: 'rail_attempt', row }], [processor.row]);
  return written as CompiledQuery<unknown>;
}

/** The same attempt as a row, to be written together with other rows of the commit. */
export function attemptRow(
  context: Context,
  processor: ProcessorConfig,
  attempt: Attempt,
  fingerprint: string,
) {
  const { request_id } = context;
  const deadline_at = deadline(context, processor);
  const stored_context = withoutEmpty(attempt.context);
  return { ...attempt, context: stored_context, request_id, fingerprint, deadline_at };
}

/** How long a lease of an attempt lasts. */
export const lease_seconds = 120;

/**
 * Claims an open attempt before a message about it is sent: the holder of an earlier claim can no
 * longer end it or begin a reversal. Finds no row where another process claimed it first.
 */
export function claimAttempt(
  context: Context,
  attempt: Attempt,
  more: { claimed_id?: string } = {},
): CompiledQuery<{ found: number }> {
  const { state, fencing_token } = attempt;
  const lease = secondsFrom(context.clock.now(), lease_seconds);
  const due = state === 'no_answer' ? { next_inquiry_at: lease } : {};
  const lease_columns = { fencing_token: fencing_token + 1, deadline_at: lease, ...due, ...more };
  return change('rail_attempt', attempt, lease_columns, holds_lease, [state, fencing_token]);
}

/** The guard of every write under a claim: no other process has claimed the attempt since. */
export const holds_lease = 'state = $3 and fencing_token = $4';

/** The document without empty members, which are read in the same way as absent ones. */
function withoutEmpty<T extends object>(document: T): Partial<T> {
  const empty: unknown[] = ['', null, false, undefined];
  return Object.fromEntries(
    Object.entries(document).filter(([, value]) => !empty.includes(value)),
  ) as Partial<T>;
}

/** The stored form of an answer, without empty members. */
export type AttemptAnswer = ReturnType<typeof storedForm>;

/** The stored form of an answer: no card data and no credentials. */
function storedForm(outcome: Outcome) {
  return withoutEmpty({
    text: outcome.processor_text,
    code: outcome.processor_code,
    auth_code: outcome.auth_code,
    approved_amount: outcome.approved_amount,
    processor_ref: outcome.processor_ref,
    decline_category: outcome.decline_category,
    retry: outcome.retry,
    alert: outcome.alert,
  });
}

/** Closes an attempt with its outcome; finds no row where another process has ended it. */
export function closeAttempt(
  context: Context,
  attempt: Attempt,
  outcome: Outcome,
): CompiledQuery<{ found: number }> {
  // Where nothing was sent the row says so, because no inquiry can find anything by its reference.
  const unsent = outcome.not_sent === true && attempt.state === 'sent';
  const state = unsent ? 'failed_before_send' : 'answered';
  return change(
    'rail_attempt',
    attempt,
    {
      state,
      outcome: outcome.outcome,
      response_code: outcome.code,
      answer: storedForm(outcome),
      inquiry_count: attempt.inquiry_count,
      next_inquiry_at: null,
      answered_at: context.clock.now(),
      ...(attempt.state === 'no_answer' && {
        context: attempt.context,
        claimed_id: claimedIdOf(attempt.operation, outcome),
      }),
    },
    holds_lease,
    [attempt.state, attempt.fencing_token],
  );
}

/** Marks an attempt as unanswered; `next` is the time of its next inquiry. */
export function markUnanswered(
  attempt: Attempt,
  outcome: Outcome,
  next: Date,
): CompiledQuery<{ found: number }> {
  const changes = {
    state: 'no_answer',
    outcome: 'unknown',
    answer: storedForm(outcome),
    context: attempt.context,
    next_inquiry_at: next,
  };
  return change('rail_attempt', attempt, changes, holds_lease, ['sent', attempt.fencing_token]);
}

/** Counts an inquiry; with `next` null a person has to decide (rails 5.7). */
export function countInquiry(
  attempt: Attempt,
  next: Date | null,
): CompiledQuery<{ found: number }> {
  return change(
    'rail_attempt',
    attempt,
    {
      inquiry_count: attempt.inquiry_count,
      context: attempt.context,
      next_inquiry_at: next,
    },
    holds_lease,
    ['no_answer', attempt.fencing_token],
  );
}

/** Values of an attempt's context where a member is absent. */
const quiet = { user_id: '', user_name: '', idempotency_key: '' };

export function toAttempt(row: Selectable<RailAttempt>): Attempt {
  return {
    merchant_id: row.merchant_id,
    id: row.id,
    transaction_id: row.transaction_id,
    operation: row.operation as MoneyOperation,
    processor_id: row.processor_id,
    processor_type: row.processor_type,
    reference: row.reference,
    amount: row.amount,
    currency: row.currency,
    state: row.state as Attempt['state'],
    context: { ...quiet, ...row.context },
    inquiry_count: row.inquiry_count,
    fencing_token: row.fencing_token,
    created_at: row.created_at,
  };
}

export function initiatorOf(attempt: Attempt): Initiator {
  const { verb, user_id, user_name } = attempt.context;
  return { verb, user_id, user_name };
}
