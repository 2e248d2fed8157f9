// The surcharge that goes back with a part of a payment: pro rata, with the rounding running along.
import { add, share, subtract } from '../../money.ts';
import type { TransactionRecord } from './record.ts';

type Refunded = Pick<
  TransactionRecord,
  'amount' | 'amount_settled' | 'amount_refunded' | 'surcharge'
>;

/**
 * The part of a refund of `refund` minor units that returns surcharge: what has to be back once it
 * is done, less what was to be back before (ledger 3.2). So the parts of all refunds add up to the
 * surcharge that was collected, which of a partial capture is its share.
 */
export function surchargeOfRefund(of: Refunded, refund: number): number {
  const { amount, amount_settled: settled, amount_refunded: refunded, surcharge } = of;
  if (surcharge <= 0 || settled <= 0) return 0;
  const collected = settled < amount ? share(surcharge, settled, amount) : surcharge;
  const backAfter = (total: number) => share(collected, total, settled);
  return subtract(backAfter(add(refunded, refund)), backAfter(refunded));
}
