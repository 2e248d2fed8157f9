// The forty processor types, and what may be requested of them (rails 4.1, decisions G42).
import { payment_rails } from '../payment-rails.ts';
import { achcom, achnow, house_ach, sage_ach } from './ach.ts';
import { card_hosts } from './card-hosts.ts';
import { dejavoo_spin } from './dejavoo-spin.ts';
import { gateways } from './gateways.ts';
import { cash, pending } from './internal.ts';
import type { Environment, Operation, ProcessorType, Rail } from './record.ts';
import { tsys_sierra } from './tsys-sierra.ts';

export const processor_types: readonly ProcessorType[] = [
  tsys_sierra,
  house_ach,
  sage_ach,
  achnow,
  achcom,
  ...card_hosts,
  ...gateways,
  cash,
  pending,
];

/** A terminal is set up as one, never as a processor, so that no list names its type. */
const by_key = new Map([...processor_types, dejavoo_spin].map((type) => [type.key, type]));

/** The type of a processor record, or null for a key nobody declared. */
export function processorType(key: string): ProcessorType | null {
  return by_key.get(key) ?? null;
}

/** Whether a close repeated under its reference gets the first answer and closes no other batch. */
export const closeIsIdempotent = ({ capabilities }: Pick<ProcessorType, 'capabilities'>): boolean =>
  capabilities.idempotency === 'native_key';

/** Keys of the types whose batches close at our command, by one request that is not repeated. */
export const closed_once: readonly string[] = [...by_key.values()]
  .filter((type) => type.settlement.model === 'gateway_batch' && !closeIsIdempotent(type))
  .map(({ key }) => key);

/** Whether payments are taken in an environment; otherwise each is refused with code 410 (Q15). */
export function takesPayments(type: ProcessorType, environment: Environment): boolean {
  return type.environments.includes(environment);
}

export function can(type: ProcessorType, operation: Operation): boolean {
  return type.capabilities.ops.includes(operation);
}

/** `supported_payment_methods` of a processor record: what the picker and the router read. */
export function paymentMethodsOf(type: ProcessorType): Rail[] {
  const named: readonly Rail[] = payment_rails;
  return type.rails.filter((rail) => named.includes(rail));
}
