// Failover: which other processors may take a payment that was certainly not sent.
import { isDeepStrictEqual } from 'node:util';
import { can } from '../../../../contract/payments/processor-types/catalogue.ts';
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import type { Context } from '../../../context.ts';
import type { MerchantConfig, ProcessorConfig } from '../../merchant-config.ts';
import { isCutOff } from '../../transport.ts';
import { exceededSingleLimit } from '../attempts/limit-counters.ts';
import { operation_of, whyRefused } from './choose-processor.ts';

interface Wanted {
  type: CreateInput['type'];
  payment_type: 'card' | 'ach' | 'cash';
  currency: string;
  amount: number;
}

const adjustment = ({ row }: ProcessorConfig) => [row.payment_adj_type, row.payment_adj_value];

/**
 * Processors of the same merchant that may take a payment instead of the chosen one: active, not
 * reserved for certain payments by a tag, able to do it in this currency, at the same price for the
 * payer, and with a closed circuit breaker. In the order in which they were set up.
 */
export function failoverProcessors(
  context: Context,
  config: MerchantConfig,
  chosen: ProcessorConfig,
  wanted: Wanted,
): ProcessorConfig[] {
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
