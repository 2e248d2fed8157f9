// Saving the payer of a payment that was made already (spec 2 §6, §7; gateway-api 3.1).
import { isApproved } from '../response-codes.ts';

/** Days after a payment in which its payer can be saved: so long its sealed number is kept. */
export const draft_retention_days = 30;

interface Payer {
  type: string;
  payment_method: string;
  payment_type: string;
  response_code: number;
  customer_id: string;
}

/** Why the payer of a transaction cannot be saved, in words; null where it can (spec 2 §6). */
export function whyNotSaved(t: Payer): string | null {
  if (t.customer_id !== '') return 'This payment already has a customer.';
  if (t.type === 'refund') return 'A refund has no payer to save. Open its payment.';
  if (t.payment_type === 'cash') return 'A cash payment has nothing to save.';
  if (t.payment_method === 'terminal') return 'A terminal payment cannot be saved.';
  return isApproved(t.response_code) ? null : 'Only an approved payment can be saved.';
}
