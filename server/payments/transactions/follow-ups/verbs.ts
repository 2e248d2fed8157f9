// Capture, void, tip adjustment and the decision on flagged payments, as the API calls them.

import type { InputOf } from '../../../../contract/endpoint.ts';
import { invalid, refuse } from '../../../../contract/errors.ts';
import { largest_amount } from '../../../../contract/fields.ts';
import { add, subtract } from '../../../../contract/money.ts';
import { can } from '../../../../contract/payments/processor-types/catalogue.ts';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { whyNot } from '../../../../contract/payments/transactions/states.ts';
import type { Context } from '../../../context.ts';
import { RawAnswer } from '../../../http/serve.ts';
import type { MoneyCommand } from '../../processors/types.ts';
import { execute } from '../outcomes/execute.ts';
import { answerOf } from '../outcomes/finish.ts';
import { exceedsCapture, takenTip } from '../outcomes/outcome.ts';
import { limitWords, overSingle } from '../paying/limit-counters.ts';
import { getRow, type TransactionRow } from '../reading/read.ts';
import { type Begun, begin, dataOrRefusal, type FollowUp, standingOf } from './follow-up.ts';

type Id = { id: string };
type Input<Name extends keyof typeof transactions> = InputOf<(typeof transactions)[Name]>;

/** The command of a follow-up; its target is the processor's id of the transaction. */
function commandOf({ processor, attempt }: Begun): MoneyCommand {
  const { reference, amount, currency, operation } = attempt;
  const { target = {}, tip = 0 } = attempt.context;
  const common = { reference, account: processor.account, amount, currency, target };
  if (operation === 'adjust_tip') return { ...common, operation, tip };
  return { ...common, operation: operation === 'void' ? 'void' : 'capture' };
}

async function follow(
  context: Context,
  follow_up: FollowUp,
): Promise<TransactionRecord | RawAnswer> {
  const begun = await begin(context, follow_up);
  if (begun instanceof RawAnswer) return begun;
  return dataOrRefusal(await execute(context, begun, { command: () => commandOf(begun) }));
}

/**
 * Parts and texts that a capture states; they replace its share of the authorized ones. A tax that
 * leaves nothing for the goods is stored and ignored, as in a sale (gateway-api 1.6).
 */
function statedByCapture(row: TransactionRow, input: Input<'capture'>, amount: number) {
  const { tax_amount, shipping_amount, tax_exempt, order_id, po_number } = input;
  const shipping = shipping_amount !== undefined && { shipping_amount };
  if (exceedsCapture(row, amount, { ...shipping, tax_amount: 0 })) invalid('Shipping Amount');
  const taxed = { ...shipping, ...(tax_amount !== undefined && { tax_amount }) };
  const is_believed = !exceedsCapture(row, amount, taxed);
  const parts = is_believed ? taxed : { ...shipping, tax_amount: 0 };
  const changes = {
    ...(!is_believed && { tax_amount }),
    ...(tax_exempt !== undefined && { tax_exempt }),
    ...(order_id !== undefined && { order_id }),
    ...(po_number !== undefined && { po_number }),
  };
  return { ...(Object.keys(parts).length > 0 && { captured: parts }), changes };
}

/** `POST /transaction/{id}/capture`: all that was authorized, or a part of it, once. */
export async function capture(context: Context, { id }: Id, input: Input<'capture'>) {
  const { idempotency_key, idempotency_time, ...payload } = input;
  return await follow(context, {
    merchant_id: context.actor.account_id,
    id,
    action: 'capture',
    payload,
    idempotency: { idempotency_key, idempotency_time },
    intend(row, { type }) {
      const amount = input.amount ?? row.amount_authorized;
      if (amount > row.amount_authorized) invalid('Amount');
      const partial = amount < row.amount_authorized;
      if (partial && !type.capabilities.partial_capture) invalid('Amount');
      if (!can(type, 'capture')) refuse('refused', 'This processor cannot capture.');
      return { operation: 'capture', amount, more: statedByCapture(row, input, amount) };
    },
  });
}

function amountAtStake(row: TransactionRow): number {
  return row.status === 'pending_settlement' ? row.amount_captured : row.amount_authorized;
}

/** `POST /transaction/{id}/void`: the whole transaction, before it settles. */
export async function voidTransaction(context: Context, { id }: Id, input: Input<'void'>) {
  const answer = await follow(context, {
    merchant_id: context.actor.account_id,
    id,
    action: 'void',
    payload: {},
    idempotency: input,
    intend(row, { type }) {
      if (!can(type, 'void')) refuse('refused', 'This processor cannot void.');
      return { operation: 'void', amount: amountAtStake(row) };
    },
  });
  return answer instanceof RawAnswer ? answer : undefined;
}

/** A base that the caller states must be the sale's total without its tip. */
function checkBase(row: TransactionRow, base: number | undefined): void {
  const without_tip = subtract(row.amount, row.tip_amount);
  if (base !== undefined && base !== without_tip && base !== row.base_amount) {
    invalid('Base Amount');
  }
}

/** `POST /transaction/{id}/tipadjust`: the tip of an unsettled card sale; 0 takes it away. */
export async function adjustTip(context: Context, { id }: Id, input: Input<'adjustTip'>) {
  const { idempotency_key, idempotency_time, ...payload } = input;
  const merchant_id = context.actor.account_id;
  const before = await getRow(context, merchant_id, id);
  const unchanged = whyNot('tip_adjust', standingOf(before)) === null;
  checkBase(before, input.base_amount);
  if (unchanged && before.tip_amount === input.tip) return dataOrRefusal(answerOf(before));
  return await follow(context, {
    merchant_id,
    id,
    action: 'tip_adjust',
    payload,
    idempotency: { idempotency_key, idempotency_time },
    intend(row, processor, config) {
      if (!can(processor.type, 'adjust_tip')) {
        refuse('refused', 'This processor cannot change a tip.');
      }
      const { tip } = input;
      if (add(subtract(row.amount, row.tip_amount), tip) > largest_amount) invalid('Tip');
      const amount = add(subtract(row.amount_captured, takenTip(row)), tip);
      // A smaller tip is accepted even where the limit has been lowered meanwhile.
      const raised = amount > row.amount_captured;
      const over = raised ? overSingle(config, processor, 'sale', amount) : null;
      if (over !== null) refuse('refused', limitWords(over));
      return { operation: 'adjust_tip', amount, more: { tip } };
    },
  });
}

/** Who decides what (decisions G04): merchants flagged, partners flagged_partner, admins both. */
function mayDecide(context: Context, row: TransactionRow): void {
  const { account_type } = context.actor;
  const wrong =
    (row.status === 'flagged_partner' && account_type === 'merchant') ||
    (row.status === 'flagged' && account_type === 'partner');
  if (wrong) refuse('forbidden', 'forbidden: you cannot decide about this transaction');
}

async function decide(
  context: Context,
  merchant_id: string,
  id: string,
  action: 'approve' | 'decline',
): Promise<TransactionRecord | RawAnswer> {
  // Reads in the caller's scope first, so that a foreign id is 404 like an unknown one.
  await getRow(context, merchant_id, id);
  return await follow(context, {
    merchant_id,
    id,
    action,
    payload: {},
    idempotency: {},
    intend(row) {
      mayDecide(context, row);
      const operation = action === 'approve' ? 'capture' : 'void';
      return { operation, amount: row.amount_authorized };
    },
  });
}

/** Decisions on a flagged payment: approve captures its hold, decline reverses it (Q10). */
export const decisions = {
  approve: (context: Context, { id }: Id) =>
    decide(context, context.actor.account_id, id, 'approve'),
  decline: (context: Context, { id }: Id) =>
    decide(context, context.actor.account_id, id, 'decline'),
  approveOf: (context: Context, params: Id & { merchantId: string }) =>
    decide(context, params.merchantId, params.id, 'approve'),
  declineOf: (context: Context, params: Id & { merchantId: string }) =>
    decide(context, params.merchantId, params.id, 'decline'),
};
