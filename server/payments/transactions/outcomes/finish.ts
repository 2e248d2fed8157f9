// What every verb's second commit shares: the stored answer and the guard against ending it twice.
import assert from 'node:assert/strict';
import type { CompiledQuery } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Audited } from '../../../db/audit-log/audit-log.ts';
import { isDatabaseUnavailable } from '../../../db/connections/connection-errors.ts';
import { pipeline, pipelineAndCommit } from '../../../db/connections/pipeline.ts';
import {
  change,
  isMissingRow,
  requireRow,
  requireRows,
} from '../../../db/connections/statements.ts';
import { inTransaction, type Tx, violatedConstraint } from '../../../db/database.ts';
import { wakeOutbox } from '../../../jobs/outbox-waker.ts';
import type { Posting } from '../../../ledger/postings.ts';
import { confirmPosted, postStatements, requirePostStatements } from '../../../ledger/write.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import type { Outcome } from '../../processors/types.ts';
import { unlockTerminal } from '../../terminals/lock.ts';
import { AlreadyFinished, ProcessorIdInUse } from '../attempts/attempt-errors.ts';
import { type Attempt, closeAttempt } from '../attempts/attempts.ts';
import { commitInGroup } from '../attempts/group-commit.ts';
import { answerIdempotencyKey, type CallAnswer } from '../attempts/idempotency.ts';
import { auditedRow, type NewRow } from '../attempts/rows.ts';
import { as_read, audited } from '../attempts/statements.ts';
import { lockRow, type TransactionRow, toRecord } from '../reading/read.ts';
import { exposureClosed } from './posting-parts.ts';

export function answerOf(row: TransactionRow): CallAnswer {
  return { data: toRecord(row), refused: '' };
}

export const empty_answer: CallAnswer = { data: null, refused: '' };

/** The answer of a follow-up that the processor did not do: a refusal (gateway-api 1.2). */
export function answerRefused(refused: string): CallAnswer {
  return { data: null, refused };
}

/** What a verb writes when its outcome is known. */
export interface Finish {
  /**
   * Changes of rows and history, in order; the first must find its row, else all is rolled back.
   */
  changes: CompiledQuery<unknown>[];
  postings: Posting[];
  answer: CallAnswer;
  after: object;
}

/**
 * `row` is the transaction as this process last read it, or as it is now where it has changed
 * since.
 */
type Plan = (tx: Tx, row: TransactionRow) => Promise<Finish> | Finish;

/**
 * The one audit row of an action. An end that a person decided is recorded as that person's action,
 * with the transaction's outcome in it: who, why, and by which id (rails 5.7).
 */
function auditOf(attempt: Attempt, after: object): Audited {
  const { id, merchant_id, transaction_id, amount, context: about } = attempt;
  if (!about.decision) {
    return { verb: about.verb, noun: 'transaction', id: transaction_id, merchant_id, after };
  }
  const { decision, ...details } = about.decision;
  const recorded = { ...after, ...details, amount, transaction_id, decided: true };
  return { verb: decision, noun: 'unresolved', id, merchant_id, after: recorded };
}

/** Stores the answer's bytes where the call named an idempotency key. */
function answerNamedKey(attempt: Attempt, answer: CallAnswer): CompiledQuery<unknown>[] {
  const { merchant_id, transaction_id, context } = attempt;
  const { idempotency_key: key } = context;
  return key ? [answerIdempotencyKey(merchant_id, key, transaction_id, answer)] : [];
}

/**
 * The statements of the second commit beside the plan's own: audit row, answer, free terminal.
 */
function closingStatements(context: Context, attempt: Attempt, { answer, after }: Finish) {
  return [
    audited(context, auditOf(attempt, after)),
    ...answerNamedKey(attempt, answer),
    ...unlockTerminal(attempt),
  ];
}

/**
 * Ends the attempt in one round trip, commit included; any guard that finds no row fails it all.
 */
async function commitOptimistically(
  context: Context,
  attempt: Attempt,
  outcome: Outcome,
  row: TransactionRow,
  plan: Plan,
) {
  return await inTransaction(context, attempt.merchant_id, async (tx) => {
    const finish = await plan(tx, row);
    const [first, ...changes] = finish.changes;
    await pipelineAndCommit(tx, [
      requireRow(closeAttempt(context, attempt, outcome)),
      ...(first ? [requireRow(first), ...changes] : []),
      ...closingStatements(context, attempt, finish),
      ...requirePostStatements(context, finish.postings),
    ]);
    return finish.answer;
  });
}

/** Runs a transaction; where a `requireRow` guard fails, another process has ended the attempt. */
export async function orAlreadyFinished<T>(
  context: Context,
  merchant_id: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(context, merchant_id, work);
  } catch (error) {
    throw isMissingRow(error) ? new AlreadyFinished() : error;
  }
}

/**
 * The same with the attempt locked first: reads the transaction as it is now, then plans, and
 * compares postings that exist already.
 */
async function commitUnderLock(context: Context, attempt: Attempt, outcome: Outcome, plan: Plan) {
  return await orAlreadyFinished(context, attempt.merchant_id, async (tx) => {
    await pipeline(tx, [requireRow(closeAttempt(context, attempt, outcome))]);
    const finish = await plan(tx, await lockRow(tx, attempt.merchant_id, attempt.transaction_id));
    const [first, ...changes] = finish.changes;
    const results = await pipeline(tx, [
      ...(first ? [requireRow(first), ...changes] : []),
      ...closingStatements(context, attempt, finish),
      ...postStatements(context, finish.postings),
    ]);
    await confirmPosted(tx, finish.postings, results);
    return finish.answer;
  });
}

/**
 * The second commit of a verb. `plan` reads and decides inside the transaction; its changes, the
 * attempt's end, postings, audit row and stored answer go in one round trip. Throws
 * AlreadyFinished where another process has ended the attempt, and ProcessorIdInUse.
 */
export async function commitOutcome(
  context: Context,
  attempt: Attempt,
  outcome: Outcome,
  row: TransactionRow,
  plan: Plan,
): Promise<CallAnswer> {
  const answer = await commitOptimistically(context, attempt, outcome, row, plan)
    .catch((error) => {
      if (isDatabaseUnavailable(error)) throw error;
      // A plan may fail because another process has ended the attempt, so the attempt is checked
      // first.
      return commitUnderLock(context, attempt, outcome, plan);
    })
    .catch((error) => {
      throw violatedConstraint(error) === 'rail_attempt_claim' ? new ProcessorIdInUse() : error;
    });
  wakeOutbox(context);
  return answer;
}

/**
 * The first outcome of a payment that this process has just sent: nothing has to be read for it.
 */
export interface FirstOutcome extends Finish {
  rows: readonly NewRow[];
}

/**
 * As `commitOutcome`, in a commit shared with payments of the same merchant that end at the same
 * moment. `plan` is used where the attempt or the row has changed meanwhile.
 */
export async function commitFirstOutcome(
  context: Context,
  attempt: Attempt,
  outcome: Outcome,
  first: FirstOutcome,
  plan: Plan,
): Promise<CallAnswer> {
  const [own, ...changes] = first.changes;
  assert(own, 'an outcome changes its row');
  const answer = await commitInGroup(context, attempt.merchant_id, {
    changes: [
      requireRows([closeAttempt(context, attempt, outcome), own]),
      ...changes,
      ...answerNamedKey(attempt, first.answer),
      ...unlockTerminal(attempt),
    ],
    rows: [...first.rows, auditedRow(context, auditOf(attempt, first.after))],
    postings: first.postings,
  }).then(
    () => first.answer,
    (error) => {
      if (!isMissingRow(error)) throw error;
      return commitUnderLock(context, attempt, outcome, plan);
    },
  );
  wakeOutbox(context);
  return answer;
}

const open_for_attempt = `${as_read} and open_attempt_id = $5`;

/** Ends the open action of a transaction; `changes` are those that the action made to its row. */
export function endOpenAction(attempt: Attempt, row: TransactionRow, changes: object = {}) {
  const all = { ...changes, open_attempt_id: '' };
  const guarded = [row.status, row.version, attempt.id];
  return change('transaction', row, all, open_for_attempt, guarded);
}

/** The writes where the processor did not do a follow-up: the row stays as it was. */
function refusedFollowUp(
  attempt: Attempt,
  row: TransactionRow,
  outcome: Outcome,
  reason: string,
): Omit<Finish, 'postings'> {
  const message = outcome.processor_text || outcome.text;
  return {
    changes: [endOpenAction(attempt, row)],
    answer: answerRefused(`${reason}: ${message} (${outcome.code})`),
    after: { outcome: outcome.outcome, code: outcome.code },
  };
}

/** Makes the second commit of a verb and gives its answer. */
export type Finisher = (
  context: Context,
  config: MerchantConfig,
  attempt: Attempt,
  outcome: Outcome,
  row: TransactionRow,
) => Promise<CallAnswer>;

/** A follow-up that the processor approved; `row` is as in `Plan`. */
export interface Approved {
  tx: Tx;
  context: Context;
  config: MerchantConfig;
  attempt: Attempt;
  row: TransactionRow;
}

/**
 * Ends a follow-up: an approval with the changes of `plan`, anything else with the transaction as
 * it was and a refusal that begins with `failure`. The attempt's exposure is closed either way.
 */
export function followUpFinisher(
  failure: string,
  plan: (approved: Approved) => Promise<Finish> | Finish,
): Finisher {
  return async (context, config, attempt, outcome, known) =>
    await commitOutcome(context, attempt, outcome, known, async (tx, row) => {
      const closed = exposureClosed(context, config, row, attempt);
      if (outcome.outcome !== 'approved') {
        return { ...refusedFollowUp(attempt, row, outcome, failure), postings: closed };
      }
      const finish = await plan({ tx, context, config, attempt, row });
      return { ...finish, postings: [...closed, ...finish.postings] };
    });
}
