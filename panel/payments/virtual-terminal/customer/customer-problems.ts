// What a payment by a saved customer lacks: who pays, or a way to pay.
import { requiredMessage } from '../../../../contract/field-messages.ts';
import type { TerminalForm } from '../form.ts';

export function customerProblems({ customer }: TerminalForm): Record<string, string> {
  if (customer.id === '') return { 'customer.id': requiredMessage('Customer') };
  if (customer.payment_method !== '' || customer.terminal_id !== '') return {};
  return { 'customer.payment_method': requiredMessage('Payment Option') };
}
