// A payment by a saved customer: with one of its methods, or with a card at a terminal.
import { z } from 'zod';
import { account_digits, blankable, customer_id, id } from '../../fields.ts';

/** A saved customer; its defaults where no method or address is named (gateway-api 3.3). */
export const saved_customer_input = z.object({
  id: customer_id,
  payment_method_id: blankable(id),
  payment_method_type: blankable(z.enum(['card', 'ach'])),
  billing_address_id: blankable(id),
  shipping_address_id: blankable(id),
  cvc: blankable(account_digits),
  /** Whose customer it is: the caller's own, since customers of others cannot be charged. */
  source_merchant_id: blankable(id),
  /** The customer presents a card at this terminal instead of paying with a saved method. */
  terminal_id: blankable(id),
});
export type SavedCustomerInput = z.output<typeof saved_customer_input>;
