// What makes two payments the same charge: the same request again, or one id at the processor.
import { requestDigest } from '../../../vault/digest.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import type { Outcome } from '../../processors/types.ts';
import type { TransactionRow } from '../reading/read.ts';

/** Operations whose processor ID belongs to one charge only. */
export const charges: readonly string[] = ['sale', 'authorize', 'credit', 'refund', 'verify'];

/** The ID under which an operation is one charge; '' if the ID does not identify one. */
export function chargeId(operation: string, transaction_id: string): string {
  return charges.includes(operation) ? transaction_id : '';
}

/**
 * The ID that a lost attempt is closed with; one processor has each only once (rail_attempt_claim).
 */
export function claimedIdOf(operation: string, { certainty, processor_ref }: Outcome): string {
  return certainty === 'effect' ? chargeId(operation, processor_ref?.transaction_id ?? '') : '';
}

/** 80 bits, as a method's digest has: enough to tell the payments of one merchant apart. */
const fingerprint_length = 20;

/**
 * Kept with an attempt to compare it with others by hand: equal for two of the same operation,
 * amount, currency and method (rails 5.6).
 */
export function fingerprintOf(config: MerchantConfig, row: TransactionRow): string {
  const { type, amount, currency, method_digest } = row;
  const same = [type, amount, currency, method_digest].join(' ');
  return requestDigest(config.digest_key, same).slice(0, fingerprint_length);
}
