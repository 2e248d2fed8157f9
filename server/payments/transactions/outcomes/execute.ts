// From a committed attempt to its answer: send, and inquire where the outcome is unknown (rails
// 5.7).
import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, withDatabaseRetries, withoutSlot } from '../../../context.ts';
import { pipeline } from '../../../db/connections/pipeline.ts';
import { requireRow } from '../../../db/connections/statements.ts';
import { connect, inTransaction } from '../../../db/database.ts';
import { scheduleCommitted } from '../../../jobs/runner.ts';
import { posting } from '../../../ledger/postings.ts';
import { confirmPosted, postStatements } from '../../../ledger/write.ts';
import {
  type MerchantConfig,
  merchantConfig,
  type ProcessorConfig,
} from '../../merchant-config.ts';
import type { InBandUpdate } from '../../processors/card-updates.ts';
import type { MoneyCommand, Outcome } from '../../processors/types.ts';
import { unknownOutcome } from '../../processors/wire-answer.ts';
import { AlreadyFinished, ProcessorIdInUse } from '../attempts/attempt-errors.ts';
import { recordAlert, recordStep } from '../attempts/attempt-notes.ts';
import {
  type Attempt,
  type AttemptContext,
  markUnanswered,
  recovery_job,
  secondsFrom,
} from '../attempts/attempts.ts';
import { answerIdempotencyKey, type CallAnswer } from '../attempts/idempotency.ts';
import { audited } from '../attempts/statements.ts';
import { getRow, type TransactionRow } from '../reading/read.ts';
import { answerOf, answerRefused, type Finisher, orAlreadyFinished } from './finish.ts';
import { finishCapture } from './finish-capture.ts';
import { finishPayment, rowStatements } from './finish-payment.ts';
import { finishTip } from './finish-tip.ts';
import { finishVoid } from './finish-void.ts';
import { moveToProcessor } from './move-to-processor.ts';
import { changesOf } from './outcome.ts';
import { perform } from './perform.ts';
import { postingAbout } from './posting-parts.ts';
import {
  inline_count,
  nextInquiry,
  recordInquiry,
  resolveUnknown,
  reverseDisallowedPartial,
} from './resolve-unknown.ts';

/** The second commit of each verb, for the live request and for recovery. */
const finishers: Readonly<Record<AttemptContext['verb'], Finisher>> = {
  create: finishPayment,
  refund: finishPayment,
  capture: finishCapture,
  approve: finishCapture,
  void: finishVoid,
  decline: finishVoid,
  tip_adjust: finishTip,
};

export function finisherOf(attempt: Attempt): Finisher {
  return finishers[attempt.context.verb];
}

/** Recovery leaves an attempt alone for this long, while its own request still inquires. */
const inline_lease_seconds = 60;

export interface Execution {
  config: MerchantConfig;
  processor: ProcessorConfig;
  attempt: Attempt;
  /** The transaction as commit 1 left it. */
  row: TransactionRow;
}

/** Whether the attempt created its transaction; a follow-up acts on one that exists already. */
export function createsTransaction(attempt: Attempt): boolean {
  return attempt.context.verb === 'create' || attempt.context.verb === 'refund';
}

/**
 * Marks an attempt as unanswered. It may have had an effect, so its exposure is posted and a
 * payment of its own becomes `unknown`. Gives the row as it is now.
 */
export async function markUnknown(
  context: Context,
  execution: Execution,
  outcome: Outcome,
): Promise<TransactionRow> {
  const { config, attempt, row } = execution;
  const next = secondsFrom(context.clock.now(), inline_lease_seconds);
  const changes = createsTransaction(attempt) ? changesOf(row, outcome, context.clock.now()) : {};
  const after = { ...row, ...changes };
  const { processor_id: processor, amount } = attempt;
  const about = postingAbout(context, config, row, attempt.id);
  const moves = createsTransaction(attempt)
    ? rowStatements(context, row, after, changes, attempt)
    : [];
  const [update, ...rest] = moves;
  const postings = [posting('exposure_open', about, { processor, amount })];
  await orAlreadyFinished(context, attempt.merchant_id, async (tx) => {
    const results = await pipeline(tx, [
      requireRow(markUnanswered(attempt, outcome, next)),
      ...(update ? [requireRow(update), ...rest] : []),
      audited(context, {
        verb: attempt.context.verb,
        noun: 'transaction',
        id: attempt.transaction_id,
        merchant_id: attempt.merchant_id,
        after: { outcome: 'unknown', attempt_id: attempt.id },
      }),
      ...postStatements(context, postings),
    ]);
    await confirmPosted(tx, postings, results);
  });
  attempt.state = 'no_answer';
  return after;
}

async function inquireInline(context: Context, execution: Execution): Promise<Outcome | null> {
  const { processor, attempt, row } = execution;
  let waited = 0;
  for (const until_ms of context.timing.inline_inquiries_ms.slice(0, inline_count)) {
    const pause_ms = until_ms - waited;
    await withoutSlot(context, () => sleep(pause_ms));
    waited = until_ms;
    const found = await resolveUnknown(context, processor, attempt, row);
    if (found) return found;
    const lease = secondsFrom(context.clock.now(), inline_lease_seconds);
    await recordInquiry(context, attempt, lease);
  }
  return null;
}

/**
 * Ends a lost attempt by the result of an inquiry. Null where the processor's id in it belongs to
 * another charge: then a person has to decide.
 */
async function finishByInquiry(
  context: Context,
  { config, attempt, row }: Execution,
  found: Outcome,
): Promise<CallAnswer | null> {
  try {
    return await finisherOf(attempt)(context, config, attempt, found, row);
  } catch (error) {
    if (!(error instanceof ProcessorIdInUse)) throw error;
    recordAlert(attempt, 'integrity');
    return null;
  }
}

/**
 * Leaves a lost attempt to recovery, which also looks by itself for attempts that are due: what the
 * caller is answered does not depend on the job.
 */
async function scheduleInquiry(context: Context, attempt: Attempt): Promise<void> {
  const next = nextInquiry(attempt.inquiry_count, context.clock.now());
  await recordInquiry(context, attempt, next);
  if (next) await scheduleCommitted(context, { name: recovery_job, key: 'all', due_at: next });
}

const still_open =
  'The processor has not answered yet. Do not repeat this request: ' +
  'the gateway is checking the outcome.';

/** The caller's answer while the outcome is unknown; it is stored under the key like any answer. */
async function answerUnknown(context: Context, attempt: Attempt, row: TransactionRow) {
  const answer = createsTransaction(attempt) ? answerOf(row) : answerRefused(still_open);
  const { merchant_id, transaction_id, context: about } = attempt;
  if (about.idempotency_key !== '') {
    await inTransaction(context, merchant_id, (tx) =>
      pipeline(tx, [
        answerIdempotencyKey(merchant_id, about.idempotency_key, transaction_id, answer),
      ]),
    );
  }
  return answer;
}

/** What is needed to send an attempt. */
export interface Sending {
  command(now: Execution): MoneyCommand;
  /** Processors to try where the first one was certainly not reached; called only in that case. */
  others?(): readonly ProcessorConfig[];
  /** Called as soon as the card number is no longer needed. */
  onSent?(): unknown;
  /** Called with the card updates of the answer, once the outcome is stored. */
  onCardUpdate?(update: InBandUpdate): Promise<void>;
}

/**
 * The first answer and the processor it came from: what was certainly not sent may go to another
 * one.
 */
async function sendWithFailover(context: Context, begun: Execution, { command, others }: Sending) {
  let execution = begun;
  let first = await perform(context, execution.processor, command(execution));
  if (first.not_sent !== true || !others) return { execution, first };
  for (const next of others()) {
    const moved = await moveToProcessor(context, execution, next, first);
    if (!moved) continue;
    execution = moved;
    first = await perform(context, next, command(execution));
    if (first.not_sent !== true) break;
  }
  return { execution, first };
}

/** Ends an attempt by its first answer, or by inquiries that are made while the caller waits. */
async function endSent(
  context: Context,
  execution: Execution,
  first: Outcome,
): Promise<CallAnswer> {
  const { config, processor, attempt } = execution;
  const known =
    first.outcome === 'unknown'
      ? null
      : await reverseDisallowedPartial(context, processor, attempt, first);
  const finish = finisherOf(attempt);
  if (known) return await finish(context, config, attempt, known, execution.row);
  const reason = 'The approved part could not be reversed yet.';
  const lost =
    first.outcome === 'unknown' ? first : unknownOutcome(attempt.amount, reason, null, first.raw);
  recordStep(context, attempt, 'sent', lost.alert === 'integrity' ? 'mismatch' : 'no_answer');
  recordAlert(attempt, lost.alert);
  const row = await markUnknown(context, execution, lost);
  const found = await inquireInline(context, { ...execution, row });
  const ended = found && (await finishByInquiry(context, { ...execution, row }, found));
  if (ended) return ended;
  attempt.context.first_answer = 'unknown';
  await scheduleInquiry(context, attempt);
  return await answerUnknown(context, attempt, row);
}

/**
 * Sends a committed attempt, and where certainly nothing was sent another one to another processor;
 * then ends its verb or leaves it to recovery. A fault of the processor is never an exception.
 */
export async function execute(
  caller_context: Context,
  begun: Execution,
  sending: Sending,
): Promise<CallAnswer> {
  const context = withDatabaseRetries(caller_context);
  let { attempt } = begun;
  try {
    const sent = sendWithFailover(context, begun, sending).finally(() => sending.onSent?.());
    const { execution, first } = await sent;
    attempt = execution.attempt;
    const answered = await endSent(context, execution, first);
    if (first.card_update) await sending.onCardUpdate?.(first.card_update);
    return answered;
  } catch (error) {
    if (error instanceof AlreadyFinished) return await answerCurrentState(context, attempt);
    // The outcome could not be stored: recovery takes the attempt up as soon as it is overdue.
    const due_at = secondsFrom(context.clock.now(), inline_lease_seconds);
    await scheduleCommitted(context, { name: recovery_job, key: 'all', due_at });
    throw error;
  }
}

/** Another process has claimed the attempt: its result is answered, or that it is still open. */
async function answerCurrentState(context: Context, attempt: Attempt): Promise<CallAnswer> {
  const row = await getRow(context, attempt.merchant_id, attempt.transaction_id);
  if (createsTransaction(attempt)) return answerOf(row);
  if (row.open_attempt_id === attempt.id) return answerRefused(still_open);
  const ended = await connect(context)
    .selectFrom('rail_attempt')
    .select('outcome')
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .executeTakeFirst();
  return ended?.outcome === 'approved' ? answerOf(row) : answerRefused(not_done);
}

const not_done = 'The processor did not complete this action. The transaction is unchanged.';

/** Reads what a lost attempt needs to be inquired and ended. */
export async function executionOf(context: Context, attempt: Attempt): Promise<Execution> {
  const config = await merchantConfig(context, attempt.merchant_id);
  const processor = config.processors.find(({ row }) => row.id === attempt.processor_id);
  if (!processor) throw new Error(`Attempt ${attempt.id} has no processor.`);
  const row = await getRow(context, attempt.merchant_id, attempt.transaction_id);
  return { config, processor, attempt, row };
}

/**
 * Makes one inquiry of a lost attempt, and ends its verb where the result is definite (rails 5.7).
 */
export async function inquireOnce(context: Context, execution: Execution): Promise<void> {
  const { processor, attempt, row } = execution;
  attempt.context.first_answer ??= 'none';
  const outcome = await resolveUnknown(context, processor, attempt, row);
  const ended = outcome && (await finishByInquiry(context, execution, outcome));
  if (!ended) await scheduleInquiry(context, attempt);
}
