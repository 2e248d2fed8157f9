// Checks a card before it is saved: by a verification, or by a small authorization whose hold is
// released (gateway-api 5). Both are ordinary payments, with an attempt before the send.
import { refuse } from '../../../../../contract/errors.ts';
import { parseMoney } from '../../../../../contract/money.ts';
import { isApproved, responseText } from '../../../../../contract/payments/response-codes.ts';
import { create_input } from '../../../../../contract/payments/transactions/input.ts';
import type { TransactionRecord } from '../../../../../contract/payments/transactions/record.ts';
import type { CheckedBy, Context, MethodCheck } from '../../../../context.ts';
import { RawAnswer } from '../../../../http/serve.ts';
import { merchantConfig } from '../../../merchant-config.ts';
import { voidTransaction } from '../../follow-ups/void.ts';
import { getRow } from '../../reading/read.ts';
import { ownProcessor } from '../choose-processor.ts';
import { pay } from '../create.ts';

const open_statuses: readonly string[] = ['pending', 'unknown'];

function readable(answer: TransactionRecord | RawAnswer): TransactionRecord {
  return answer instanceof RawAnswer ? JSON.parse(answer.body).data : answer;
}

/** Releases a hold; recovery retries a release that fails. */
async function releaseHold(context: Context, id: string): Promise<void> {
  await voidTransaction(context, { id }, {}).catch((error: unknown) => {
    context.log.warn({ err: error, transaction_id: id }, 'the hold of a card check stays for now');
  });
}

/**
 * The approved check. 400 where the bank declines the card or has not answered; whoever saves it
 * then saves nothing, and a hold that is approved later is given back. 403 without the right.
 */
export async function checkMethod(
  calling: Context,
  { by, method, billing_address, currency: wanted, processor_ids }: MethodCheck,
): Promise<CheckedBy> {
  // The key of the saving call is not the key of a payment.
  const context = { ...calling, idempotency_header: '' };
  const config = await merchantConfig(context, context.actor.account_id);
  const currency = wanted ?? config.documents.default_values.merchant.currency;
  const is_hold = by === 'authorize';
  const type = is_hold ? 'authorize' : 'verification';
  const own = processor_ids.filter((id) => id !== undefined);
  const processor_id = ownProcessor(context, config, own, { type, currency, payment_type: 'card' });
  const input = create_input.parse({
    type,
    ...(is_hold && { amount: parseMoney('1', currency) }),
    currency,
    ...(processor_id && { processor_id }),
    payment_method: method,
    ...(billing_address && { billing_address }),
    stored_credential_indicator: 'stored',
    initiated_by: 'customer',
    description: 'Card verified before saving',
  });
  const made = readable(await pay(context, input, is_hold));
  if (open_statuses.includes(made.status)) {
    refuse('refused', 'The bank has not answered yet, so the card was not saved.');
  }
  if (!isApproved(made.response_code)) {
    const why = responseText(made.response_code);
    refuse('refused', `The card was not saved. The bank declined it: ${why}.`);
  }
  if (is_hold) await releaseHold(context, made.id);
  const { detail } = await getRow(context, config.id, made.id);
  const { network_transaction_id = '' } = detail;
  return { initial_transaction_id: made.id, network_transaction_id };
}
