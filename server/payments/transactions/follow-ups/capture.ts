// Capture of an authorization.
import type { InputOf } from '../../../../contract/endpoint.ts';
import { invalid, refuse } from '../../../../contract/errors.ts';
import { can } from '../../../../contract/payments/processor-types/catalogue.ts';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { Context } from '../../../context.ts';
import { exceedsCapture } from '../outcomes/outcome.ts';
import type { TransactionRow } from '../reading/read.ts';
import { runFollowUp } from './run-follow-up.ts';

type CaptureInput = InputOf<typeof transactions.capture>;

/**
 * Parts and texts that a capture states; they replace its share of the authorized ones. A tax that
 * leaves nothing for the goods is stored and ignored, as in a sale (gateway-api 1.6).
 */
function capturedFields(row: TransactionRow, input: CaptureInput, amount: number) {
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
  return { captured: parts, changes };
}

/** `POST /transaction/{id}/capture`: all that was authorized, or a part of it, once. */
export async function capture(context: Context, { id }: { id: string }, input: CaptureInput) {
  const { idempotency_key, idempotency_time, ...payload } = input;
  return await runFollowUp(context, {
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
      if (!can(type, 'capture')) refuse('refused', 'This processor does not support captures.');
      return { operation: 'capture', amount, more: capturedFields(row, input, amount) };
    },
  });
}
