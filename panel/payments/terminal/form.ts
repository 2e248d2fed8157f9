// The virtual terminal's form: its values, what it starts from, and which fields a merchant shows.

import type {
  ContactField,
  RequiredFields,
  RequiredKey,
  Requirement,
} from '../../../contract/accounts/documents/requireds.ts';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { formatRate } from '../../../contract/money.ts';
import type { PaymentType } from '../../../contract/payments/fee-programs.ts';

export const terminal_types = ['sale', 'authorize', 'verification', 'credit'] as const;
export type TerminalType = (typeof terminal_types)[number];

export type ContactValues = Record<ContactField, string>;

/** Everything as typed: amounts and rates are text until they are checked. */
export interface TerminalForm {
  type: TerminalType;
  method: PaymentType;
  processor_id: string;
  number: string;
  expiration_date: string;
  cvc: string;
  routing_number: string;
  account_number: string;
  account_type: string;
  sec_code: string;
  check_number: string;
  drivers_license: string;
  drivers_license_state: string;
  social_security_number_last_4: string;
  date_of_birth: string;
  amount: string;
  discount_amount: string;
  shipping_amount: string;
  tax_rate: string;
  tip_amount: string;
  order_id: string;
  po_number: string;
  description: string;
  national_tax_amount: string;
  duty_amount: string;
  ship_from_postal_code: string;
  summary_commodity_code: string;
  merchant_vat_registration_number: string;
  customer_vat_registration_number: string;
  tax_exempt: boolean;
  email_receipt: boolean;
  email_address: string;
  allow_partial_payment: boolean;
  shipping_differs: boolean;
  billing_address: ContactValues;
  shipping_address: ContactValues;
}

/** Fields that hold the payment method: emptied after a payment and on a change of tab. */
export const secret_fields = [
  'number',
  'expiration_date',
  'cvc',
  'routing_number',
  'account_number',
  'check_number',
  'drivers_license',
  'drivers_license_state',
  'social_security_number_last_4',
  'date_of_birth',
] as const satisfies readonly (keyof TerminalForm)[];

const empty_contact: ContactValues = {
  first_name: '',
  last_name: '',
  company: '',
  address_line_1: '',
  address_line_2: '',
  city: '',
  state: '',
  postal_code: '',
  country: 'US',
  email: '',
  phone: '',
  fax: '',
};

/** The form as a merchant's defaults fill it (spec 1 §3, spec 2 §3). */
export function startingForm(
  merchant: Pick<MerchantRecord, 'default_values'>,
  type: TerminalType,
  method: PaymentType,
): TerminalForm {
  const { virtual_terminal: terminal, merchant: own } = merchant.default_values;
  const taxed = terminal.add_tax_to_total && own.tax_rate > 0;
  return {
    type,
    method,
    processor_id: '',
    number: '',
    expiration_date: '',
    cvc: '',
    routing_number: '',
    account_number: '',
    account_type: 'checking',
    sec_code: 'ppd',
    check_number: '',
    drivers_license: '',
    drivers_license_state: '',
    social_security_number_last_4: '',
    date_of_birth: '',
    amount: '',
    discount_amount: '',
    shipping_amount: '',
    tax_rate: taxed ? formatRate(own.tax_rate) : '',
    tip_amount: '',
    order_id: '',
    po_number: '',
    description: '',
    national_tax_amount: '',
    duty_amount: '',
    ship_from_postal_code: own.ship_from_postal_code,
    summary_commodity_code: own.summary_commodity_code,
    merchant_vat_registration_number: own.vat_registration_number,
    customer_vat_registration_number: '',
    tax_exempt: own.auto_tax_exempt,
    email_receipt: terminal.email_receipt,
    email_address: '',
    allow_partial_payment: terminal.allow_partial_payment,
    shipping_differs: false,
    billing_address: { ...empty_contact },
    shipping_address: { ...empty_contact },
  };
}

/** The form for the next try after a decline: everything but the payment method stays. */
export function withoutMethod(form: TerminalForm): TerminalForm {
  const emptied = Object.fromEntries(secret_fields.map((name) => [name, '']));
  return { ...form, ...emptied };
}

export function requirementOf(settings: RequiredFields, key: RequiredKey): Requirement {
  return settings[key] ?? 'optional';
}

const type_rights: Readonly<Record<TerminalType, UserPermission>> = {
  sale: 'process_sale',
  authorize: 'process_authorization',
  verification: 'process_verification',
  credit: 'process_credit',
};

export interface TypeChoice {
  type: TerminalType;
  /** Why it cannot be chosen; null where it can. */
  reason: string | null;
}

/** The types on offer: what the user lacks is left out, a credit says what the account lacks. */
export function typeChoices(
  rights: Partial<Record<UserPermission, boolean>>,
  blind_credits: boolean,
  method: PaymentType,
): TypeChoice[] {
  const owned = terminal_types.filter((type) => rights[type_rights[type]] === true);
  return owned.map((type) => ({ type, reason: reasonAgainst(type, blind_credits, method) }));
}

function reasonAgainst(type: TerminalType, blind_credits: boolean, method: PaymentType) {
  if (type === 'credit' && !blind_credits) {
    return 'Credit needs blind credits, which your partner can switch on.';
  }
  if ((type === 'verification' || type === 'authorize') && method !== 'card') {
    return 'Only a card can be authorized or verified.';
  }
  return null;
}

/** Processors as the terminal needs them. */
export interface TerminalProcessor {
  id: string;
  name: string;
  status: string;
  default_card: boolean;
  default_ach: boolean;
  default_cash: boolean;
  supported_payment_methods: readonly string[];
  hide_in_vt: boolean;
  tag: string;
  currencies: readonly string[];
  rate: { type: 'flat' | 'percentage'; value: number } | null;
}

/** Processors that may take a payment by hand; tagged ones serve only their own purpose. */
export function processorsFor(all: readonly TerminalProcessor[], method: PaymentType) {
  const usable = all.filter((one) => {
    const open = one.status === 'active' && !one.hide_in_vt && one.tag === '';
    return open && one.supported_payment_methods.includes(method);
  });
  return usable.sort((a, b) => Number(b[`default_${method}`]) - Number(a[`default_${method}`]));
}

const method_keys = {
  card: 'payment_method_card',
  ach: 'payment_method_ach',
  cash: 'payment_method_cash',
} as const satisfies Record<PaymentType, RequiredKey>;

/** Tabs that have a processor behind them and are not hidden by the merchant (spec 2 §2). */
export function methodsOf(
  all: readonly TerminalProcessor[],
  settings: RequiredFields,
): PaymentType[] {
  const methods: PaymentType[] = ['card', 'ach', 'cash'];
  return methods.filter(
    (method) =>
      requirementOf(settings, method_keys[method]) !== 'hidden' &&
      processorsFor(all, method).length > 0,
  );
}
