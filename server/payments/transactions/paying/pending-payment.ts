// The first commit of a payment: row, attempt and key; or a decline of our own, in one commit.
import type { CompiledQuery } from 'kysely';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import type { Context } from '../../../context.ts';
import { pipeline } from '../../../db/connections/pipeline.ts';
import { insert, isMissingRow, requireRow } from '../../../db/connections/statements.ts';
import { refuseOnConstraint } from '../../../db/constraint-errors.ts';
import { inTransaction, type Tx } from '../../../db/database.ts';
import { wakeOutbox } from '../../../jobs/outbox-waker.ts';
import {
  type DraftedMethod,
  draft_sentences,
  draftRow,
} from '../../../vault/customers/save-after-payment.ts';
import { consumeToken, type UsedToken } from '../../../vault/tokens/payment-token.ts';
import type { MerchantConfig, ProcessorConfig } from '../../merchant-config.ts';
import type { Outcome } from '../../processors/types.ts';
import { lock_sentences, lockTerminal } from '../../terminals/lock.ts';
import {
  type Attempt,
  type AttemptContext,
  attemptRow,
  deadline,
  newAttempt,
} from '../attempts/attempts.ts';
import { fingerprintOf } from '../attempts/charges.ts';
import { commitInGroup } from '../attempts/group-commit.ts';
import { claimIdempotencyKey, type KeyedRequest, KeyInUse } from '../attempts/idempotency.ts';
import { type LimitScope, limitScopeOf, reserveLimits } from '../attempts/limit-counters.ts';
import { insertRows, type NewRow, statusEventRows } from '../attempts/rows.ts';
import { audited, type Initiator, publishEvent, statusEvent } from '../attempts/statements.ts';
import { cardCheckRows } from '../outcomes/card-check-rows.ts';
import { answerOf } from '../outcomes/finish.ts';
import { changesOf } from '../outcomes/outcome.ts';
import { throwIfChanged } from '../outcomes/processor-changed.ts';
import { type TransactionRow, toRecord } from '../reading/read.ts';
import { operation_of } from './choose-processor.ts';
import { DuplicateFound, duplicateOf, duplicateWindow } from './duplicates.ts';
import type { PaidWith } from './payment-method/payment-source.ts';

/** The payment exceeds what is left of a limit for the day or the month. */
export class LimitReached {
  readonly of: LimitScope;
  constructor(of: LimitScope) {
    this.of = of;
  }
}

/** What the first commit of a payment consumes. */
interface ConsumedOnce {
  key: KeyedRequest | null;
  /** What it is paid with, where that works once. */
  token: UsedToken | null;
}

export interface PaymentOptions extends ConsumedOnce {
  allow_partial: boolean;
  saving: DraftedMethod | null;
  method: PaidWith;
}

function initiator(context: Context, verb: string): Initiator {
  return { verb, user_id: context.actor.user_id, user_name: context.actor.username };
}

const sentencesOf = ({ token }: ConsumedOnce) => ({ ...draft_sentences, ...token?.sentences });

/** 400 where the token was used meanwhile. */
const tokenUse = (row: TransactionRow, { token }: ConsumedOnce) =>
  token ? [consumeToken(row.merchant_id, token)] : [];

/**
 * Commit 1: a pending row, its attempt in state `sent`, the key and what it will save. Only after
 * it is anything sent. 400 where another payment under way saves a customer of the same ID.
 */
export async function createPendingPayment(
  ...args: Parameters<typeof writePending>
): Promise<Attempt | DuplicateFound | LimitReached> {
  const [, , , , options] = args;
  const begun = refuseOnConstraint(writePending(...args), sentencesOf(options), 'invalid');
  return await refuseOnConstraint(begun, lock_sentences);
}

async function writePending(
  context: Context,
  config: MerchantConfig,
  processor: ProcessorConfig,
  row: TransactionRow,
  options: PaymentOptions,
): Promise<Attempt | DuplicateFound | LimitReached> {
  const by: AttemptContext = {
    verb: 'create',
    user_id: row.user_id,
    user_name: row.user_name,
    idempotency_key: options.key?.key ?? '',
    allow_partial: options.allow_partial,
    ...(options.method.kind === 'terminal' && {
      tip: row.tip_amount,
      payment_type: options.method.presented.payment_type,
    }),
  };
  const attempt = newAttempt(context, processor, {
    merchant_id: row.merchant_id,
    transaction_id: row.id,
    operation: operation_of[row.type as keyof typeof operation_of],
    amount: row.amount,
    currency: row.currency,
    context: by,
  });
  const fingerprint = fingerprintOf(config, row);
  const limits = reserveLimits(context, config, processor, attempt);
  const lock = lockTerminal(context, processor, attempt, deadline(context, processor));
  const rows = [
    { table: 'transaction', row },
    ...cardCheckRows(row),
    ...statusEventRows(context, row, ['pending'], initiator(context, 'create')),
    { table: 'rail_attempt', row: attemptRow(context, processor, attempt, fingerprint) },
    ...(options.saving
      ? [{ table: 'saved_method_draft', row: draftRow(row, options.saving) }]
      : []),
  ];
  const window_seconds = duplicateWindow(config, row);
  if (window_seconds === 0 && limits.length === 0) {
    await commitGrouped(context, processor, row, { lock, rows, used: options });
    return attempt;
  }
  return await withinLimits(context, processor, attempt, async (tx) => {
    const original_id = window_seconds > 0 ? await duplicateOf(tx, row, window_seconds) : null;
    if (original_id !== null) return new DuplicateFound(original_id);
    const keys = options.key ? [claimIdempotencyKey(context, options.key, row.id)] : [];
    const uses = [...tokenUse(row, options), ...lock];
    const written = insertRows(rows, [processor.row]);
    const [first] = await pipeline(tx, [...keys, ...uses, ...limits, ...written]);
    if (options.key && !first?.rows.length) throw new KeyInUse();
    return attempt;
  });
}

interface FirstCommit {
  lock: readonly CompiledQuery<unknown>[];
  rows: readonly NewRow[];
  used: ConsumedOnce;
}

/** Commits its rows with those of other payments; throws KeyInUse and ProcessorChanged. */
async function commitGrouped(
  context: Context,
  processor: ProcessorConfig,
  row: TransactionRow,
  { lock, rows, used }: FirstCommit,
): Promise<void> {
  const keys = used.key ? [requireRow(claimIdempotencyKey(context, used.key, row.id))] : [];
  const changes = [...keys, ...tokenUse(row, used), ...lock];
  const processors = [processor.row];
  const writing = { changes, rows, processors, postings: [] };
  try {
    await commitInGroup(context, row.merchant_id, writing);
  } catch (error) {
    await throwIfChanged(context, processor, error);
    throw isMissingRow(error) ? new KeyInUse() : error;
  }
}

/** A row is missing because a limit is reached or the processor has changed. */
async function withinLimits<T>(
  context: Context,
  processor: ProcessorConfig,
  attempt: Attempt,
  commit: (tx: Tx) => Promise<T>,
): Promise<T | LimitReached> {
  try {
    return await inTransaction(context, attempt.merchant_id, commit);
  } catch (error) {
    await throwIfChanged(context, processor, error);
    if (isMissingRow(error)) return new LimitReached(limitScopeOf(attempt));
    throw error;
  }
}

/** A decline of our own: nothing is sent, one commit holds the row and its answer (Q15). */
export async function declineByGateway(
  context: Context,
  row: TransactionRow,
  outcome: Outcome,
  used: ConsumedOnce,
): Promise<TransactionRecord> {
  const { key } = used;
  const declined = { ...row, ...changesOf(row, outcome, context.clock.now()) };
  const answer = answerOf(declined);
  const after = { type: row.type, status: 'declined', amount: row.amount, code: outcome.code };
  const commit = inTransaction(context, row.merchant_id, async (tx) => {
    const written = await pipeline(tx, [
      ...(key ? [claimIdempotencyKey(context, key, row.id, answer)] : []),
      ...tokenUse(row, used),
      insert('transaction', { ...declined }),
      statusEvent(context, row, 'declined', initiator(context, 'create')),
      publishEvent(context, row, 'transaction_create'),
      audited(context, {
        verb: 'create',
        noun: 'transaction',
        id: row.id,
        merchant_id: row.merchant_id,
        after,
      }),
    ]);
    if (key && !written[0]?.rows.length) throw new KeyInUse();
  });
  await refuseOnConstraint(commit, sentencesOf(used), 'invalid');
  wakeOutbox(context);
  return toRecord(declined);
}
