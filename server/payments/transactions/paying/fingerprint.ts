// What makes two payments the same one: written with each attempt.
import { requestDigest } from '../../../vault/digest.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import type { TransactionRow } from '../reading/read.ts';

/** 80 bits, as a method's digest has: enough to tell the payments of one merchant apart. */
const fingerprint_length = 20;

/** What makes two attempts the same payment: amount, currency, method and operation (rails 5.6). */
export function fingerprintOf(config: MerchantConfig, row: TransactionRow): string {
  const { type, amount, currency, method_digest } = row;
  const same = [type, amount, currency, method_digest].join(' ');
  return requestDigest(config.digest_key, same).slice(0, fingerprint_length);
}
