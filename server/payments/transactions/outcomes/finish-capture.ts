// The second commit of a capture, and of the approval of a flagged payment (Q10).
import type { Context } from '../../../context.ts';
import { posting } from '../../../ledger/postings.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import type { Outcome } from '../../processors/types.ts';
import type { Answered } from '../paying/idempotency.ts';
import type { TransactionRow } from '../reading/read.ts';
import { type Attempt, moverOf } from './attempts.ts';
import { answerOf, commitOutcome, type Finish, notDone, release } from './finish.ts';
import { amountsOfRow, assertMove, takenParts } from './outcome.ts';
import { aboutOf, exposureClosed } from './posting-parts.ts';
import { event, publishEvent } from './statements.ts';

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
      ...notDone(attempt, row, outcome, 'The processor did not capture it'),
      postings: closed,
    };
  }
  const now = context.clock.now();
  const { captured, changes: named } = attempt.context;
  const whole = amountsOfRow(row);
  const changes = {
    ...captured,
    ...named,
    taken_parts: takenParts(whole, attempt.amount, { ...row, ...captured, ...named }, captured),
    status: 'pending_settlement',
    amount_captured: attempt.amount,
    captured_at: now,
    updated_at: now,
    version: row.version + 1,
  };
  assertMove(row.status, 'pending_settlement');
  const after = { ...row, ...changes, open_attempt_id: '' };
  const { processor_id: processor, amount } = attempt;
  const about = aboutOf(context, config, row, attempt.id);
  const entries = posting('capture', about, {
    processor,
    amount,
    hold: row.amount_authorized,
    transaction: whole,
    ...(captured && { captured }),
  });
  return {
    changes: [
      release(attempt, row, changes),
      event(context, row, 'pending_settlement', moverOf(attempt)),
      publishEvent(context, row, 'transaction_capture'),
    ],
    postings: [...closed, entries],
    answer: answerOf(after),
    after: { status: 'pending_settlement', amount_captured: amount },
  };
}

/** Ends a capture: the hold becomes money to settle, or the transaction stays as it was. */
export async function finishCapture(
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
