// What the payer's page may know of a card before it is tokenized: its facts and its fees, by a
// public key (gateway-api 13.1).
import { z } from 'zod';
import { open } from '../access/access.ts';
import { endpoint, record } from '../endpoint.ts';
import { absentable, amount, blankable } from '../fields.ts';
import { bin_record, digits, place } from './cards/bin-lookup.ts';

/** First digits that are enough to know a card by; more of a number never leaves the page. */
export const hosted_bin_digits = 8;

export const hosted_card_input = z.object({
  bin: digits(hosted_bin_digits),
  /** Base amount in minor units of the merchant's currency, for the fees on it. */
  amount: absentable(amount),
  processor_id: blankable(z.string().max(20)),
  ...place,
});

const fees = z.object({
  /** What is paid, fees included, in minor units of the currency. */
  amount: z.int(),
  surcharge: z.int(),
  service_fee: z.int(),
  currency: z.string(),
});

export const hosted_card = {
  lookUp: endpoint({
    method: 'POST',
    path: '/tokenizer/{key}/card',
    access: open,
    input: hosted_card_input,
    reply: record(z.object({ bin: bin_record, fees: fees.nullable() })),
    rate_class: 'read',
    summary: 'Facts and fees of a card by its first digits, for the hosted fields.',
  }),
};
