// One follow-up that the API calls: the guarded intent, what is sent, the answer.
import type { TransactionRecord } from '../../../../contract/payments/transactions/record.ts';
import type { Context } from '../../../context.ts';
import { RawAnswer } from '../../../http/serve.ts';
import type { MoneyCommand } from '../../processors/types.ts';
import { execute } from '../outcomes/execute.ts';
import { type Begun, begin, dataOrRefusal, type FollowUp } from './follow-up.ts';

/** The command of a follow-up; its target is the processor's id of the transaction. */
function commandOf({ processor, attempt }: Begun): MoneyCommand {
  const { reference, amount, currency, operation } = attempt;
  const { target = {}, tip = 0 } = attempt.context;
  const common = { reference, account: processor.account, amount, currency, target };
  if (operation === 'adjust_tip') return { ...common, operation, tip };
  return { ...common, operation: operation === 'void' ? 'void' : 'capture' };
}

export async function runFollowUp(
  context: Context,
  follow_up: FollowUp,
): Promise<TransactionRecord | RawAnswer> {
  const begun = await begin(context, follow_up);
  if (begun instanceof RawAnswer) return begun;
  return dataOrRefusal(await execute(context, begun, { command: () => commandOf(begun) }));
}
