// What a refund sends of its payment, alone or as one of many (spec 2 §7).
import type { InputOf } from '../../../contract/endpoint.ts';
import type { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import { surchargeOfRefund } from '../../../contract/payments/transactions/refund-surcharge.ts';

/** `amount` is in minor units; a surcharge is stated above 0 alone. */
export function refundInput(t: TransactionRecord, amount: number) {
  const surcharge = surchargeOfRefund(t, amount);
  return {
    amount,
    source: 'cp',
    ...(surcharge > 0 && { surcharge }),
    ...(t.terminal_id && { terminal_id: t.terminal_id }),
  } satisfies InputOf<typeof transactions.refund>;
}
