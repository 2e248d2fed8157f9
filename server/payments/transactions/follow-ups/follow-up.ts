// What capture, void, tip adjustment, approve and decline share: one of them at a time (DESIGN 3).
import { notFound, refuse } from '../../../../contract/errors.ts';
import { processorType } from '../../../../contract/payments/processor-types/catalogue.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import {
  type Action,
  type ActionState,
  whyNot,
} from '../../../../contract/payments/transactions/states.ts';
import type { Context } from '../../../context.ts';
import { pipeline } from '../../../db/connections/pipeline.ts';
import { change } from '../../../db/connections/statements.ts';
import { inTransaction, type Tx } from '../../../db/database.ts';
import type { RawAnswer } from '../../../http/serve.ts';
import {
  type MerchantConfig,
  merchantConfig,
  type ProcessorConfig,
} from '../../merchant-config.ts';
import type { ProcessorRef } from '../../processors/types.ts';
import {
  type Attempt,
  type AttemptContext,
  type MoneyOperation,
  newAttempt,
  writeAttempt,
} from '../attempts/attempts.ts';
import {
  type CallAnswer,
  claimIdempotencyKey,
  type KeyedRequest,
  KeyInUse,
  keyOf,
} from '../attempts/idempotency.ts';
import { orProcessorChanged, withCurrentSettings } from '../outcomes/processor-changed.ts';
import { replay, replayOnConflict } from '../paying/replay.ts';
import { type TransactionRow, toRecord } from '../reading/read.ts';

export function actionStateOf(row: TransactionRow): ActionState {
  return {
    type: row.type as ActionState['type'],
    status: row.status as ActionState['status'],
    amount_authorized: row.amount_authorized,
    amount_settled: row.amount_settled,
    refund_reserved: row.refund_reserved,
    payment_type: row.payment_type as ActionState['payment_type'],
    payment_method: row.payment_method,
    response_code: row.response_code,
    customer_id: row.customer_id,
  };
}

/**
 * Refuses an action that the transaction's status does not allow, and any action while another one
 * on the transaction is in progress.
 */
export function mustBe(action: Action, row: TransactionRow): void {
  const why = whyNot(action, actionStateOf(row));
  if (why !== null) refuse('refused', why);
  if (row.open_attempt_id !== '') {
    refuse('refused', 'Another action on this transaction is in progress.');
  }
}

/**
 * The statuses in which an action may begin, as an SQL condition over the transaction's columns.
 */
const guards: Readonly<Record<string, string>> = {
  capture: "status = 'authorized' and type <> 'verification'",
  void: "status in ('authorized', 'pending_settlement') and type <> 'verification'",
  tip_adjust: "status = 'pending_settlement' and type = 'sale' and payment_type = 'card'",
  approve: "status in ('flagged', 'flagged_partner')",
  decline: "status in ('flagged', 'flagged_partner')",
};

/** The processor's ids of a transaction, which its follow-ups name as their target. */
export function targetOf(row: TransactionRow): ProcessorRef {
  return row.detail.processor_ref ?? {};
}

/** The processor of a transaction; refuses where that can no longer process follow-ups. */
export function processorOf(
  context: Context,
  config: MerchantConfig,
  row: TransactionRow,
): ProcessorConfig {
  const processor = config.processors.find((one) => one.row.id === row.processor_id);
  const type = processorType(row.processor_type);
  if (!processor || !type || !context.driverOf(type, context.config.environment)) {
    refuse('refused', 'The processor of this transaction is not available in this environment.');
  }
  return processor;
}

export interface FollowUp {
  merchant_id: string;
  id: string;
  action: Exclude<Action, 'refund' | 'email' | 'save_customer'>;
  /** What has to be equal in a repetition under the same key. */
  payload: object;
  idempotency: { idempotency_key?: string; idempotency_time?: number };
  /** Whether the row is already as the action would leave it: then nothing is sent. */
  isDone?(row: TransactionRow): boolean;
  /** Checks the request against the row and says what to send; a refusal stores nothing. */
  intend(row: TransactionRow, processor: ProcessorConfig, config: MerchantConfig): Intent;
}

export interface Intent {
  operation: MoneyOperation;
  amount: number;
  more?: Partial<AttemptContext>;
}

export interface BegunFollowUp {
  config: MerchantConfig;
  processor: ProcessorConfig;
  attempt: Attempt;
  row: TransactionRow;
}

/**
 * First commit of a follow-up: its claim on the transaction, attempt, key; or a repeated key's
 * answer, or the answer where there is nothing to do.
 */
export async function begin(
  context: Context,
  follow_up: FollowUp,
): Promise<BegunFollowUp | CallAnswer | RawAnswer> {
  const { action, id, payload, merchant_id } = follow_up;
  const config = await merchantConfig(context, merchant_id);
  const key = keyOf(context, config, action, follow_up.idempotency, { id, ...payload });
  const seen = key && (await replay(context, key));
  if (seen) return seen;
  return await replayOnConflict(context, key, () =>
    withCurrentSettings(context, merchant_id, async () => {
      const current = await merchantConfig(context, merchant_id);
      return await orProcessorChanged(
        inTransaction(context, merchant_id, (tx) => claim(tx, context, current, follow_up, key)),
      );
    }),
  );
}

async function claim(
  tx: Tx,
  context: Context,
  config: MerchantConfig,
  follow_up: FollowUp,
  key: KeyedRequest | null,
): Promise<BegunFollowUp | CallAnswer> {
  const { action, id } = follow_up;
  const before = await read(tx, config.id, id);
  mustBe(action, before);
  if (follow_up.isDone?.(before)) return await answerAsItIs(tx, context, before, key);
  const processor = processorOf(context, config, before);
  const { operation, amount, more } = follow_up.intend(before, processor, config);
  const attempt = newAttempt(context, processor, {
    merchant_id: config.id,
    transaction_id: id,
    operation,
    amount,
    currency: before.currency,
    context: {
      verb: action,
      user_id: context.actor.user_id,
      user_name: context.actor.username,
      idempotency_key: key?.key ?? '',
      target: targetOf(before),
      ...more,
    },
  });
  const guard = `open_attempt_id = '' and version = $3 and ${guards[action]}`;
  const [claimed, , keyed] = await pipeline(tx, [
    change('transaction', before, { open_attempt_id: attempt.id }, guard, [before.version]),
    writeAttempt(context, processor, attempt, key?.fingerprint ?? attempt.reference),
    ...(key ? [claimIdempotencyKey(context, key, id)] : []),
  ]);
  if (!claimed?.rows.length) {
    refuse('refused', 'Another action on this transaction is in progress.');
  }
  if (key && !keyed?.rows.length) throw new KeyInUse();
  return { config, processor, attempt, row: { ...before, open_attempt_id: attempt.id } };
}

/** The transaction as it stands, stored under the key as the answer to it. */
async function answerAsItIs(
  tx: Tx,
  context: Context,
  row: TransactionRow,
  key: KeyedRequest | null,
): Promise<CallAnswer> {
  const answer: CallAnswer = { data: toRecord(row), refused: '' };
  if (key) {
    const [keyed] = await pipeline(tx, [claimIdempotencyKey(context, key, row.id, answer)]);
    if (!keyed?.rows.length) throw new KeyInUse();
  }
  return answer;
}

async function read(tx: Tx, merchant_id: string, id: string): Promise<TransactionRow> {
  const row = await tx
    .selectFrom('transaction')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? notFound();
}

/** The data of an answer; a refusal is thrown, as the handler did the first time. */
export function dataOrRefusal({ data, refused }: CallAnswer): TransactionRecord {
  if (refused !== '') refuse('refused', refused);
  return data as TransactionRecord;
}
