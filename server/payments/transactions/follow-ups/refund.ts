// A refund: the amount is reserved before anything is sent, then it runs like any payment (Q7).

import type { InputOf } from '../../../../contract/endpoint.ts';
import { invalid, refuse } from '../../../../contract/errors.ts';
import { subtract } from '../../../../contract/money.ts';
import { can } from '../../../../contract/payments/processor-types/catalogue.ts';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type {
  ResponseBody,
  TransactionRecord,
} from '../../../../contract/payments/transactions/record.ts';
import { surchargeOfRefund } from '../../../../contract/payments/transactions/refund-surcharge.ts';
import { whyNot } from '../../../../contract/payments/transactions/states.ts';
import type { Context } from '../../../context.ts';
import { pipeline } from '../../../db/connections/pipeline.ts';
import { change, insert } from '../../../db/connections/statements.ts';
import { refuseOnConstraint } from '../../../db/constraint-errors.ts';
import { inTransaction, type Tx } from '../../../db/database.ts';
import { RawAnswer } from '../../../http/serve.ts';
import {
  type MerchantConfig,
  merchantConfig,
  type ProcessorConfig,
} from '../../merchant-config.ts';
import { lock_sentences, lockTerminal } from '../../terminals/lock.ts';
import { isTerminal, terminalOf } from '../../terminals/terminal-method.ts';
import { deadline, newAttempt, writeAttempt } from '../attempts/attempts.ts';
import {
  claimIdempotencyKey,
  type KeyedRequest,
  KeyInUse,
  keyOf,
} from '../attempts/idempotency.ts';
import { statusEvent } from '../attempts/statements.ts';
import { execute } from '../outcomes/execute.ts';
import { orProcessorChanged, withCurrentSettings } from '../outcomes/processor-changed.ts';
import { brandOf, newMember, shownBody, storedBody } from '../outcomes/response-body.ts';
import { whyRefused } from '../paying/choose-processor.ts';
import { initial_columns } from '../paying/draft.ts';
import { no_amounts } from '../paying/price.ts';
import { replay, replayOnConflict } from '../paying/replay.ts';
import { getRow, lockRow, type TransactionRow } from '../reading/read.ts';
import { actionStateOf, dataOrRefusal, processorOf, targetOf } from './follow-up.ts';
import { capturedAndRefunded } from './refund-parent.ts';

type Input = InputOf<typeof transactions.refund>;

/** `POST /transaction/{id}/refund`: a part, or what is left; answers the refund itself. */
export async function refund(
  context: Context,
  { id }: { id: string },
  input: Input,
): Promise<TransactionRecord | RawAnswer> {
  const config = await merchantConfig(context, context.actor.account_id);
  const { idempotency_key: _key, idempotency_time: _time, ...payload } = input;
  const key = keyOf(context, config, 'refund', input, { id, ...payload });
  const seen = key && (await replay(context, key));
  if (seen) return seen;
  // A foreign or unknown id is 404 before anything is locked.
  await getRow(context, config.id, id);
  const begun = await replayOnConflict(context, key, () =>
    withCurrentSettings(context, config.id, async () => {
      const current = await merchantConfig(context, config.id);
      const reserving = inTransaction(context, config.id, (tx) =>
        reserve(tx, context, current, id, input, key),
      );
      return await refuseOnConstraint(orProcessorChanged(reserving), lock_sentences);
    }),
  );
  if (begun instanceof RawAnswer) return begun;
  const { processor, attempt, row, parent } = begun;
  const { reference, amount, currency } = attempt;
  return dataOrRefusal(
    await execute(
      context,
      { config, processor, attempt, row },
      {
        command: () => ({
          operation: 'refund',
          reference,
          account: processor.account,
          amount,
          currency,
          brand: brandOf(parent),
          target: targetOf(parent),
        }),
      },
    ),
  );
}

/**
 * The processor of the payment; of a terminal payment the terminal where the payer is now. 400
 * where that is none of the merchant's, refuses where it takes no payments.
 */
function refundingProcessor(
  context: Context,
  config: MerchantConfig,
  parent: TransactionRow,
  { terminal_id }: Input,
): ProcessorConfig {
  if (parent.terminal_id === '') {
    if (terminal_id) invalid('Terminal ID');
    return processorOf(context, config, parent);
  }
  const terminal = terminalOf(config, terminal_id ?? parent.terminal_id);
  if (!terminal && terminal_id) invalid('Terminal ID');
  const why = terminal
    ? whyRefused(context, terminal)
    : 'The terminal of this payment was removed. Choose another terminal for the refund.';
  if (why !== null) refuse('refused', why);
  return terminal as ProcessorConfig;
}

/** The amount of the refund, checked against what is left and the processor's flags. */
function amountOf(parent: TransactionRow, processor: ProcessorConfig, input: Input): number {
  const why = whyNot('refund', actionStateOf(parent));
  if (why !== null) refuse('refused', why);
  const left = subtract(parent.amount_settled, parent.refund_reserved);
  const amount = input.amount ?? left;
  if (amount > left) invalid('Amount');
  if (amount < parent.amount_settled && !processor.type.capabilities.refund_partial) {
    invalid('Amount');
  }
  if (!can(processor.type, 'refund')) refuse('refused', 'This processor does not support refunds.');
  return amount;
}

/**
 * The surcharge that the refund states: no more than was collected and not given back yet. The
 * share pro rata knows nothing of what other refunds stated or hold, so it is lowered to what they
 * left; more than the share is refused where it is more than that.
 */
async function surchargeOf(
  tx: Tx,
  parent: TransactionRow,
  amount: number,
  requested: number | undefined,
): Promise<number | undefined> {
  if (requested === undefined) return undefined;
  const { surcharge_left } = await capturedAndRefunded(tx, parent);
  const most = Math.max(0, Math.min(amount, surcharge_left));
  if (requested > most && requested > surchargeOfRefund(parent, amount)) invalid('Surcharge');
  return Math.min(requested, most);
}

async function reserve(
  tx: Tx,
  context: Context,
  config: MerchantConfig,
  id: string,
  input: Input,
  key: KeyedRequest | null,
) {
  const parent = await lockRow(tx, config.id, id);
  const processor = refundingProcessor(context, config, parent, input);
  const amount = amountOf(parent, processor, input);
  const surcharge = await surchargeOf(tx, parent, amount, input.surcharge);
  const row = draft(context, parent, processor, { ...input, surcharge }, amount, key);
  const attempt = newAttempt(context, processor, {
    merchant_id: config.id,
    transaction_id: row.id,
    operation: 'refund',
    amount,
    currency: row.currency,
    context: {
      verb: 'refund',
      user_id: row.user_id,
      user_name: row.user_name,
      idempotency_key: key?.key ?? '',
      target: targetOf(parent),
      ...(surcharge !== undefined && { surcharge }),
    },
  });
  const by = { verb: 'refund', user_id: row.user_id, user_name: row.user_name };
  const guard =
    "status in ('settled', 'partially_refunded') and type not in ('credit', 'refund')" +
    ' and refund_reserved + $3 <= amount_settled';
  const reserved = { refund_reserved: parent.refund_reserved + amount };
  const [reservation, keyed] = await pipeline(tx, [
    change('transaction', parent, reserved, guard, [amount]),
    ...(key ? [claimIdempotencyKey(context, key, row.id)] : []),
    ...lockTerminal(context, processor, attempt, deadline(context, processor)),
    insert('transaction', { ...row }),
    statusEvent(context, row, 'pending', by),
    writeAttempt(context, processor, attempt, key?.fingerprint ?? attempt.reference),
  ]);
  if (!reservation?.rows.length) invalid('Amount');
  if (key && !keyed?.rows.length) throw new KeyInUse();
  return { processor, attempt, row, parent };
}

/** The response body of the parent's method, without the processor's answer to the parent. */
function bodyOf(
  context: Context,
  parent: TransactionRow,
  processor: ProcessorConfig,
  created_at: Date,
): ResponseBody {
  const body = shownBody(parent);
  const fresh = newMember(context, created_at);
  if (body.card) {
    return { card: { ...body.card, ...fresh, avs_response_code: '', cvv_response_code: '' } };
  }
  if (body.terminal) {
    const { id: terminal_id, description: terminal_description } = processor.row;
    const named = { terminal_id, terminal_description };
    return { terminal: { ...body.terminal, ...fresh, ...named, signature_data: '' } };
  }
  if (body.ach) return { ach: { ...body.ach, ...fresh, return_code: '' } };
  return body.cash ? { cash: { ...body.cash, ...fresh } } : {};
}

function draft(
  context: Context,
  parent: TransactionRow,
  processor: ProcessorConfig,
  input: Input,
  amount: number,
  key: KeyedRequest | null,
): TransactionRow {
  const { actor } = context;
  const now = context.clock.now();
  const row = {
    ...parent,
    ...initial_columns,
    id: context.ids.next(),
    type: 'refund',
    status: 'pending',
    response: 'pending',
    response_code: 0,
    ...no_amounts,
    amount,
    base_amount: amount,
    surcharge: input.surcharge ?? 0,
    customer_id: parent.customer_id,
    subscription_id: parent.subscription_id,
    ...(isTerminal(processor) && {
      terminal_id: processor.row.id,
      terminal_description: processor.row.description,
      processor_id: processor.row.id,
      processor_type: processor.row.type,
      processor_name: processor.row.name,
    }),
    referenced_transaction_id: parent.id,
    transaction_source: input.source ?? (actor.kind === 'session' ? 'cp' : 'api'),
    user_id: actor.user_id,
    user_name: actor.username,
    ip_address: input.ip_address ?? '',
    email_receipt: false,
    idempotency_key: key?.key ?? '',
    idempotency_time: key?.seconds ?? 0,
    line_items: null,
    features: [],
    detail: {},
    created_at: now,
    updated_at: now,
  };
  return { ...row, response_body: storedBody(row, bodyOf(context, parent, processor, now)) };
}
