// Which operations are charges of their own, and the id by which a lost one is ended.
import type { Outcome } from '../../processors/types.ts';

/** Operations whose processor's id names one charge and no other. */
export const charges: readonly string[] = ['sale', 'authorize', 'credit', 'refund', 'verify'];

/** The id under which an operation holds its charge; '' where the id names no charge of its own. */
export function chargeId(operation: string, transaction_id: string): string {
  return charges.includes(operation) ? transaction_id : '';
}

/** The id a lost attempt is ended by; two of a processor never are by one (rail_attempt_claim). */
export function claimOf(operation: string, { certainty, processor_ref }: Outcome): string {
  return certainty === 'effect' ? chargeId(operation, processor_ref?.transaction_id ?? '') : '';
}
