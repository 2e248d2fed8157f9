// The transaction object as it is answered, and its parts (gateway-api 3.3 to 3.6, spec 2 §3).
import { z } from 'zod';
import { type AddressField, address_fields } from '../../addresses.ts';
import { moment, nullable_moment } from '../../fields.ts';
import { device_data_record } from '../device-data.ts';
import { payment_type_totals } from '../pricing/method-prices.ts';
import { form_answers } from './form-names.ts';
import { pending_on_record } from './pending-on.ts';
import { payment_methods, payment_types, sources, statuses, types } from './states.ts';

/** Always all twelve members, empty strings where nothing was given. */
export type Address = Record<AddressField, string>;
export const address_record = z.object(
  Object.fromEntries(address_fields.map((name) => [name, z.string()])) as Record<
    AddressField,
    z.ZodString
  >,
);
export const empty_address: Address = Object.fromEntries(
  address_fields.map((name) => [name, '']),
) as Address;

export const line_item_record = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  product_code: z.string(),
  commodity_code: z.string(),
  /** Clients decode them as floating point; 0 where none was sent (gateway-api 3.5). */
  quantity: z.number(),
  quantity_shipped: z.number(),
  unit_price: z.int(),
  amount: z.int(),
  unit_of_measure: z.string(),
  tax_amount: z.int(),
  tax_rate: z.string(),
  national_tax_amount: z.int(),
  /** The same under its other name. */
  national_tax: z.int(),
  national_tax_rate: z.string(),
  local_tax: z.int(),
  local_tax_rate: z.string(),
  taxable: z.boolean(),
  discount_amount: z.int(),
  discount_rate: z.string(),
  freight_amount: z.int(),
  alternate_tax_identifier: z.string(),
  status: z.enum(['paid', 'pending', 'rejected', '']),
  type: z.string(),
  subtotal: z.int(),
});
export type LineItem = z.infer<typeof line_item_record>;

const body_common = {
  id: z.string(),
  response: z.string(),
  response_code: z.int(),
  auth_code: z.string(),
  processor_response_code: z.string(),
  processor_response_text: z.string(),
  processor_transaction_id: z.string(),
  processor_type: z.string(),
  processor_id: z.string(),
  processor_specific: z.record(z.string(), z.unknown()).nullable(),
  created_at: moment,
  updated_at: moment,
};
export const card_body = z.object({
  ...body_common,
  card_type: z.string(),
  type: z.enum(['credit', 'debit', '']),
  first_six: z.string(),
  last_four: z.string(),
  masked_card: z.string(),
  expiration_date: z.string(),
  bin_type: z.string(),
  entry_type: z.string(),
  cardholder_name: z.string(),
  avs_response_code: z.string(),
  cvv_response_code: z.string(),
});
export const ach_body = z.object({
  ...body_common,
  sec_code: z.string(),
  account_type: z.string(),
  masked_account_number: z.string(),
  routing_number: z.string(),
  check_number: z.string(),
  return_code: z.string(),
});
export const cash_body = z.object(body_common);
/** What the terminal read of the card, and what it printed (spec 2 §3, gateway-api 3.6). */
export const terminal_body = z.object({
  ...body_common,
  terminal_id: z.string(),
  terminal_description: z.string(),
  card_type: z.string(),
  payment_type: z.string(),
  entry_type: z.string(),
  first_four: z.string(),
  last_four: z.string(),
  masked_card: z.string(),
  cardholder_name: z.string(),
  emv_aid: z.string(),
  emv_app_name: z.string(),
  emv_tvr: z.string(),
  emv_tsi: z.string(),
  /** A PNG, base64. */
  signature_data: z.string(),
});
export type TerminalBody = z.infer<typeof terminal_body>;
export const response_body = z.object({
  card: card_body.optional(),
  ach: ach_body.optional(),
  cash: cash_body.optional(),
  terminal: terminal_body.optional(),
});
export type ResponseBody = z.infer<typeof response_body>;

export const responses = [
  'approved',
  'declined',
  'partial',
  'pending',
  'error',
  'unknown',
] as const;

/** Descriptor, stored credential and other processor-bound extras, kept as they were sent. */
export const transaction_record = z.object({
  id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  merchant_id: z.string(),
  merchant_name: z.string(),
  idempotency_key: z.string(),
  idempotency_time: z.int(),
  type: z.enum(types),
  status: z.enum(statuses),
  response: z.enum(responses),
  response_code: z.int(),
  amount: z.int(),
  base_amount: z.int(),
  amount_authorized: z.int(),
  amount_captured: z.int(),
  amount_settled: z.int(),
  amount_refunded: z.int(),
  payment_adjustment: z.int(),
  tip_amount: z.int(),
  surcharge: z.int(),
  service_fee: z.int(),
  discount_amount: z.int(),
  /** The totals it was offered at, where they depended on how it was paid. */
  payment_type_totals: payment_type_totals.optional(),
  tax_amount: z.int(),
  tax_exempt: z.boolean(),
  shipping_amount: z.int(),
  national_tax_amount: z.int(),
  duty_amount: z.int(),
  ship_from_postal_code: z.string(),
  summary_commodity_code: z.string(),
  merchant_vat_registration_number: z.string(),
  customer_vat_registration_number: z.string(),
  /** Where it was stated: few payments have one. */
  vendor_id: z.string().optional(),
  processor_id: z.string(),
  processor_type: z.string(),
  processor_name: z.string(),
  /** Of payments on a terminal. */
  terminal_id: z.string().optional(),
  terminal_description: z.string().optional(),
  payment_method: z.enum(payment_methods),
  payment_type: z.enum(payment_types),
  features: z.array(z.string()),
  currency: z.string(),
  description: z.string(),
  settlement_batch_id: z.string(),
  order_id: z.string(),
  po_number: z.string(),
  ip_address: z.string(),
  transaction_source: z.enum(sources),
  email_receipt: z.boolean(),
  email_address: z.string(),
  customer_id: z.string(),
  customer_payment_type: z.string(),
  customer_payment_id: z.string(),
  subscription_id: z.string(),
  referenced_transaction_id: z.string(),
  response_body,
  custom_fields: z.record(z.string(), z.array(z.string())),
  line_items: z.array(line_item_record).nullable(),
  billing_address: address_record,
  shipping_address: address_record,
  created_at: moment,
  updated_at: moment,
  captured_at: nullable_moment,
  settled_at: nullable_moment,
});
export type TransactionRecord = z.infer<typeof transaction_record>;

/**
 * One transaction by itself: what was stated under the names of the form (spec 2 §3), and while it
 * is open what it waits for (rails 5.7).
 */
export const transaction_detail = transaction_record.extend({
  ...form_answers,
  /** What other payments of the card are searched by; absent where no card was used. */
  cc_digest: z.string().optional(),
  /** What was seen of the payer's browser; absent where nothing was sent. */
  device_data: device_data_record.optional(),
  pending_on: pending_on_record.optional(),
  /** Of a linked bank account, whose numbers its bank has stated; absent of all others. */
  bank_link: z.object({ validated: z.literal(true), mask: z.string() }).optional(),
});
export type TransactionDetail = z.infer<typeof transaction_detail>;
/** What is known of a linked account; the mask is the bank's own. */
export type BankLinkRecord = NonNullable<TransactionDetail['bank_link']>;
/** A transaction with what it waits for: all that its outcome is read from. */
export type PendingTransaction = TransactionRecord & Pick<TransactionDetail, 'pending_on'>;
