// Contacts of a partner or merchant, and the bank account its fees are drawn from (gateway-api 17).
import { z } from 'zod';
import { contact_fields } from '../addresses.ts';

const text = (max_length: number) => z.string().max(max_length).default('');

/** A stored contact; what is missing reads as empty text. */
export const contact = z.preprocess(
  (value) => value ?? {},
  z.object({
    first_name: text(100),
    last_name: text(100),
    company: text(100),
    address_line_1: text(100),
    address_line_2: text(100),
    city: text(50),
    state: text(50),
    postal_code: text(10),
    country: text(2),
    email: text(254),
    /** Digits, whatever was stored before. */
    phone: text(20).transform((value) => value.replace(/\D/g, '')),
  }),
);
export type Contact = z.output<typeof contact>;

/** A contact as answered. */
export const contact_record = z.object(
  Object.fromEntries(contact_fields.map((name) => [name, z.string()])) as Record<
    keyof Contact,
    z.ZodString
  >,
);

/**
 * As answered: the account number only masked. Always an object, its texts empty where the gateway
 * bills by other means: clients decode it as one (gateway-api 17).
 */
export const billing_details_record = z.object({
  ach: z.object({
    type: z.string(),
    routing_number: z.string(),
    masked_account_number: z.string(),
    account_type: z.string(),
  }),
});
export type BillingDetails = z.output<typeof billing_details_record>;

export function answeredBilling(stored: unknown): BillingDetails {
  const none = { type: '', routing_number: '', masked_account_number: '', account_type: '' };
  return { ach: billing_details.parse(stored).ach ?? none };
}

/** As stored; unknown members are dropped, so that no number can slip into an answer. */
export const billing_details = z.preprocess(
  (value) => value ?? {},
  z.object({
    ach: z
      .object({
        type: z.string().default(''),
        routing_number: z.string().default(''),
        masked_account_number: z.string().default(''),
        account_type: z.string().default(''),
      })
      .nullable()
      .default(null),
  }),
);
