// Which operations are charges of their own, and the id by which a lost one is ended.
import type { Outcome } from '../processors/types.ts';

/** Operations whose processor's id names one charge and no other. */
export const charges: readonly string[] = ['sale', 'authorize', 'credit', 'refund', 'verify'];

/** The id a lost attempt is ended by; two of a processor never are by one (rail_attempt_claim). */
export function claimOf(operation: string, { certainty, processor_ref }: Outcome): string {
  const names = certainty === 'effect' && charges.includes(operation);
  return names ? (processor_ref?.transaction_id ?? '') : '';
}
