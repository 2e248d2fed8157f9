// Moves a payment that was certainly not sent to its next processor (failover).
import type { Context } from '../../../context.ts';
import { pipelineAndCommit } from '../../../db/connections/pipeline.ts';
import { change, isMissingRow, requireRow } from '../../../db/connections/statements.ts';
import { inTransaction } from '../../../db/database.ts';
import type { ProcessorConfig } from '../../merchant-config.ts';
import type { Outcome } from '../../processors/types.ts';
import { closeAttempt, newAttempt, writeAttempt } from '../attempts/attempts.ts';
import { fingerprintOf } from '../attempts/charges.ts';
import { releaseLimits, reserveLimits } from '../attempts/limit-counters.ts';
import type { Execution } from './execute.ts';

/** The row with its next processor; the reason is stored in its detail, for the explanation. */
function moved(
  context: Context,
  { row, processor }: Execution,
  next: ProcessorConfig,
  why: string,
) {
  const at = context.clock.now().toISOString();
  const step = { at, from: processor.row.id, to: next.row.id, why };
  const named = { processor_id: next.row.id, processor_type: next.row.type };
  return {
    ...named,
    processor_name: next.row.name,
    detail: { ...row.detail, failover: [...(row.detail.failover ?? []), step] },
  };
}

/**
 * Moves a payment to the next processor: its attempt is closed as not sent, and a new one with its
 * own reference is committed before anything is sent again. Null where the next processor's limits
 * leave no room, or another process has ended the attempt.
 */
export async function moveToProcessor(
  context: Context,
  execution: Execution,
  next: ProcessorConfig,
  failed: Outcome,
): Promise<Execution | null> {
  const { config, attempt, row, processor } = execution;
  const { operation, amount, currency, merchant_id, transaction_id } = attempt;
  const { limit_uses: _, ...about } = attempt.context;
  const fresh = newAttempt(context, next, {
    merchant_id,
    transaction_id,
    operation,
    amount,
    currency,
    context: about,
  });
  const changes = moved(context, execution, next, failed.processor_text);
  const guard = "status = 'pending' and processor_id = $3";
  try {
    await inTransaction(context, merchant_id, (tx) =>
      pipelineAndCommit(tx, [
        requireRow(closeAttempt(context, attempt, failed)),
        ...releaseLimits(attempt, 0),
        ...reserveLimits(context, config, next, fresh),
        requireRow(change('transaction', row, changes, guard, [processor.row.id])),
        writeAttempt(context, next, fresh, fingerprintOf(config, row)),
      ]),
    );
  } catch (error) {
    if (isMissingRow(error)) return null;
    throw error;
  }
  return {
    config,
    processor: next,
    attempt: fresh,
    row: { ...row, ...changes },
  };
}
