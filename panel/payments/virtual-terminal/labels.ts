// Labels of the terminal's fields, where they are not just the fields' names.
import { fieldLabel } from '../../../contract/fields.ts';

export const terminal_labels: Readonly<Record<string, string>> = {
  'customer.id': 'Customer',
  'customer.payment_method': 'Payment option',
  'plaid.ref_id': 'Bank account',
  apple_pay_token: 'Apple Pay',
  number: 'Card number',
  expiration_date: 'Expiry',
  cvc: 'CVC',
  sec_code: 'SEC code',
  discount_amount: 'Discount',
  shipping_amount: 'Shipping',
  tax_amount: 'Tax',
  tip_amount: 'Tip',
  payment_adj_value: 'Service fee',
  po_number: 'PO number',
  order_id: 'Order ID',
  vendor_id: 'Vendor ID',
  national_tax_amount: 'National tax',
  duty_amount: 'Duty',
  summary_commodity_code: 'Commodity code',
  merchant_vat_registration_number: 'Your VAT number',
  customer_vat_registration_number: "Customer's VAT number",
  drivers_license: "Driver's license",
  drivers_license_state: 'License state',
  social_security_number_last_4: 'SSN, last 4',
  email_address: 'Receipt email',
  vault_record_custom_id: 'Customer ID',
};

/** How messages name a field: by its label, every word with a capital. */
export function messageLabel(name: string): string {
  const seen = terminal_labels[name];
  return seen === undefined
    ? fieldLabel(name)
    : seen.replace(/(^|\s)\p{L}/gu, (one) => one.toUpperCase());
}
