// The second commit of a tip adjustment: the sale's total follows its tip.
import { add, subtract } from '../../../../contract/money.ts';
import type { Context } from '../../../context.ts';
import { posting } from '../../../ledger/postings.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import type { Outcome } from '../../processors/types.ts';
import type { Answered } from '../paying/idempotency.ts';
import type { TransactionRow } from '../reading/read.ts';
import type { Attempt } from './attempts.ts';
import { answerOf, commitOutcome, type Finish, notDone, release } from './finish.ts';
import { takenTip } from './outcome.ts';
import { aboutOf, exposureClosed } from './posting-parts.ts';
import { publishEvent } from './statements.ts';

function plan(
  context: Context,
  config: MerchantConfig,
  attempt: Attempt,
  outcome: Outcome,
  row: TransactionRow,
): Finish {
  const closed = exposureClosed(context, config, row, attempt);
  if (outcome.outcome !== 'approved') {
    return {
      ...notDone(attempt, row, outcome, 'The processor did not change it'),
      postings: closed,
    };
  }
  // What settled or came back meanwhile keeps its amounts: a person has to look.
  if (row.status !== 'pending_settlement') {
    throw new Error(`A transaction that is ${row.status} takes no other tip.`);
  }
  const tip_amount = attempt.context.tip ?? 0;
  const delta = subtract(tip_amount, takenTip(row));
  const taken = row.taken_parts;
  const changes = {
    tip_amount,
    ...(taken && { taken_parts: { ...taken, tip_amount } }),
    amount: add(subtract(row.amount, row.tip_amount), tip_amount),
    amount_captured: add(row.amount_captured, delta),
    updated_at: context.clock.now(),
    version: row.version + 1,
  };
  const after = { ...row, ...changes, open_attempt_id: '' };
  const about = aboutOf(context, config, row, attempt.id);
  const { processor_id: processor } = attempt;
  return {
    changes: [release(attempt, row, changes), publishEvent(context, row, 'transaction_update')],
    postings: [...closed, posting('tip_adjust', about, { processor, delta })],
    answer: answerOf(after),
    after: { tip_amount, amount: after.amount },
  };
}

/** Ends a tip adjustment: new total, or everything as it was. */
export async function finishTip(
  context: Context,
  config: MerchantConfig,
  attempt: Attempt,
  outcome: Outcome,
  row: TransactionRow,
): Promise<Answered> {
  return await commitOutcome(context, attempt, outcome, row, (_tx, now) =>
    plan(context, config, attempt, outcome, now),
  );
}
