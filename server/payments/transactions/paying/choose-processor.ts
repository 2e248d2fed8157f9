// The processor that takes a payment: the one named, else the default of the payment method.
import { invalid } from '../../../../contract/errors.ts';
import { can } from '../../../../contract/payments/processor-types/catalogue.ts';
import type { Operation } from '../../../../contract/payments/processor-types/record.ts';
import type { CreateInput } from '../../../../contract/payments/transactions/input.ts';
import type { Context } from '../../../context.ts';
import type { MerchantConfig, ProcessorConfig } from '../../merchant-config.ts';
import type { PaidWith } from './payment-method/payment-source.ts';

type PaymentType = 'card' | 'ach' | 'cash';

interface Wanted {
  type: CreateInput['type'];
  currency?: string | undefined;
  payment_type: PaymentType;
}

export const operation_of = {
  sale: 'sale',
  authorize: 'authorize',
  credit: 'credit',
  verification: 'verify',
} as const satisfies Record<CreateInput['type'], Operation>;

function defaultFor(
  config: MerchantConfig,
  payment_type: PaymentType,
): ProcessorConfig | undefined {
  return config.processors.find(({ row }) => row[`default_${payment_type}`]);
}

/** The processor of a payment; 400 names the field where there is none that takes the method. */
export function chooseProcessor(
  config: MerchantConfig,
  processor_id: string | undefined,
  payment_type: PaymentType,
): ProcessorConfig {
  const chosen = processor_id
    ? config.processors.find(({ row }) => row.id === processor_id)
    : defaultFor(config, payment_type);
  if (!chosen?.type.rails.includes(payment_type)) invalid('Processor ID');
  return chosen;
}

/**
 * The first of a customer's own processors that takes this payment. The request names none of them,
 * so that one which cannot take it is passed over; undefined leaves it to the merchant's default.
 */
export function ownProcessor(
  context: Context,
  config: MerchantConfig,
  ids: readonly string[],
  { type, currency, payment_type }: Wanted,
): string | undefined {
  const wanted = currency ?? config.documents.default_values.merchant.currency;
  const takes = (one: ProcessorConfig) =>
    whyRefused(context, one) === null &&
    one.type.rails.includes(payment_type) &&
    can(one.type, operation_of[type]) &&
    one.currencies.includes(wanted);
  return ids.find((id) => config.processors.some((one) => one.row.id === id && takes(one)));
}

/** The terminal that a payment is made at, or the processor that takes its card or account. */
export function processorFor(
  config: MerchantConfig,
  processor_id: string | undefined,
  method: PaidWith,
): ProcessorConfig {
  if (method.kind !== 'terminal') return chooseProcessor(config, processor_id, method.kind);
  const { processor } = method;
  // A terminal processes its own payments: naming another processor as well is contradictory.
  if (processor_id && processor_id !== processor.row.id) invalid('Processor ID');
  return processor;
}

/** 400 where the processor cannot do this: its capability flags decide, not its name. */
export function checkCapabilities(
  context: Context,
  processor: ProcessorConfig,
  type: CreateInput['type'],
  currency: string,
): void {
  if (!context.driverOf(processor.type, context.config.environment)) return;
  if (!can(processor.type, operation_of[type])) invalid('Type');
  if (!processor.currencies.includes(currency)) invalid('Currency');
}

/** Why the processor refuses every payment, in plain words; null where it takes them (Q1, Q15). */
export function whyRefused(context: Context, { row, type }: ProcessorConfig): string | null {
  const what = type.rails.includes('terminal') ? 'terminal' : 'processor';
  if (row.status === 'disabled') return `This ${what} is disabled.`;
  if (row.status === 'released') return `This ${what} was released and no longer takes payments.`;
  if (context.driverOf(type, context.config.environment)) return null;
  return `${type.label} is configured but cannot take payments here: no driver is installed.`;
}
