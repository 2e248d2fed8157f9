// How an unknown outcome is resolved: inquire, reverse or repeat, never send again (rails 5.7).
import assert from 'node:assert/strict';
import type { CompiledQuery } from 'kysely';
import { can } from '../../../../contract/payments/processor-types/catalogue.ts';
import type { Context } from '../../../context.ts';
import { pipeline } from '../../../db/connections/pipeline.ts';
import { change, insert, type Key, requireRow } from '../../../db/connections/statements.ts';
import { inTransaction } from '../../../db/database.ts';
import type { ProcessorConfig } from '../../merchant-config.ts';
import type { Inquiry, MoneyCommand, OriginalAttempt, Outcome } from '../../processors/types.ts';
import { errorOutcome } from '../../processors/wire-answer.ts';
import { AlreadyFinished } from '../attempts/attempt-errors.ts';
import { recordAlert, recordStep } from '../attempts/attempt-notes.ts';
import {
  type Attempt,
  claimAttempt,
  countInquiry,
  deadline,
  secondsFrom,
} from '../attempts/attempts.ts';
import type { TransactionRow } from '../reading/read.ts';
import { gatewayOutcome, isDisallowedPartial } from './outcome.ts';
import { inquire, perform, reverse } from './perform.ts';
import { brandOf } from './response-body.ts';

/** Seconds until recovery inquires, by inquiries made; three are made as the caller waits (Q9). */
export const inquiry_backoff_seconds: readonly number[] = [
  2, 5, 12, 120, 300, 900, 3600, 21_600, 86_400,
];
export const inline_count = 3;
const not_found_threshold = 3;

/** Operations that a reversal by reference can undo. */
const reversible: readonly string[] = ['sale', 'authorize', 'credit', 'verify', 'refund'];

/** When an attempt is inquired again after `count` inquiries; null means that a person decides. */
export function nextInquiry(count: number, from: Date): Date | null {
  const seconds = inquiry_backoff_seconds[count];
  return seconds === undefined ? null : secondsFrom(from, seconds);
}

/** An attempt's request, as an adapter is told of it after its answer was lost. */
export function originalOf(attempt: Attempt): OriginalAttempt {
  const { reference, operation, amount, currency, context } = attempt;
  const { target, tip, payment_type } = context;
  return {
    ...{ reference, operation, amount, currency, tip: tip ?? 0 },
    ...(target && { target }),
    ...(payment_type && { payment_type }),
  };
}

/** The outcome where the processor certainly did nothing: 421, so that the caller may try again. */
export function notProcessed(
  attempt: Attempt,
  reason = 'The processor did not process it.',
): Outcome {
  return errorOutcome(attempt.amount, {
    kind: 'error',
    code: 421,
    processor_code: '',
    reason,
    alert: null,
    raw: {},
  });
}

/**
 * The same follow-up under the same reference; only for processors that perform a reference once,
 * or whose follow-ups leave their target as the first one would.
 */
function commandAgain(
  processor: ProcessorConfig,
  attempt: Attempt,
  brand: string,
): MoneyCommand | null {
  const { reference, amount, currency, operation } = attempt;
  const { target, tip } = attempt.context;
  const { idempotency, follow_ups_repeatable } = processor.type.capabilities;
  if ((idempotency !== 'native_key' && !follow_ups_repeatable) || !target) return null;
  const common = { reference, account: processor.account, amount, currency, target, brand };
  switch (operation) {
    case 'capture':
    case 'void':
      return { ...common, operation };
    case 'adjust_tip':
      return { ...common, operation, tip: tip ?? 0 };
    default:
      return null;
  }
}

/**
 * Claims an attempt together with other statements, before a message that has an effect, so that a
 * process that inquired at the same time cannot end the attempt by its older answer.
 */
async function claim(
  context: Context,
  attempt: Attempt,
  more: readonly Parameters<typeof pipeline>[1][number][] = [],
): Promise<void> {
  await inTransaction(context, attempt.merchant_id, async (tx) => {
    const [claimed] = await pipeline(tx, [claimAttempt(context, attempt), ...more]);
    if (!claimed?.rows.length) throw new AlreadyFinished();
  });
  attempt.fencing_token += 1;
}

/** Writes the reversal of an unanswered attempt as an attempt of its own, for the record. */
function writeReversal(
  context: Context,
  processor: ProcessorConfig,
  attempt: Attempt,
  id: string,
): CompiledQuery<unknown> {
  const { merchant_id, transaction_id, processor_id, processor_type, amount, currency } = attempt;
  return insert('rail_attempt', {
    merchant_id,
    id,
    transaction_id,
    operation: 'reverse',
    processor_id,
    processor_type,
    reference: id,
    parent_reference: attempt.reference,
    fingerprint: attempt.reference,
    amount,
    currency,
    state: 'sent',
    recovery_of: attempt.id,
    request_id: context.request_id,
    created_at: context.clock.now(),
    deadline_at: deadline(context, processor),
  });
}

/** Stores the result of a reversal, also where recovery has marked it as lost meanwhile. */
function writeReversalResult(context: Context, key: Key, result: string): CompiledQuery<unknown> {
  const state = result === 'no_answer' ? 'no_answer' : 'answered';
  const changes = { state, outcome: result, answered_at: context.clock.now() };
  // The update must succeed a second time: a commit whose answer was lost is repeated.
  const guard = "state in ('sent', 'no_answer') or outcome = $3";
  return requireRow(change('rail_attempt', key, changes, guard, [result]));
}

/** Reverses an attempt by its reference, in an attempt of its own. True where no effect is left. */
export async function reverseAttempt(
  context: Context,
  processor: ProcessorConfig,
  attempt: Attempt,
): Promise<boolean> {
  if (!can(processor.type, 'reverse')) return false;
  const { merchant_id } = attempt;
  const id = context.ids.next();
  await claim(context, attempt, [writeReversal(context, processor, attempt, id)]);
  const { account } = processor;
  const original = originalOf(attempt);
  const { result } = await reverse(context, processor, {
    operation: 'reverse',
    reference: id,
    account,
    original,
  });
  await inTransaction(context, merchant_id, (tx) =>
    pipeline(tx, [writeReversalResult(context, { merchant_id, id }, result)]),
  );
  recordStep(context, attempt, 'reversed', result);
  return result === 'undone' || result === 'nothing';
}

async function handleNotFound(
  context: Context,
  processor: ProcessorConfig,
  attempt: Attempt,
  brand: string,
): Promise<Outcome | null> {
  const count = (attempt.context.not_found_count ?? 0) + 1;
  attempt.context.not_found_count = count;
  const lag = processor.type.timeouts.visibility_lag_seconds;
  const visible = secondsFrom(attempt.created_at, lag) < context.clock.now();
  if (count < not_found_threshold || !visible) return null;
  if (reversible.includes(attempt.operation)) {
    return (await reverseAttempt(context, processor, attempt)) ? notProcessed(attempt) : null;
  }
  const again = commandAgain(processor, attempt, brand);
  if (!again) return null;
  await claim(context, attempt);
  const outcome = await perform(context, processor, again);
  recordStep(context, attempt, 'repeated', outcome.outcome);
  // Busy or not reachable: the first message may still arrive, so nothing is decided.
  if (outcome.code === 421) return null;
  return outcome.outcome === 'unknown' ? null : outcome;
}

/**
 * The answer as far as this payment accepts it: a partial approval that the caller did not allow is
 * reversed at once and answered as a decline. Null while the reversal is not certain.
 */
export async function reverseDisallowedPartial(
  context: Context,
  processor: ProcessorConfig,
  attempt: Attempt,
  outcome: Outcome,
): Promise<Outcome | null> {
  if (!isDisallowedPartial(outcome, attempt.context.allow_partial === true)) return outcome;
  const is_reversed = await reverseAttempt(context, processor, attempt);
  return is_reversed ? { ...gatewayOutcome(200, outcome.processor_text, attempt.amount) } : null;
}

/**
 * The result of an inquiry for the record; an answer that does not fit is a mismatch and not used.
 */
function inquiryResult(found: Inquiry): string {
  if (found.found === 'no') return 'not_found';
  if (found.found !== 'yes') return found.found;
  return found.outcome.outcome === 'unknown' ? 'mismatch' : 'found';
}

/** Makes one inquiry of a lost attempt: its definite outcome, or null where it is still unknown. */
export async function resolveUnknown(
  context: Context,
  processor: ProcessorConfig,
  attempt: Attempt,
  row: TransactionRow,
): Promise<Outcome | null> {
  assert(attempt.state === 'no_answer', 'only a lost attempt is inquired');
  attempt.inquiry_count += 1;
  const brand = brandOf(row);
  const found = await inquire(context, processor, {
    operation: 'inquire',
    reference: context.ids.next(),
    account: processor.account,
    original: { ...originalOf(attempt), brand },
  });
  recordStep(context, attempt, 'inquired', inquiryResult(found));
  if (found.found === 'no') {
    if (found.final) return notProcessed(attempt);
    return await handleNotFound(context, processor, attempt, brand);
  }
  if (found.found !== 'yes') return null;
  const { outcome, standing } = found;
  recordAlert(attempt, outcome.alert);
  if (outcome.outcome === 'unknown') return null;
  // Reversed by an earlier try of ours, or by the host: its first answer says approved, and no
  // effect is left.
  const undone = standing?.state === 'voided' && reversible.includes(attempt.operation);
  if (undone) return notProcessed(attempt);
  return await reverseDisallowedPartial(context, processor, attempt, outcome);
}

/**
 * Stores an inquiry and when the next one is due. Throws AlreadyFinished where another process
 * has claimed the attempt.
 */
export async function recordInquiry(
  context: Context,
  attempt: Attempt,
  next: Date | null,
): Promise<void> {
  await inTransaction(context, attempt.merchant_id, async (tx) => {
    const [counted] = await pipeline(tx, [countInquiry(attempt, next)]);
    if (!counted?.rows.length) throw new AlreadyFinished();
  });
}
