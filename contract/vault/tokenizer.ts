// One-time tokens of cards and bank accounts: made in the payer's browser with a public key, used
// by the merchant's server (gateway-api 13.1).
import { z } from 'zod';
import { open } from '../access/access.ts';
import { endpoint, record } from '../endpoint.ts';
import { limited, omittable } from '../fields.ts';
import { optional_device_data } from '../payments/device-data.ts';
import { ach_input, card_input } from '../payments/transactions/input.ts';
import { method_types } from './saved-methods.ts';

/** How long a token can be used after it was made. */
export const token_seconds = 120;

/** `tok_` and 43 letters, digits, `-` and `_`: 256 random bits. */
export const token_pattern = /^tok_[\w-]{43}$/;

/** Unknown, used, expired and foreign tokens are refused in one sentence, which tells nothing. */
export const token_refusal = 'The token is not valid. Tokens work once, within two minutes.';

/** What one browser hands over: exactly one of `card` and `ach`. */
export const tokenizer_input = z.object({
  card: omittable(
    card_input.pick({
      entry_type: true,
      number: true,
      expiration_date: true,
      cvc: true,
      track_1: true,
      track_2: true,
      cardholder_name: true,
    }),
  ),
  ach: omittable(ach_input),
  /** The payer's name becomes the name of the card's holder. */
  user: omittable(z.object({ first_name: limited(50), last_name: limited(50) })),
  /** Device data of the payer, kept with the token. */
  guardian: optional_device_data,
});
export type TokenizerInput = z.output<typeof tokenizer_input>;

const token_record = z.object({
  token: z.string(),
  payment_type: z.enum(method_types),
  /** `411111******1111`, or the last digits of an account. */
  masked_number: z.string(),
  expires_at: z.string(),
});

export const tokenizer = {
  create: endpoint({
    method: 'POST',
    path: '/tokenizer/{key}',
    access: open,
    input: tokenizer_input,
    reply: record(token_record, ['token']),
    rate_class: 'write',
    summary: 'Turns a card or bank account into a token for one use within two minutes.',
  }),
};
