// Failover: another processor for a payment that was certainly not sent, and the commit that moves
// it.
import { isDeepStrictEqual } from 'node:util';
import { can } from '../../../../contract/payments/processor-types/catalogue.ts';
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import type { Context } from '../../../context.ts';
import { pipelineAndCommit } from '../../../db/connections/pipeline.ts';
import { change, isMissingRow, requireRow } from '../../../db/connections/statements.ts';
import { inTransaction } from '../../../db/database.ts';
import type { KnownProcessor, MerchantConfig } from '../../merchant-config.ts';
import type { Outcome } from '../../processors/types.ts';
import { isCutOff } from '../../transport.ts';
import { closeAttempt, newAttempt, writeAttempt } from '../outcomes/attempts.ts';
import type { Execution } from '../outcomes/execute.ts';
import { fingerprintOf } from './charges.ts';
import { operation_of, whyRefused } from './choose-processor.ts';
import { exceededSingleLimit, releaseLimits, reserveLimits } from './limit-counters.ts';

interface Wanted {
  type: CreateInput['type'];
  payment_type: 'card' | 'ach' | 'cash';
  currency: string;
  amount: number;
}

const adjustment = ({ row }: KnownProcessor) => [row.payment_adj_type, row.payment_adj_value];

/**
 * Processors of the same merchant that may take a payment instead of the chosen one: active,
 * without a tag, able to do it in this currency, at the same price for the payer, and not cut off
 * by its circuit breaker. In the order in which they were set up.
 */
export function failoverProcessors(
  context: Context,
  config: MerchantConfig,
  chosen: KnownProcessor,
  wanted: Wanted,
): KnownProcessor[] {
  const operation = operation_of[wanted.type];
  return config.processors.filter(
    (one) =>
      one.row.id !== chosen.row.id &&
      one.row.tag === '' &&
      whyRefused(context, one) === null &&
      context.driverOf(one.type, context.config.environment)?.kind === 'wire' &&
      one.type.rails.includes(wanted.payment_type) &&
      can(one.type, operation) &&
      one.currencies.includes(wanted.currency) &&
      isDeepStrictEqual(adjustment(one), adjustment(chosen)) &&
      exceededSingleLimit(config, one, operation, wanted.amount) === null &&
      !isCutOff(context, one),
  );
}

/** The row with its next processor; the reason is stored in its detail, for the explanation. */
function moved(context: Context, { row, processor }: Execution, next: KnownProcessor, why: string) {
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
 * Moves a payment that was certainly not sent to the next processor: its attempt is closed as not
 * sent, and a new one with its own reference is committed before anything is sent again. Null where
 * the next processor's limits leave no room, or another process has ended the attempt.
 */
export async function moveTo(
  context: Context,
  execution: Execution,
  next: KnownProcessor,
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
