// The second commit of a tip adjustment: the sale's total follows its tip.
import { add, subtract } from '../../../../contract/money.ts';
import { posting } from '../../../ledger/postings.ts';
import { publishEvent } from '../attempts/statements.ts';
import { type Approved, answerOf, endOpenAction, type Finish, followUpFinisher } from './finish.ts';
import { capturedTip } from './outcome.ts';
import { postingAbout } from './posting-parts.ts';

function plan({ context, config, attempt, row }: Approved): Finish {
  // A sale that was settled or returned meanwhile keeps its amounts, and an operator checks it.
  if (row.status !== 'pending_settlement') {
    throw new Error(`A transaction that is ${row.status} cannot change its tip.`);
  }
  const tip_amount = attempt.context.tip ?? 0;
  const delta = subtract(tip_amount, capturedTip(row));
  const captured_parts = row.captured_parts;
  const changes = {
    tip_amount,
    ...(captured_parts && { captured_parts: { ...captured_parts, tip_amount } }),
    amount: add(subtract(row.amount, row.tip_amount), tip_amount),
    amount_captured: add(row.amount_captured, delta),
    updated_at: context.clock.now(),
    version: row.version + 1,
  };
  const after = { ...row, ...changes, open_attempt_id: '' };
  const about = postingAbout(context, config, row, attempt.id);
  const { processor_id: processor } = attempt;
  return {
    changes: [
      endOpenAction(attempt, row, changes),
      publishEvent(context, row, 'transaction_update'),
    ],
    postings: [posting('tip_adjust', about, { processor, delta })],
    answer: answerOf(after),
    after: { tip_amount, amount: after.amount },
  };
}

/** Ends a tip adjustment: new total, or everything as it was. */
export const finishTip = followUpFinisher('The processor did not change it', plan);
