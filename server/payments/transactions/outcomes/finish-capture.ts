// The second commit of a capture, and of the approval of a flagged payment (Q10).
import { posting } from '../../../ledger/postings.ts';
import { initiatorOf } from '../attempts/attempts.ts';
import { publishEvent, statusEvent } from '../attempts/statements.ts';
import { type Approved, answerOf, endOpenAction, type Finish, followUpFinisher } from './finish.ts';
import { amountsOfRow, assertMove, capturedParts } from './outcome.ts';
import { postingAbout } from './posting-parts.ts';

function plan({ context, config, attempt, row }: Approved): Finish {
  const now = context.clock.now();
  const { captured, changes: named } = attempt.context;
  const whole = amountsOfRow(row);
  const changes = {
    ...captured,
    ...named,
    captured_parts: capturedParts(
      whole,
      attempt.amount,
      { ...row, ...captured, ...named },
      captured,
    ),
    status: 'pending_settlement',
    amount_captured: attempt.amount,
    captured_at: now,
    updated_at: now,
    version: row.version + 1,
  };
  assertMove(row.status, 'pending_settlement');
  const after = { ...row, ...changes, open_attempt_id: '' };
  const { processor_id: processor, amount } = attempt;
  const about = postingAbout(context, config, row, attempt.id);
  const entries = posting('capture', about, {
    processor,
    amount,
    hold: row.amount_authorized,
    transaction: whole,
    ...(captured && { captured }),
  });
  return {
    changes: [
      endOpenAction(attempt, row, changes),
      statusEvent(context, row, 'pending_settlement', initiatorOf(attempt)),
      publishEvent(context, row, 'transaction_capture'),
    ],
    postings: [entries],
    answer: answerOf(after),
    after: { status: 'pending_settlement', amount_captured: amount },
  };
}

/** Ends a capture: the held amount becomes captured, or the transaction stays as it was. */
export const finishCapture = followUpFinisher('The processor did not capture it', plan);
