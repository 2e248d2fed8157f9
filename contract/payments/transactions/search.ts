// What transactions are searched, sorted and totalled by (gateway-api 3.8, spec 2 §3).
import { z } from 'zod';
import { blankable, id } from '../../fields.ts';
import * as f from '../../search/search.ts';
import { card_brands } from '../cards/cards.ts';
import { payment_methods, payment_types, sources, statuses, types } from './states.ts';

const address = (whose: string) => ({
  address_id: f.idField(`${whose} Address ID`),
  first_name: f.text(`${whose} First Name`, 50),
  last_name: f.text(`${whose} Last Name`, 50),
  company: f.text(`${whose} Company`, 100),
  address_line_1: f.text(`${whose} Address Line 1`, 100),
  address_line_2: f.text(`${whose} Address Line 2`, 100),
  city: f.text(`${whose} City`, 50),
  country: f.text(`${whose} Country`, 2),
  state: f.text(`${whose} State`, 50),
  postal_code: f.text(`${whose} Postal Code`, 10),
  email: f.text(`${whose} Email`, 254),
  phone: f.phoneField(`${whose} Phone`),
  fax: f.phoneField(`${whose} Fax`),
});

/** Card types of the filter: how the card is funded (spec 2 §9). */
export const card_types = ['credit', 'debit'] as const;

export const transaction_fields = {
  transaction_or_order_id: f.reference('Global Search', 20),
  transaction_id: f.transactionId('Transaction ID'),
  cc_digest: { ...f.exact('CC Digest', 20), alphanumeric: true },
  user_id: f.idField('User ID'),
  user_name: f.text('User Name', 50),
  customer_id: f.reference('Customer ID', 40),
  subscription_id: f.idField('Subscription ID'),
  type: f.choice('Type', types),
  transaction_source: f.choice('Transaction Source', sources),
  ip_address: f.ip('IP Address'),
  amount: f.money('Amount'),
  amount_authorized: f.money('Amount Authorized'),
  amount_captured: f.money('Amount Captured'),
  amount_settled: f.money('Amount Settled'),
  tax_amount: f.money('Tax Amount'),
  po_number: f.code('PO Number', 40),
  order_id: f.reference('Order ID', 20),
  currency_iso_code: f.currencyChoice('Currency'),
  settlement_batch_id: f.idField('Settlement Batch ID'),
  referenced_transaction_id: f.transactionId('Referenced Transaction ID'),
  payment_method: f.choice('Payment Method', payment_methods),
  payment_type: f.choice('Payment Type', payment_types),
  status: f.choice('Status', statuses),
  state: f.choice('State', statuses),
  response_code: f.integer('Response Code'),
  processor_id: f.idField('Processor ID'),
  processor_name: f.text('Processor Name', 100),
  terminal_id: f.idField('Terminal ID'),
  terminal_description: f.text('Terminal Description', 100),
  created_at_duration: f.duration('Created'),
  created_at: f.date('Created Date'),
  updated_at: f.date('Updated Date'),
  captured_at: f.date('Captured Date'),
  settled_at: f.date('Settled Date'),
  cc_last_four: f.digits('CC Last Four', 4),
  cc_first_six: f.digits('CC First Six', 6),
  card_type: f.choice('Card Type', card_types),
  card_brand: f.anyCase('Card Brand', card_brands),
  full_cc_number: f.secret('Full CC Number'),
  group: f.group('Group'),
  partner_id: f.idField('Partner ID'),
  custom_fields: f.customFields('Custom Fields'),
  billing_address: address('Billing'),
  shipping_address: address('Shipping'),
} as const satisfies f.SearchFields;

/** Columns a list may be sorted by; the rest of the columns of spec 2 §2 are not sortable. */
export const sortable_columns = [
  'created_at',
  'updated_at',
  'captured_at',
  'settled_at',
  'amount',
  'amount_authorized',
  'amount_captured',
  'amount_settled',
  'status',
  'type',
  'payment_method',
  'payment_type',
  'order_id',
  'user_name',
  'processor_name',
  'transaction_source',
  ...(['id', 'merchant_id', 'merchant_name', 'name', 'po_number', 'description'] as const),
  ...(['currency', 'response', 'response_code', 'base_amount', 'amount_refunded'] as const),
  ...(['tip_amount', 'surcharge', 'service_fee', 'payment_adjustment'] as const),
  ...(['discount_amount', 'tax_amount', 'shipping_amount', 'customer_id'] as const),
  ...(['referenced_transaction_id', 'settlement_batch_id', 'ip_address'] as const),
  'email_address',
] as const;
export type SortableColumn = (typeof sortable_columns)[number];

/** limit 0-100, default 10 (gateway-api 1.5). */
export const transaction_search = f
  .searchInput(transaction_fields, { min: 0, max: 100, fallback: 10 })
  // The merchant searched, as its path names it too (spec 2 §7).
  .and(z.object({ merchant_id: blankable(id) }));

export type TransactionSearch = z.infer<typeof transaction_search>;

/** Both key sets of spec 2 §3 with equal values (decisions G28). */
const sums = {
  base_amount: z.int(),
  authorized_amount: z.int(),
  captured_amount: z.int(),
  net_amount: z.int(),
  surcharge_amount: z.int(),
  tax_amount: z.int(),
  service_fee_amount: z.int(),
  shipping_amount: z.int(),
  tip_amount: z.int(),
  discount_amount: z.int(),
  amount_authorized: z.int(),
  amount_captured: z.int(),
  duty_amount: z.int(),
  service_fee: z.int(),
  surcharge: z.int(),
};
export const currency_totals = z.object({ currency: z.string(), ...sums });
export type CurrencyTotals = z.infer<typeof currency_totals>;

/**
 * Currencies are never added together. The sums beside `currency` are those of the currency with
 * most transactions, '' where nothing was found; `by_currency` holds every currency, that one
 * first.
 */
export const totals_record = currency_totals.extend({ by_currency: z.array(currency_totals) });
export type Totals = z.infer<typeof totals_record>;

/** A report is a search plus how to print it (Q19). */
export const report_input = transaction_search.and(
  z.object({
    output: z.enum(['csv', 'printable']).default('csv'),
    time_zone: z.preprocess((v) => v || undefined, z.string().max(64).optional()),
    include_line_items: blankable(z.boolean()),
    format_id: z.string().max(64).nullish(),
  }),
);
