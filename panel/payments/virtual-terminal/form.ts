// The virtual terminal's form: its values, what it starts from, and which fields a merchant shows.

import { whyNotAllowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { type FieldRule, startingValues } from '../../../contract/accounts/custom-field-rules.ts';
import {
  level_keys,
  type RequiredFields,
  type RequiredKey,
  type Requirement,
} from '../../../contract/accounts/documents/field-requirements.ts';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import { default_group } from '../../../contract/accounts/groups.ts';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import type { AddressField } from '../../../contract/addresses.ts';
import { address_fields, emptyFields } from '../../../contract/addresses.ts';
import { formatRate } from '../../../contract/money.ts';
import type { PaymentType } from '../../../contract/payments/pricing/fee-programs.ts';
import { emptyModel } from '../../../contract/payments/pricing/payment-models.ts';
import type { PickerTab } from '../picker/tabs.ts';
import type { LineValues } from './lines/lines.ts';

export const terminal_types = ['sale', 'authorize', 'verification', 'credit'] as const;
export type TerminalType = (typeof terminal_types)[number];

/** How the payer pays: a card at a terminal on the counter is offered by that terminal alone. */
export type PaidBy = PaymentType | 'terminal';
/** Whose tab is open: a way to pay, or a saved customer's one. */
export type TerminalMethod = Exclude<PickerTab, 'mail' | 'none'>;

export type ContactValues = Record<AddressField, string>;

/** Everything as typed: amounts and rates are text until they are checked. */
export interface TerminalForm {
  type: TerminalType;
  method: TerminalMethod;
  /** The saved customer of the Customer tab, with what was chosen of it. */
  customer: ReturnType<typeof emptyModel<'customer'>>;
  /** Of the Terminal tab the terminal; '' is the first of those there are. */
  processor_id: string;
  /** Of the Card Reader tab; '' is the first of those that are connected. */
  mac_address: string;
  print_receipt: string;
  signature_required: boolean;
  debit: boolean;
  ebt: string;
  currency: string;
  number: string;
  expiration_date: string;
  cvc: string;
  /** A swiped card states no security code. */
  entry_type: 'keyed' | 'swiped';
  routing_number: string;
  account_number: string;
  account_type: string;
  sec_code: string;
  check_number: string;
  /** Of the ACH tab: a bank is linked in the place of typed numbers. */
  is_linking: boolean;
  plaid: ReturnType<typeof emptyModel<'plaid'>>;
  /** What the payer authorized, once it is. */
  apple_pay_token: string;
  drivers_license: string;
  drivers_license_state: string;
  social_security_number_last_4: string;
  date_of_birth: string;
  amount: string;
  discount_amount: string;
  shipping_amount: string;
  /** One of the two at a time: typing either empties the other. */
  tax_rate: string;
  tax_amount: string;
  tip_amount: string;
  payment_adj_type: 'flat' | 'percentage';
  /** Empty: the fee of the account's own program. */
  payment_adj_value: string;
  order_id: string;
  po_number: string;
  description: string;
  vendor_id: string;
  national_tax_rate: string;
  national_tax_amount: string;
  duty_amount: string;
  ship_from_postal_code: string;
  summary_commodity_code: string;
  merchant_vat_registration_number: string;
  customer_vat_registration_number: string;
  /** Off: what is typed is included in the amount instead of added to it. */
  add_tax_to_total: boolean;
  add_shipping_to_total: boolean;
  calculate_total_from_line_items: boolean;
  line_items: LineValues[];
  tax_exempt: boolean;
  email_receipt: boolean;
  email_address: string;
  allow_partial_payment: boolean;
  /** Saves the payment method with a new customer once the payment is approved. */
  create_vault_record: boolean;
  /** Empty: the customer gets an ID of ours. */
  vault_record_custom_id: string;
  shipping_differs: boolean;
  /** The group whose custom fields are shown. */
  group_name: string;
  /** Values of all groups by field id: another group may be chosen again. */
  custom_fields: Record<string, string[]>;
  billing_address: ContactValues;
  shipping_address: ContactValues;
}

const { sec_code, ...account } = emptyModel('ach');

/** The payment method's own fields: emptied after a payment and on a change of tab. */
export const empty_method = {
  ...emptyModel('card'),
  entry_type: 'keyed' as const,
  mac_address: '',
  // Until a terminal is chosen, whose own these are then (spec 2 §9).
  print_receipt: 'both',
  signature_required: true,
  debit: false,
  ebt: 'none',
  ...account,
  // The API takes the code in either case and answers it in small letters.
  sec_code: sec_code.toLowerCase(),
  check_number: '',
  is_linking: false,
  plaid: emptyModel('plaid'),
  apple_pay_token: '',
  drivers_license: '',
  drivers_license_state: '',
  social_security_number_last_4: '',
  date_of_birth: '',
} satisfies Partial<TerminalForm>;

export const emptyContact = (): ContactValues => ({
  ...emptyFields(address_fields),
  country: 'US',
});

/** The form as a merchant's defaults fill it (spec 1 §3, spec 2 §3). */
export function startingForm(
  merchant: Pick<MerchantRecord, 'default_values'>,
  type: TerminalType,
  method: TerminalMethod,
  fields: readonly FieldRule[] = [],
): TerminalForm {
  const { virtual_terminal: terminal, merchant: own } = merchant.default_values;
  const taxed = terminal.add_tax_to_total && own.tax_rate > 0;
  return {
    type,
    method,
    customer: emptyModel('customer'),
    processor_id: '',
    currency: own.currency,
    ...empty_method,
    amount: '',
    discount_amount: '',
    shipping_amount: '',
    tax_rate: taxed ? formatRate(own.tax_rate) : '',
    tax_amount: '',
    tip_amount: '',
    payment_adj_type: 'percentage',
    payment_adj_value: '',
    order_id: '',
    po_number: '',
    description: '',
    vendor_id: '',
    national_tax_rate: '',
    national_tax_amount: '',
    duty_amount: '',
    ship_from_postal_code: own.ship_from_postal_code,
    summary_commodity_code: own.summary_commodity_code,
    merchant_vat_registration_number: own.vat_registration_number,
    customer_vat_registration_number: '',
    add_tax_to_total: terminal.add_tax_to_total,
    add_shipping_to_total: terminal.add_shipping_to_total,
    calculate_total_from_line_items: terminal.calculate_total_from_line_items,
    line_items: [],
    tax_exempt: own.auto_tax_exempt,
    email_receipt: terminal.email_receipt,
    email_address: '',
    allow_partial_payment: terminal.allow_partial_payment,
    create_vault_record: terminal.vault_record,
    vault_record_custom_id: '',
    shipping_differs: false,
    group_name: default_group,
    custom_fields: startingValues(fields),
    billing_address: emptyContact(),
    shipping_address: emptyContact(),
  };
}

/** The form for the next try after a decline: everything but the payment method stays. */
export function withoutMethod(form: TerminalForm): TerminalForm {
  return { ...form, ...empty_method };
}

/** The same payment once more: whoever paid is saved already. */
export function withoutSaving(form: TerminalForm): TerminalForm {
  return { ...form, create_vault_record: false, vault_record_custom_id: '' };
}

/** Whether this user may save the payers of this merchant (spec 2 §6). */
export function maySave(
  rights: Partial<Record<UserPermission, boolean>>,
  { permissions }: Pick<MerchantRecord, 'permissions'>,
): boolean {
  const who = { kind: 'session', account_type: 'merchant', role: '', permissions: rights } as const;
  return whyNotAllowed(may.save_customers, { ...who, account_permissions: permissions }) === '';
}

/** Whether this merchant takes payments of saved customers (spec 2 §6). */
export function paysWithCustomers({ permissions }: Pick<MerchantRecord, 'permissions'>): boolean {
  return permissions.allow_customer_vault_access;
}

/** Whether payments may state the ID of a customer who is not saved (spec 1 §3). */
export function statesCustomers({ default_values }: Pick<MerchantRecord, 'default_values'>) {
  return default_values.virtual_terminal.allow_unmatched_customer_id;
}

/** Level 2 and 3 are shown to merchants that use them, or that require any of them. */
export function takesLevels(merchant: Pick<MerchantRecord, 'permissions' | 'requireds'>): boolean {
  const { default: settings } = merchant.requireds;
  return (
    merchant.permissions.allow_advanced_fields ||
    level_keys.some((key) => settings[key] === 'required')
  );
}

export function requirementOf(settings: RequiredFields, key: RequiredKey): Requirement {
  return settings[key] ?? 'optional';
}
