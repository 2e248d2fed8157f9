// Bodies of the calls that follow a payment: capture, refund, void, tip and receipt.
import { z } from 'zod';
import { absentable, amount, blankable, email, id, ip_address } from '../../fields.ts';
import { idempotency_input, reference, signless } from './input.ts';
import { sources } from './states.ts';

/** `POST /transaction/{id}/capture`; no amount means all that was authorized (gateway-api 3.7). */
export const capture_input = z.object({
  amount: absentable(amount),
  tax_amount: signless,
  tax_exempt: absentable(z.boolean()),
  shipping_amount: signless,
  order_id: reference(17),
  po_number: reference(17),
  ip_address: blankable(ip_address),
  ...idempotency_input,
});

/** `POST /transaction/{id}/refund`; the amount is used as its absolute value (spec 2 §5, I3). */
export const refund_input = z.object({
  amount: absentable(z.int().transform(Math.abs).pipe(amount)),
  surcharge: signless,
  ip_address: blankable(ip_address),
  source: blankable(z.enum(sources)),
  /** Of a terminal payment: where the payer presents the card; its own terminal unless named. */
  terminal_id: blankable(id),
  ...idempotency_input,
});

export const void_input = z.object({ ...idempotency_input });

/** `POST /transaction/{id}/tipadjust`: 0 takes the tip away. */
export const tip_input = z.object({
  tip: amount,
  base_amount: absentable(amount),
  ...idempotency_input,
});

export const email_input = z.object({ email_address: email });
