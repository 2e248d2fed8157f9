// What a custom output may hold: the columns of an export, those of the table, the totals.
import { address_fields } from '../addresses.ts';

/** Formats of a file, of the list on the screen, of the strip above it (spec 2 §3). */
export const output_types = ['transaction', 'transaction-table', 'transaction-totals'] as const;
export type OutputType = (typeof output_types)[number];

const addressed = ['billing', 'shipping'].flatMap((prefix) =>
  address_fields.map((field) => `${prefix}_${field}`),
);

/** Columns of a CSV file without a format of one's own, in their order. */
export const standard_export_fields: readonly string[] = [
  ...['id', 'merchant_id', 'merchant_name', 'created_at'],
  ...['type', 'status', 'response', 'response_code', 'currency'],
  ...['amount', 'base_amount', 'amount_authorized', 'amount_captured', 'amount_settled'],
  ...['amount_refunded', 'tip_amount', 'surcharge', 'service_fee', 'payment_adjustment'],
  ...['discount_amount', 'tax_amount', 'shipping_amount', 'national_tax_amount', 'duty_amount'],
  ...['payment_method', 'payment_type', 'card_funding', 'masked_account', 'auth_code'],
  ...['processor_response_code', 'processor_response_text'],
  ...['avs_response_code', 'cvv_response_code', 'processor_id', 'processor_type'],
  ...['processor_name', 'order_id', 'po_number', 'description', 'user_name'],
  ...['transaction_source', 'customer_id', 'subscription_id', 'referenced_transaction_id'],
  ...['settlement_batch_id', 'ip_address', 'email_address'],
  ...addressed,
  ...['captured_at', 'settled_at'],
];

/** The line-item flag of a report adds this one where the format lacks it. */
export const line_items_field = 'line_items';

const more_export_fields = [
  ...['name', 'card_holder_name', 'card_type', 'card_brand', 'entry_type', 'expiration_date'],
  ...['card_first_six', 'card_last_four', 'user_id', 'updated_at', 'idempotency_key'],
  ...['terminal_id', 'terminal_description', 'group_name', 'tax_exempt', line_items_field],
];

/** Columns of the transaction table by default (spec 2 §2). */
export const standard_table_fields = [
  'name',
  'type',
  'payment_method',
  'masked_account',
  'amount',
  'status',
  'created_at',
] as const;

/** Further columns of the table; merchant id and name are offered to all but merchants. */
export const more_table_fields = [
  ...(['id', 'merchant_id', 'merchant_name', 'order_id', 'po_number', 'description'] as const),
  ...(['currency', 'response', 'response_code', 'base_amount', 'amount_authorized'] as const),
  ...(['amount_captured', 'amount_settled', 'amount_refunded', 'tip_amount'] as const),
  ...(['surcharge', 'service_fee', 'payment_adjustment', 'discount_amount'] as const),
  ...(['tax_amount', 'shipping_amount', 'payment_type', 'card_holder_name'] as const),
  ...(['card_type', 'card_brand', 'entry_type', 'auth_code'] as const),
  ...(['processor_response_code', 'processor_response_text', 'processor_name'] as const),
  ...(['user_name', 'transaction_source', 'customer_id', 'referenced_transaction_id'] as const),
  ...(['settlement_batch_id', 'ip_address', 'email_address'] as const),
  ...(['captured_at', 'settled_at', 'updated_at'] as const),
] as const;

/** The ten figures of the strip without a format of one's own (spec 2 §2). */
export const standard_totals_fields = [
  'base_amount',
  'authorized_amount',
  'captured_amount',
  'net_amount',
  'surcharge_amount',
  'tax_amount',
  'service_fee_amount',
  'shipping_amount',
  'tip_amount',
  'discount_amount',
] as const;
export const more_totals_fields = ['duty_amount'] as const;
export type TotalsField =
  | (typeof standard_totals_fields)[number]
  | (typeof more_totals_fields)[number];

/** What each type shows where nobody has chosen. */
export const standard_fields: Readonly<Record<OutputType, readonly string[]>> = {
  transaction: standard_export_fields,
  'transaction-table': standard_table_fields,
  'transaction-totals': standard_totals_fields,
};

/** What each type may hold. */
export const offered_fields: Readonly<Record<OutputType, readonly string[]>> = {
  transaction: [...standard_export_fields, ...more_export_fields],
  'transaction-table': [...standard_table_fields, ...more_table_fields],
  'transaction-totals': [...standard_totals_fields, ...more_totals_fields],
};

/** Whether a list names known fields of the type, each once, and at least one. */
export function isFieldList(type: OutputType, field_list: readonly string[]): boolean {
  const offered = new Set(offered_fields[type]);
  const once = new Set(field_list).size === field_list.length;
  return field_list.length > 0 && once && field_list.every((name) => offered.has(name));
}
