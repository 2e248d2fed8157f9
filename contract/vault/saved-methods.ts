// Cards and bank accounts of saved customers (gateway-api 5, spec 2 §3): what is sent and answered.
import { z } from 'zod';
import { blankable, id } from '../fields.ts';
import { ach_input, card_input } from '../payments/transactions/input.ts';
import { google_token, withApplePay } from '../payments/wallets/wallet-tokens.ts';

export const method_types = ['card', 'ach'] as const;
export type SavedMethodType = (typeof method_types)[number];

/** What may be noted at a method; `surcharge_exempt` is for its holder, the others for its use. */
export const method_flags = [
  'surcharge_exempt',
  'applepay',
  'closed_contact',
  'contact',
  'locked_security',
  'locked_stop_recurring',
] as const;

const flags = z.preprocess((v) => v ?? undefined, z.array(z.enum(method_flags)).max(6).optional());
const method_members = { flags, processor_id: blankable(id) };

const card_members = z.object({
  number: card_input.shape.number,
  /** The number, as older clients call it (gateway-api 1.6). */
  card_number: card_input.shape.number,
  expiration_date: card_input.shape.expiration_date,
  cvc: card_input.shape.cvc,
  ...method_members,
});
/** The security code is for the check alone and never kept. */
export const saved_card_input = card_members.transform(
  ({ card_number, ...card }): Omit<z.output<typeof card_members>, 'card_number'> => ({
    ...card,
    number: card.number ?? card_number,
  }),
);
export type SavedCardInput = z.output<typeof saved_card_input>;

export const saved_account_input = z.object({
  routing_number: ach_input.shape.routing_number,
  account_number: ach_input.shape.account_number,
  account_type: ach_input.shape.account_type,
  sec_code: ach_input.shape.sec_code,
  /** Required for TEL, and kept for each payment by the account. */
  check_number: ach_input.shape.check_number,
  ...method_members,
});
export type SavedAccountInput = z.output<typeof saved_account_input>;

/** The card or bank account that a one-time token stands for (gateway-api 13.1). */
export const saved_token_input = z.object({ token: z.string().max(100), ...method_members });
export type SavedTokenInput = z.output<typeof saved_token_input>;

/** A wallet's card, saved as the number of the payer's device. */
export const saved_apple_pay_input = withApplePay(method_members);
export type SavedApplePayInput = z.output<typeof saved_apple_pay_input>;
export const saved_google_pay_input = z.object({
  google_pay_token: google_token,
  ...method_members,
});
export type SavedGooglePayInput = z.output<typeof saved_google_pay_input>;

const text = z.string();
const answered_flags = z.array(text);

export const saved_card = z.object({
  id: text,
  card_type: text,
  /** MM/YY */
  expiration_date: text,
  masked_number: text,
  flags: answered_flags,
  processor_id: text,
});
export type SavedCard = z.output<typeof saved_card>;

export const saved_account = z.object({
  id: text,
  account_type: text,
  sec_code: text,
  masked_account_number: text,
  routing_number: text,
  flags: answered_flags,
  processor_id: text,
});
export type SavedAccount = z.output<typeof saved_account>;
