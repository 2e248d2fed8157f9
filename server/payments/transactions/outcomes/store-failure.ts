// An attempt's outcome that could not be stored: counted, alerted, explained in plain words.
import type { CompiledQuery } from 'kysely';
import type { Context } from '../../../context.ts';
import { pipeline } from '../../../db/connections/pipeline.ts';
import { change } from '../../../db/connections/statements.ts';
import { inTransaction } from '../../../db/database.ts';
import { scheduleCommitted } from '../../../jobs/runner.ts';
import { AlreadyFinished } from '../attempts/attempt-errors.ts';
import { recordAlert, type StoreFailure } from '../attempts/attempt-notes.ts';
import { type Attempt, holds_lease, recovery_job } from '../attempts/attempts.ts';
import { nextInquiry } from './resolve-unknown.ts';
import { whyNotStored } from './why-not-stored.ts';

/**
 * Releases an attempt that could not be ended; one still in state `sent` becomes `no_answer`.
 * `next` is as for `countInquiry`.
 */
function leaseReleased(attempt: Attempt, next: Date | null): CompiledQuery<{ found: number }> {
  const { state, fencing_token, inquiry_count } = attempt;
  const context = { ...attempt.context, ...(state === 'sent' && { unexposed: true }) };
  return change(
    'rail_attempt',
    attempt,
    {
      state: 'no_answer',
      outcome: 'unknown',
      claimed_id: '',
      inquiry_count,
      context,
      next_inquiry_at: next,
    },
    holds_lease,
    [state, fencing_token],
  );
}

/**
 * Notes in a commit of its own that an attempt could not be ended, and releases it. `count` is how
 * often it has been inquired by now, so that it reaches a person after the last inquiry. Throws
 * AlreadyFinished where another process has the lease.
 */
export async function recordStoreFailure(
  context: Context,
  attempt: Attempt,
  count: number,
  error: unknown,
): Promise<StoreFailure> {
  const { merchant_id, transaction_id, id: attempt_id } = attempt;
  const { request_id, clock } = context;
  context.log.error(
    { err: error, alert: 'not_stored', merchant_id, transaction_id, attempt_id, request_id },
    'the outcome of an attempt could not be stored',
  );
  const store_failure = {
    at: clock.now().toISOString(),
    error_id: request_id,
    text: whyNotStored(error),
  };
  // A decision that could not be stored is dropped, so that a person can decide again.
  const { decision: _, ...about } = attempt.context;
  attempt.context = { ...about, store_failure };
  attempt.inquiry_count = count;
  recordAlert(attempt, 'not_stored');
  const next = nextInquiry(count, clock.now());
  await inTransaction(context, merchant_id, async (tx) => {
    const [released] = await pipeline(tx, [leaseReleased(attempt, next)]);
    if (!released?.rows.length) throw new AlreadyFinished();
  });
  if (next) await scheduleCommitted(context, { name: recovery_job, key: 'all', due_at: next });
  return store_failure;
}
