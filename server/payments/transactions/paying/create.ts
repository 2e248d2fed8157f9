// A payment from the request to the stored answer, in the order of its steps.

import type { InputOf } from '../../../../contract/endpoint.ts';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import { checkPaymentFields } from '../../../accounts/custom-fields/validate-custom-fields.ts';
import type { Context } from '../../../context.ts';
import { RawAnswer } from '../../../http/serve.ts';
import { cardAttributes } from '../../bins.ts';
import { updateChargedCard } from '../../card-updates/in-band.ts';
import { merchantConfig } from '../../merchant-config.ts';
import { exceededSingleLimit, limitMessage } from '../attempts/limit-counters.ts';
import { dataOrRefusal } from '../follow-ups/follow-up.ts';
import { execute, type Sending } from '../outcomes/execute.ts';
import { gatewayOutcome } from '../outcomes/outcome.ts';
import { withCurrentSettings } from '../outcomes/processor-changed.ts';
import { rulesBefore } from '../rules.ts';
import { checkAgreedAmount, checkMayPay, checkRequest } from './checks.ts';
import { checkCapabilities, operation_of, processorFor, whyRefused } from './choose-processor.ts';
import { commandOf } from './commands.ts';
import { draft } from './draft.ts';
import { DuplicateFound } from './duplicates.ts';
import { failoverProcessors } from './failover.ts';
import { checkedType, normalizeInput } from './form-names.ts';
import { paymentTypeOf } from './payment-method/payment-source.ts';
import { saveOptionsOf } from './payment-method/save-options.ts';
import { sourceOrReplay } from './payment-method/source-or-replay.ts';
import { createPendingPayment, declineByGateway, LimitReached } from './pending-payment.ts';
import { priceOf } from './price.ts';
import { replayOnConflict } from './replay.ts';

type Input = InputOf<typeof transactions.create>;

/** `POST /transaction` (gateway-api 3.2): sale, authorization, verification or credit. */
export async function create(
  context: Context,
  _params: unknown,
  sent: Input,
): Promise<TransactionRecord | RawAnswer> {
  return await pay(context, sent);
}

export async function pay(context: Context, sent: Input, is_check = false) {
  const { account_id } = context.actor;
  return await withCurrentSettings(context, account_id, () => payOnce(context, sent, is_check));
}

async function payOnce(
  context: Context,
  sent: Input,
  is_check: boolean,
): Promise<TransactionRecord | RawAnswer> {
  const named = normalizeInput(sent);
  const config = await merchantConfig(context, context.actor.account_id);
  checkMayPay(context, config, named);

  // resolve: the method becomes an opaque object, which only the vault and the codec that sends it
  // open. A repeated key gets the stored bytes of the first answer.
  const source = await sourceOrReplay(context, config, named);
  if (source instanceof RawAnswer) return source;
  const { key, input, method, token } = source;

  // price and rules before: refusals, which store nothing, and declines by the gateway, which do.
  checkRequest(config, input);
  const custom = await checkPaymentFields(context, config.id, input);
  const processor = processorFor(config, input.processor_id, method);
  const currency = input.currency ?? config.documents.default_values.merchant.currency;
  checkCapabilities(context, processor, input.type, currency);
  const card = method.kind === 'card' ? cardAttributes(method.bin) : null;
  const payment_type = checkedType(input, paymentTypeOf(method));
  const by = { payment_type, card, processor, is_exempt: source.customer?.is_surcharge_exempt };
  const priced = priceOf(context, config, input, by);
  checkAgreedAmount(source, input.type, { amount: priced.amount, currency });
  const verdicts = rulesBefore({ merchant_id: config.id });
  const idempotency = { key: key?.key ?? '', seconds: key?.seconds ?? 0 };
  const payer = await saveOptionsOf(context, config, input, method);
  const decided = { config, processor, ...payer, card, priced, verdicts, idempotency, is_check };
  const row = draft(context, { ...input, ...custom }, { ...source, ...decided });
  const decline = (code: number, reason: string, of = row) => {
    const outcome = gatewayOutcome(code, reason, row.amount);
    return replayOnConflict(context, key, () =>
      declineByGateway(context, of, outcome, { key, token }),
    );
  };
  const why = whyRefused(context, processor);
  if (why !== null) return await decline(410, why);
  const denied = verdicts.find(({ verdict }) => verdict === 'deny');
  if (denied) return await decline(310, `Declined by the rule ${denied.rule}.`);

  const over = exceededSingleLimit(config, processor, operation_of[input.type], row.amount);
  if (over !== null) return await decline(300, limitMessage(over));

  // commit 1: the row and its attempt are committed before anything is sent.
  const { allow_partial_payment: allow_partial = false } = input;
  const options = { key, token, allow_partial, saving: payer.saving, method };
  const begun = await replayOnConflict(context, key, () =>
    createPendingPayment(context, config, processor, row, options),
  );
  if (begun instanceof RawAnswer) return begun;
  if (begun instanceof LimitReached) return await decline(300, limitMessage(begun.of));
  if (begun instanceof DuplicateFound) {
    const detail = { ...(row.detail as object), duplicate_of: begun.original_id };
    return await decline(301, 'The same payment was made a moment ago.', { ...row, detail });
  }

  // send, rules after, commit 2.
  const wanted = { type: input.type, payment_type, currency, amount: row.amount };
  // A processor that the caller named is never replaced by another one, nor is a terminal.
  const is_fixed = input.processor_id !== undefined || method.kind === 'terminal';
  const sending: Sending = {
    command: (now) => commandOf(now.processor, now.attempt, now.row, method),
    others: () => (is_fixed ? [] : failoverProcessors(context, config, processor, wanted)),
    onSent: () => 'sensitive' in method && method.sensitive.wipe(),
    onCardUpdate: (update) => updateChargedCard(context, config, source.saved, row, update),
  };
  return dataOrRefusal(await execute(context, { config, processor, attempt: begun, row }, sending));
}
