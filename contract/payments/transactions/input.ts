// Bodies of the payment calls: what they take, what counts as absent, their limits.

import { z } from 'zod';
import {
  absentable,
  account_digits,
  amount,
  blankable,
  chosen_customer_id,
  country,
  currency,
  customer_id,
  customer_id_format,
  email,
  fax,
  ip_address,
  limited,
  phone,
  postal_code,
  settable,
} from '../../fields.ts';
import { optional_device_data } from '../device-data.ts';
import {
  type ApplePayMethod,
  apple_pay_method,
  type GoogleToken,
  google_token,
} from '../wallets/wallet-tokens.ts';
import { cardholder_authentication } from './card-proof.ts';
import { form_names, licence_number } from './form-names.ts';
import { line_item_input } from './line-item.ts';
import { reader_members } from './reader-data.ts';
import { type SavedCustomerInput, saved_customer_input } from './saved-customer.ts';
import { sources } from './states.ts';
import { type TerminalInput, terminal_method_input } from './terminal-method.ts';

const postal_codes: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-?\d{4})?$/,
  CA: /^[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d$/,
};

/** Address of a payment; formatted phones and faxes are read as digits (gateway-api 3.4). */
const address_members = z.object({
  first_name: limited(50),
  last_name: limited(50),
  company: limited(100),
  address_line_1: limited(100),
  address_line_2: limited(100),
  city: limited(50),
  state: limited(50),
  postal_code: blankable(postal_code),
  country: blankable(
    z
      .string()
      .transform((text) => text.toUpperCase())
      .pipe(country),
  ),
  email: blankable(email),
  phone: blankable(phone),
  fax: blankable(fax),
});
/** The postal code must fit the country, where one is named whose form we know. */
export const address_input = address_members.superRefine((address, context) => {
  const form = postal_codes[address.country ?? ''];
  if (form && address.postal_code !== undefined && !form.test(address.postal_code)) {
    context.addIssue({
      code: 'custom',
      path: ['postal_code'],
      message: 'does not fit the country',
    });
  }
});
export type AddressInput = z.output<typeof address_input>;

const present = <S extends z.ZodType>(schema: S) =>
  z.preprocess((v) => v ?? undefined, schema.optional());

export const signless = absentable(amount);
/** A part of the price: 0 says that there is none, which answers a merchant that requires it. */
const part = z.preprocess(
  (value) => (value === null || value === '' || value === false ? undefined : value),
  amount.optional(),
);

/** Card keyed or swiped; the number, CVC and tracks never leave `vault/` (gateway-api 3.3). */
export const card_input = z.object({
  entry_type: blankable(z.enum(['keyed', 'swiped'])),
  number: blankable(account_digits),
  expiration_date: blankable(z.string().max(10)),
  cvc: blankable(account_digits),
  track_1: limited(120),
  track_2: limited(60),
  ...reader_members,
  card_present: absentable(z.boolean()),
  cardholder_name: limited(100),
  cardholder_authentication,
});
export type CardInput = z.output<typeof card_input>;

export const sec_codes = ['web', 'ccd', 'ppd', 'tel'] as const;
export const ach_input = z.object({
  routing_number: blankable(account_digits),
  account_number: blankable(account_digits),
  sec_code: blankable(
    z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(sec_codes)),
  ),
  account_type: blankable(
    z
      .string()
      .transform((text) => text.toLowerCase())
      .pipe(z.enum(['checking', 'savings'])),
  ),
  check_number: blankable(account_digits.pipe(z.string().regex(/^\d{1,6}$/))),
  funding_speed: blankable(z.enum(['standard', 'sameday'])),
  accountholder_authentication: present(
    z.object({
      dl_state: limited(3),
      dl_number: blankable(licence_number),
      ssn4: blankable(z.string().regex(/^\d{4}$/)),
      dob_year: blankable(z.string().regex(/^\d{4}(-\d{2}-\d{2})?$/)),
    }),
  ),
});
export type AchInput = z.output<typeof ach_input>;

/** Members of `payment_method` this build serves, and those of features still to be built (Q16). */
export const served_methods = [
  'card',
  'ach',
  'cash',
  'customer',
  'token',
  'terminal',
  'apple_pay_token',
  'google_pay_token',
  'plaid',
] as const;
export const unserved_methods = ['emv', 'apm'] as const;

/** Exactly one member that is not null; which one is checked by the verb (gateway-api 1.6). */
export const payment_method_input = z.object({
  card: present(card_input),
  ach: present(ach_input),
  cash: present(z.object({})),
  customer: present(saved_customer_input),
  terminal: present(terminal_method_input),
  /** Of the tokenizer: one use within two minutes (gateway-api 13.1). */
  token: blankable(z.string().max(100)),
  /** Of wallets: encrypted by the payer's device for this merchant or this gateway. */
  apple_pay_token: present(apple_pay_method),
  google_pay_token: present(google_token),
  /** A linked bank account: what `POST /plaid/link` answered of it (spec 2 §3). */
  plaid: present(z.object({ ref_id: limited(100), account_id: limited(200) })),
  ...Object.fromEntries(unserved_methods.map((name) => [name, present(z.unknown())])),
});
export type PaymentMethodInput = {
  card?: CardInput;
  ach?: AchInput;
  cash?: Record<string, never>;
  customer?: SavedCustomerInput;
  terminal?: TerminalInput;
  token?: string;
  apple_pay_token?: ApplePayMethod;
  google_pay_token?: GoogleToken;
  plaid?: { ref_id?: string; account_id?: string };
};

export const reference = (length: number) => blankable(z.string().trim().max(length));

const level_3 = {
  summary_commodity_code: blankable(z.string().regex(/^[0-9A-Za-z]{1,4}$/)),
  ship_from_postal_code: blankable(postal_code),
  national_tax_amount: part,
  duty_amount: part,
  merchant_vat_registration_number: limited(20),
  customer_vat_registration_number: limited(13),
};

/** What the payer's statement says (gateway-api 3.2; its length is the one of spec 2 §5). */
const descriptor = z.object({
  name: limited(40),
  address: limited(38),
  city: limited(21),
  state: limited(2),
  postal_code: limited(5),
});

/** Members that would change what happens with the money and are not served: refused (Q16). */
const refused = {
  void_on_success: absentable(z.undefined()),
  split_transaction_amount: absentable(z.undefined()),
};

const stored_credential = {
  billing_method: blankable(z.enum(['straight', 'initial_recurring', 'recurring'])),
  card_on_file_indicator: blankable(z.enum(['C', 'R'])),
  initiated_by: blankable(z.enum(['customer', 'merchant'])),
  stored_credential_indicator: blankable(z.enum(['stored', 'used'])),
  initial_transaction_id: limited(64),
};

/** A fee the caller states: cents, or thousandths of a percent (gateway-api 3.2). */
export const payment_adjustment_input = z.object({
  type: z.enum(['flat', 'percentage']),
  value: z.int().min(0).max(99_999_999),
});

/** Characters of a key, in a body or a header. */
export const longest_idempotency_key = 255;

export const idempotency_input = {
  idempotency_key: blankable(z.string().min(1).max(longest_idempotency_key)),
  idempotency_time: absentable(z.int().min(1).max(2_592_000)),
};

/** What is saved of a payment once it is approved (gateway-api 3.2, spec 2 §3). */
const save_method = {
  create_vault_record: absentable(z.literal(true)),
  /** An existing customer, who gets the method added. */
  create_vault_record_for: blankable(customer_id),
  vault_record_id_format: customer_id_format,
  /** Without anything to save, the payment has the ID below alone. */
  set_customer_id: absentable(z.literal(true)),
  /** The ID of the new customer; without one it gets one of ours. */
  vault_record_custom_id: blankable(chosen_customer_id),
};

/** `POST /transaction` (gateway-api 3.2). */
export const create_input = z.object({
  type: z.enum(['sale', 'authorize', 'verification', 'credit']),
  amount: absentable(amount),
  base_amount: absentable(amount),
  currency: blankable(currency),
  processor_id: reference(20),
  payment_method: payment_method_input,
  order_id: reference(17),
  po_number: reference(17),
  description: limited(255),
  ip_address: blankable(ip_address),
  vendor_id: blankable(z.string().min(36).max(255)),
  ...idempotency_input,
  tax_amount: part,
  shipping_amount: part,
  discount_amount: part,
  tip_amount: signless,
  surcharge: signless,
  tax_exempt: absentable(z.boolean()),
  payment_adjustment: settable(payment_adjustment_input),
  ...form_names,
  ...level_3,
  ...stored_credential,
  ...refused,
  descriptor: present(descriptor),
  iias_status: blankable(z.enum(['verified', 'exempt'])),
  billing_address: present(address_input),
  shipping_address: present(address_input),
  line_items: present(z.array(line_item_input).max(250)),
  custom_fields: present(z.record(z.string().max(64), z.array(z.string().max(1000)).max(50))),
  group_name: limited(64),
  ...save_method,
  /** Device data of the payer (gateway-api 13.3). */
  fingerprint: optional_device_data,
  email_receipt: absentable(z.boolean()),
  email_address: blankable(email),
  allow_partial_payment: absentable(z.boolean()),
  source: blankable(z.enum(sources)),
  amounts: present(z.looseObject({})),
});
export type CreateInput = z.output<typeof create_input>;
