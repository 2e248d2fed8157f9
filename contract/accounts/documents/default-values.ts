// Values a merchant's forms and payments start from, in groups (spec 1 §3 and §9).
import { z } from 'zod';
import { currency } from '../../fields.ts';
import { formatRate, parsePercent } from '../../money.ts';
import type { DocumentOf } from './entries.ts';
import { documentChange, entry, fullDocument, toggle } from './entries.ts';

export const sec_codes = ['PPD', 'CCD', 'WEB', 'TEL'] as const;
/** Formats of a date that a person may choose (spec 1 §9: MM/DD/YYYY is the default). */
export const dateformats = ['MM/DD/YYYY', 'DD/MM/YYYY', 'YYYY-MM-DD'] as const;
export const receipt_prints = ['no', 'customer', 'merchant', 'both'] as const;
export const submission_frequencies = ['daily', 'weekly', 'monthly', 'quarterly'] as const;

function text(max_length: number, meaning: string, initial = '') {
  return entry(z.string().max(max_length), initial, meaning);
}

function oneOf<const C extends readonly [string, ...string[]]>(
  choices: C,
  initial: C[number],
  meaning: string,
) {
  return entry(z.enum(choices), initial, meaning);
}

/** Thousandths of a percent below 100 %; also taken as text like `7.250` (decisions G24). */
const thousandths = z.preprocess(
  (value) => (typeof value === 'string' ? (parsePercent(value || '0') ?? value) : value),
  z.int().min(0).max(99_999),
);
/** A rate as line items carry it, `7.250`; a number counts as thousandths (gateway-api 3.5). */
const line_rate = z.preprocess(
  (value) => (Number.isInteger(value) ? formatRate(value as number) : value),
  z.string().regex(/^(\d{1,2}(\.\d{1,3})?)?$/),
);
const codes = z.preprocess(
  (value) => (Array.isArray(value) ? value.map((code) => String(code).toUpperCase()) : value),
  z.array(z.enum(sec_codes)).max(sec_codes.length),
);
const states = z.array(z.string().regex(/^[A-Z]{2}$/)).max(60);
const day_of_month = z.preprocess(
  (value) => (typeof value === 'string' ? Number(value) : value),
  z.int().min(1).max(31),
);
/** `phone` and `text` are one value, answered as `text` (decisions G18). */
const send_via = z.preprocess(
  (value) => (value === 'phone' ? 'text' : value),
  z.enum(['none', 'email', 'text', 'both']),
);

export const line_items_entries = {
  name: text(50, 'Name of a new line.'),
  description: text(255, 'Description of a new line.'),
  product_code: text(50, 'Product code of a new line.'),
  commodity_code: text(12, 'Commodity code of a new line, Level 3.'),
  unit_of_measure: text(12, 'Unit code of a new line.'),
  taxable: toggle('New lines are taxable.'),
  local_tax_rate: entry(line_rate, '', 'State and local tax of a new line, in percent.'),
  national_tax_rate: entry(line_rate, '', 'National tax of a new line, in percent.'),
  alternate_tax_identifier: text(20, 'Tax identifier of a new line, Level 3.'),
};

export const virtual_terminal_entries = {
  email_receipt: toggle('Receipts are emailed.'),
  allow_partial_payment: toggle('Partial approvals are accepted.'),
  vault_record: toggle('The payment method is saved as a customer.'),
  add_tax_to_total: toggle('Tax is added to the total.'),
  add_shipping_to_total: toggle('Shipping is added to the total.'),
  calculate_total_from_line_items: toggle('The amount is the sum of the lines.'),
  enable_advanced_fields: toggle('Level 2 and 3 fields are shown.'),
  print_receipt: oneOf(receipt_prints, 'both', 'Which receipts a terminal prints.'),
  signature_required: toggle('Terminals ask for a signature.', true),
  bypass_rule_engine: toggle('Payments in the virtual terminal skip fraud rules.'),
  allow_unmatched_customer_id: toggle(
    'A payment can use a customer ID that no saved customer has.',
  ),
};

export const invoices_entries = {
  title: text(50, 'Heading of an invoice.', 'Invoice'),
  subject_line: text(255, 'Subject of the email.'),
  message: text(2000, 'Text on the invoice.', 'Thank you for your business!'),
  invoicing_contact: text(255, 'Contact for questions from the payer.'),
  send_via: entry(send_via, 'none', 'How invoices are sent to the payer.'),
  transaction_type: oneOf(
    ['sale', 'authorize'],
    'sale',
    'Whether paying an invoice charges or only authorizes.',
  ),
  enable_advanced_fields: toggle('Level 2 and 3 fields are shown.'),
  enable_tax: toggle('Invoices include tax.'),
  enable_shipping: toggle('Invoices include shipping.'),
  require_shipping_details: toggle('The payer enters a shipping address.'),
  require_billing_only_on_payment: toggle('The billing address is entered only at payment.'),
  pay_via_credit_card: toggle('Cards are accepted.', true),
  pay_via_ach: toggle('Bank accounts are accepted.', true),
  available_sec_codes: entry(
    codes,
    ['PPD', 'CCD', 'WEB'],
    'Bank payment types that the payer can choose.',
  ),
  allow_partial_payment: toggle('Partial payments are allowed.'),
  partial_payment_type: oneOf(
    ['amount', 'line_items'],
    'line_items',
    'How the payer chooses a partial amount.',
  ),
  allow_tipping: toggle('The payer can add a tip.'),
  transaction_modifies_invoice: toggle('Voids and refunds update the invoice.'),
  mark_paid_on_partial_capture: toggle('A partial capture counts as paid.'),
  save_customer_vault: oneOf(
    ['none', 'optional', 'required'],
    'none',
    'Whether the payment method is saved as a customer.',
  ),
  hide_discount: toggle('Discounts are not shown.'),
  hide_empty_fields_on_template: toggle('Empty fields are not shown.'),
};

export const merchant_entries = {
  currency: entry(currency, 'usd', 'Currency of new payments.'),
  tax_rate: entry(thousandths, 0, 'Tax rate of new payments.'),
  auto_tax_exempt: toggle('New payments start as tax exempt.'),
  tax_identifier: text(50, 'Tax number.'),
  vat_registration_number: text(20, 'VAT registration number.'),
  ship_from_postal_code: text(10, 'Postal code that goods ship from.'),
  summary_commodity_code: text(4, 'Commodity code of a payment, Level 3.'),
  additional_surcharge_blacklist_states: entry(states, ['CO'], 'States without a surcharge.'),
  save_custom_fields_to_vault: toggle('Custom fields are saved with the customer.'),
  hide_custom_fields_to_vault: toggle('Saved customers do not show custom fields.'),
  hide_surcharge_exempt_in_vault: toggle('Saved customers do not show the exemption.'),
  duplicate_detection_seconds: entry(
    z.int().min(0).max(86_400),
    0,
    'Identical payments within this many seconds are declined. 0 turns this off.',
  ),
  apple_pay_id: text(64, 'The Apple Pay registration in use.'),
  batch_notification_custom_format: text(64, 'Output format of the batch notice.'),
};

export const recurring_entries = {
  email_receipt: toggle('A receipt is emailed for every charge.'),
  calculate_tax: toggle('Every charge includes tax.'),
};

export const vault_entries = {
  day_of_the_month: entry(day_of_month, 1, 'Day saved cards are sent to the account updater.'),
  submission_frequency: oneOf(submission_frequencies, 'monthly', 'How often they are sent.'),
};

export const reporting_entries = {
  disable_currency_formatting: toggle(
    'Printed reports show plain figures without symbols and commas, like CSV files.',
  ),
};

/** What a new user of the account starts with; the person may change it later. */
export const user_entries = {
  processor_id: text(20, 'Processor selected first in payment forms.'),
  dateformat: oneOf(dateformats, 'MM/DD/YYYY', 'How dates are written.'),
  timezone: entry(
    z.string().regex(/^([A-Za-z0-9_+\-/]{2,64})?$/),
    '',
    'Time zone. If empty, the time zone of the account applies.',
  ),
  supress_email_notification: toggle('The user receives only emails about login and security.'),
};

export const default_value_entries = {
  line_items: line_items_entries,
  virtual_terminal: virtual_terminal_entries,
  invoices: invoices_entries,
  merchant: merchant_entries,
  recurring: recurring_entries,
  vault: vault_entries,
  reporting: reporting_entries,
  user: user_entries,
};

export type DefaultGroup = keyof typeof default_value_entries;
export type DefaultValues = {
  [G in DefaultGroup]: DocumentOf<(typeof default_value_entries)[G]>;
};

const all_groups = Object.keys(default_value_entries) as DefaultGroup[];
/** The seven groups of the defaults screen; `user` has a screen of its own (spec 1 §2). */
export const default_groups = all_groups.filter((group) => group !== 'user');

/** Each group's complete document: absent keys read as their initial value. */
export const default_value_groups = {
  line_items: fullDocument(line_items_entries),
  virtual_terminal: fullDocument(virtual_terminal_entries),
  invoices: fullDocument(invoices_entries),
  merchant: fullDocument(merchant_entries),
  recurring: fullDocument(recurring_entries),
  vault: fullDocument(vault_entries),
  reporting: fullDocument(reporting_entries),
  user: fullDocument(user_entries),
} satisfies Record<DefaultGroup, z.ZodType>;

/** Each group's update: only what is named is written. */
export const default_value_changes = {
  line_items: documentChange(line_items_entries),
  virtual_terminal: documentChange(virtual_terminal_entries),
  invoices: documentChange(invoices_entries),
  merchant: documentChange(merchant_entries),
  recurring: documentChange(recurring_entries),
  vault: documentChange(vault_entries),
  reporting: documentChange(reporting_entries),
  user: documentChange(user_entries),
} satisfies Record<DefaultGroup, z.ZodType>;

/** The document of all groups; groups and keys that are absent are filled. */
export const default_values = z.preprocess((value) => {
  const stored = (value ?? {}) as Record<string, unknown>;
  return Object.fromEntries(all_groups.map((group) => [group, stored[group] ?? {}]));
}, z.object(default_value_groups));

/** The group a path names: `cardsync` is what older clients call `vault` (decisions G38). */
export function defaultGroup(name: string): DefaultGroup | null {
  const present = name === 'cardsync' ? 'vault' : name;
  return all_groups.find((group) => group === present) ?? null;
}

/** The document as answered: the group `vault` also stands under `cardsync` (decisions G38). */
export function answeredDefaults(values: DefaultValues) {
  return { ...values, cardsync: values.vault };
}
