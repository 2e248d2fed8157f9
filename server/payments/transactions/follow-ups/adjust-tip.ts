// Change of the tip of an unsettled card sale.
import type { InputOf } from '../../../../contract/endpoint.ts';
import { invalid, refuse } from '../../../../contract/errors.ts';
import { largest_amount } from '../../../../contract/fields.ts';
import { add, subtract } from '../../../../contract/money.ts';
import { can } from '../../../../contract/payments/processor-types/catalogue.ts';
import type { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { Context } from '../../../context.ts';
import { isTerminal, settingsOf } from '../../terminals/terminal-method.ts';
import { exceededSingleLimit, limitMessage } from '../attempts/limit-counters.ts';
import { capturedTip } from '../outcomes/outcome.ts';
import { getRow, type TransactionRow } from '../reading/read.ts';
import { runFollowUp } from './run-follow-up.ts';

/** A base that the caller states must be the sale's total without its tip, or its base amount. */
function checkBase(row: TransactionRow, base: number | undefined): void {
  const without_tip = subtract(row.amount, row.tip_amount);
  if (base !== undefined && base !== without_tip && base !== row.base_amount) {
    invalid('Base Amount');
  }
}

/** `POST /transaction/{id}/tipadjust`: the tip of an unsettled card sale; 0 takes it away. */
export async function adjustTip(
  context: Context,
  { id }: { id: string },
  input: InputOf<typeof transactions.adjustTip>,
) {
  const { idempotency_key, idempotency_time, ...payload } = input;
  const merchant_id = context.actor.account_id;
  const before = await getRow(context, merchant_id, id);
  checkBase(before, input.base_amount);
  return await runFollowUp(context, {
    merchant_id,
    id,
    action: 'tip_adjust',
    payload,
    idempotency: { idempotency_key, idempotency_time },
    // Of a sale approved in part only a part of the tip was taken, which is what is changed.
    isDone: (row) => row.tip_amount === input.tip && capturedTip(row) === input.tip,
    intend(row, processor, config) {
      if (!can(processor.type, 'adjust_tip')) {
        refuse('refused', 'This processor does not support tip adjustments.');
      }
      const { tip } = input;
      if (isTerminal(processor) && !settingsOf(processor).allow_add_tip_to_transaction) {
        refuse('refused', 'This terminal does not allow tips after the payment.');
      }
      if (add(subtract(row.amount, row.tip_amount), tip) > largest_amount) invalid('Tip');
      const amount = add(subtract(row.amount_captured, capturedTip(row)), tip);
      // A smaller tip is accepted even where the limit has been lowered meanwhile.
      const raised = amount > row.amount_captured;
      const over = raised ? exceededSingleLimit(config, processor, 'sale', amount) : null;
      if (over !== null) refuse('refused', limitMessage(over));
      return { operation: 'adjust_tip', amount, more: { tip } };
    },
  });
}
