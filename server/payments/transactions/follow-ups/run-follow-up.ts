// Runs a follow-up (capture, void, tip): writes its intent, sends it, answers; and the void itself.
import { refuse } from '../../../../contract/errors.ts';
import { can } from '../../../../contract/payments/processor-types/catalogue.ts';
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import type { Context } from '../../../context.ts';
import { RawAnswer } from '../../../http/serve.ts';
import type { MoneyCommand } from '../../processors/types.ts';
import { execute } from '../outcomes/execute.ts';
import { brandOf } from '../outcomes/response-body.ts';
import type { TransactionRow } from '../reading/read.ts';
import { type BegunFollowUp, begin, dataOrRefusal, type FollowUp } from './follow-up.ts';

/** The command of a follow-up; its target is the processor's id of the transaction. */
function commandOf({ processor, attempt, row }: BegunFollowUp): MoneyCommand {
  const { reference, amount, currency, operation } = attempt;
  const { target = {}, tip = 0 } = attempt.context;
  const brand = brandOf(row);
  const common = { reference, account: processor.account, amount, currency, target, brand };
  if (operation === 'adjust_tip') return { ...common, operation, tip };
  return { ...common, operation: operation === 'void' ? 'void' : 'capture' };
}

export async function runFollowUp(
  context: Context,
  follow_up: FollowUp,
): Promise<TransactionRecord | RawAnswer> {
  const begun = await begin(context, follow_up);
  if (begun instanceof RawAnswer) return begun;
  if ('data' in begun) return dataOrRefusal(begun);
  return dataOrRefusal(await execute(context, begun, { command: () => commandOf(begun) }));
}

function amountAtStake(row: TransactionRow): number {
  return row.status === 'pending_settlement' ? row.amount_captured : row.amount_authorized;
}

/** A void, as the API and recovery make it. */
export async function runVoid(
  context: Context,
  merchant_id: string,
  id: string,
  idempotency: FollowUp['idempotency'] = {},
): Promise<TransactionRecord | RawAnswer> {
  return await runFollowUp(context, {
    merchant_id,
    id,
    action: 'void',
    payload: {},
    idempotency,
    intend(row, { type }) {
      if (!can(type, 'void')) refuse('refused', 'This processor does not support voids.');
      return { operation: 'void', amount: amountAtStake(row) };
    },
  });
}
