// What a card is by its first digits; apart from amounts, so that a form can ask it alone.
import { z } from 'zod';
import { may } from '../../access/may.ts';
import { endpoint, record } from '../../endpoint.ts';
import { blankable, customer_id, id } from '../../fields.ts';

/** First digits of a card, at least six; separators are dropped. */
export const digits = (longest: number) =>
  blankable(
    z
      .union([z.string(), z.number()])
      .transform((value) => String(value).replace(/\D/g, ''))
      .pipe(z.string().min(6).max(longest)),
  );

export const place = {
  country: blankable(z.string().transform((text) => text.toUpperCase())),
  state: blankable(
    z
      .string()
      .max(50)
      .transform((text) => text.toUpperCase()),
  ),
};

/** Exactly one of `bin`, `temp_token` and `customer_id`, which the verb checks. */
const bin_input = z.object({
  bin: digits(19),
  /** Of the tokenizer; it stays usable. */
  temp_token: blankable(z.string().max(100)),
  customer_id: blankable(customer_id),
  /** Else the customer's default one. */
  payment_method_id: blankable(id),
  ...place,
});
export type BinInput = z.output<typeof bin_input>;

/** Empty where nothing is known of the digits, which is no error. */
export const bin_record = z.object({
  bin: z.string().optional(),
  card_brand: z.string().optional(),
  issuing_bank: z.string().optional(),
  card_type: z.enum(['credit', 'debit']).optional(),
  card_level_generic: z.string().optional(),
  country: z.string().optional(),
  is_surchargeable: z.boolean().optional(),
  payment_method_type: z.string().optional(),
});

/** `POST /lookup/bin/protected` (gateway-api 4.3). */
export const bin_lookup = endpoint({
  method: 'POST',
  path: '/lookup/bin/protected',
  access: may.look_up_cards,
  input: bin_input,
  reply: record(bin_record),
  rate_class: 'read',
  summary: 'Brand, type and issuer of a card by its first digits.',
});
