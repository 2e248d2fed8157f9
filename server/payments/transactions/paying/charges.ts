// What makes two payments the same charge: the same request again, or one id at the processor.
import { requestDigest } from '../../../vault/digest.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import type { Outcome } from '../../processors/types.ts';
import type { TransactionRow } from '../reading/read.ts';

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

/** 80 bits, as a method's digest has: enough to tell the payments of one merchant apart. */
const fingerprint_length = 20;

/** What makes two attempts the same payment: amount, currency, method and operation (rails 5.6). */
export function fingerprintOf(config: MerchantConfig, row: TransactionRow): string {
  const { type, amount, currency, method_digest } = row;
  const same = [type, amount, currency, method_digest].join(' ');
  return requestDigest(config.digest_key, same).slice(0, fingerprint_length);
}
