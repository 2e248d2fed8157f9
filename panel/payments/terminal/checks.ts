// What is wrong with the virtual terminal's form, field by field, in the specification's words.
import {
  type FieldRule,
  fieldsOf,
  outputOf,
  valueFaults,
} from '../../../contract/accounts/custom-field-rules.ts';
import { isRequiredOf } from '../../../contract/accounts/documents/required-errors.ts';
import type {
  RequiredFields,
  RequiredKey,
} from '../../../contract/accounts/documents/requireds.ts';
import type { AddressField } from '../../../contract/addresses.ts';
import {
  formatMessage,
  maxLengthMessage,
  minValueMessage,
  requiredMessage,
} from '../../../contract/field-messages.ts';
import {
  chosen_customer_id,
  email,
  fieldLabel,
  panel_postal_code,
  phone,
} from '../../../contract/fields.ts';
import { formatMoney, parseMoney, parsePercent } from '../../../contract/money.ts';
import {
  isCardNumber,
  isCvc,
  isExpired,
  panel_max_card_digits,
  parseExpiration,
} from '../../../contract/payments/cards/cards.ts';
import { bankProblems } from './bank-problems.ts';
import { customerProblems } from './customer/customer-problems.ts';
import { requirementOf, type TerminalForm } from './form.ts';
import { messageLabel } from './labels.ts';
import { lineProblems, sumsLines } from './lines/lines.ts';

export interface CheckFacts {
  settings: RequiredFields;
  currency: string;
  /** Today, `YYYY-MM-DD`. */
  today: string;
  /** The sandbox takes the trigger numbers of its tests. */
  sandbox: boolean;
  /** The merchant's custom fields, of all groups. */
  fields?: readonly FieldRule[];
}

/** Messages by path, `billing_address.city`; what is in order is absent. */
export type Problems = Record<string, string>;

/** Whether this payment has to state the field. */
function isAsked(form: TerminalForm, facts: CheckFacts, key: RequiredKey): boolean {
  return requirementOf(facts.settings, key) === 'required' && isRequiredOf(form.type, key);
}

const digits = (text: string) => text.replace(/[\s-]/g, '');

function cardProblems(form: TerminalForm, facts: CheckFacts): Problems {
  const found: Problems = {};
  const number = digits(form.number);
  if (number === '') found.number = requiredMessage('Card Number');
  else if (!isCardNumber(number) || number.length > panel_max_card_digits) {
    found.number = formatMessage('Card Number');
  }
  const expiration = parseExpiration(form.expiration_date);
  if (form.expiration_date.trim() === '') found.expiration_date = requiredMessage('Expiry');
  else if (expiration === null) found.expiration_date = formatMessage('Expiry');
  else if (isExpired(expiration, facts.today)) {
    found.expiration_date = 'Invalid card expiration - expired';
  }
  const cvc_wanted = requirementOf(facts.settings, 'payment_method_card_cvc') === 'required';
  if (form.cvc === '' && cvc_wanted && form.entry_type === 'keyed')
    found.cvc = requiredMessage('CVC');
  if (form.cvc !== '' && !isCvc(form.cvc)) found.cvc = formatMessage('CVC');
  return found;
}

const money_fields = [
  'discount_amount',
  'shipping_amount',
  'tax_amount',
  'tip_amount',
  'national_tax_amount',
  'duty_amount',
] as const satisfies readonly (keyof TerminalForm)[];

/** A tax may be stated by its rate; who is exempt states none. */
function isRated(form: TerminalForm, name: (typeof money_fields)[number]): boolean {
  if (name === 'tax_amount') return form.tax_exempt || form.tax_rate.trim() !== '';
  return name === 'national_tax_amount' && form.national_tax_rate.trim() !== '';
}

/** What is charged; a verification has no amounts. */
function moneyProblems(form: TerminalForm, facts: CheckFacts): Problems {
  const found: Problems = {};
  if (!sumsLines(form)) {
    const amount = parseMoney(form.amount, facts.currency);
    if (form.amount.trim() === '') found.amount = requiredMessage('Amount');
    else if (amount === null) found.amount = formatMessage('Amount');
    else if (amount <= 0) found.amount = minValueMessage('Amount', formatMoney(1, facts.currency));
  }
  for (const name of money_fields) {
    const label = messageLabel(name);
    const typed = form[name].trim();
    const value = parseMoney(typed, facts.currency);
    if (typed === '') {
      const is_required = name !== 'tip_amount' && isAsked(form, facts, name);
      if (is_required && !isRated(form, name)) found[name] = requiredMessage(label);
    } else if (value === null || value < 0) found[name] = formatMessage(label);
  }
  for (const name of ['tax_rate', 'national_tax_rate'] as const) {
    if (!isRate(form[name])) found[name] = formatMessage(messageLabel(name));
  }
  if (form.type === 'credit') {
    // Nobody is shown tip and fee of a credit.
    delete found.tip_amount;
    return found;
  }
  return { ...found, ...feeProblems(form, facts) };
}

function feeProblems(form: TerminalForm, facts: CheckFacts): Problems {
  const found: Problems = {};
  const fee = form.payment_adj_value.trim();
  const is_required = isAsked(form, facts, 'payment_adjustment');
  if (fee === '' && is_required) found.payment_adj_value = requiredMessage('Service Fee');
  const good_fee =
    form.payment_adj_type === 'flat'
      ? fee === '' || (parseMoney(fee, facts.currency) ?? -1) >= 0
      : isRate(fee);
  if (!good_fee) found.payment_adj_value = formatMessage('Service Fee');
  return found;
}

/** A percentage below 100, or nothing. */
function isRate(text: string): boolean {
  return text.trim() === '' || (parsePercent(text.trim()) ?? 100_000) < 100_000;
}

function isCustomerId(text: string): boolean {
  return chosen_customer_id.safeParse(text).success;
}

/** Longest text of the plain fields (spec 2 §5, gateway-api 3.2). */
export const text_limits = {
  order_id: 17,
  po_number: 17,
  description: 255,
  summary_commodity_code: 4,
  merchant_vat_registration_number: 20,
  customer_vat_registration_number: 13,
} as const satisfies Partial<Record<RequiredKey, number>>;

function textProblems(form: TerminalForm, facts: CheckFacts): Problems {
  const found: Problems = {};
  for (const [name, limit] of Object.entries(text_limits)) {
    const key = name as keyof typeof text_limits;
    const label = messageLabel(key);
    const length = form[key].trim().length;
    if (length > limit) found[key] = maxLengthMessage(label, limit);
    if (length === 0 && isAsked(form, facts, key)) found[key] = requiredMessage(label);
  }
  const vendor = form.vendor_id.trim();
  if (vendor === '' && isAsked(form, facts, 'vendor_id')) {
    found.vendor_id = requiredMessage('Vendor ID');
  } else if (vendor !== '' && (vendor.length < 36 || vendor.length > 255)) {
    found.vendor_id = formatMessage('Vendor ID');
  }
  const from = form.ship_from_postal_code;
  if (from === '' && isAsked(form, facts, 'ship_from_postal_code')) {
    found.ship_from_postal_code = requiredMessage('Ship From Postal Code');
  }
  if (from !== '' && !panel_postal_code.safeParse(from).success) {
    found.ship_from_postal_code = formatMessage('Ship From Postal Code');
  }
  const customer = form.vault_record_custom_id.trim();
  if (form.create_vault_record && customer !== '' && !isCustomerId(customer)) {
    found.vault_record_custom_id = formatMessage('Customer ID');
  }
  if (form.email_address !== '' && !email.safeParse(form.email_address).success) {
    found.email_address = formatMessage('Email');
  } else if (form.email_address === '' && form.billing_address.email === '') {
    const is_required = form.email_receipt || isAsked(form, facts, 'email_address');
    if (is_required) found.email_address = requiredMessage('Email');
  }
  return found;
}

/** Longest text of a contact's fields (gateway-api 3.4). */
export const contact_limits: Readonly<Partial<Record<AddressField, number>>> = {
  first_name: 50,
  last_name: 50,
  company: 100,
  address_line_1: 100,
  address_line_2: 100,
  city: 50,
  state: 50,
};

const contact_patterns: Readonly<Partial<Record<AddressField, (text: string) => boolean>>> = {
  postal_code: (text) => panel_postal_code.safeParse(text).success,
  email: (text) => email.safeParse(text).success,
  phone: (text) => phone.safeParse(text).success,
};

function contactProblems(
  side: 'billing' | 'shipping',
  form: TerminalForm,
  facts: CheckFacts,
): Problems {
  const found: Problems = {};
  const group = side === 'billing' ? 'Billing' : 'Shipping';
  // Where goods are shipped to the billing address, it needs what shipping requires.
  const shipping_too = side === 'billing' && !form.shipping_differs;
  for (const [name, typed] of Object.entries(form[`${side}_address`])) {
    const field = name as AddressField;
    const label = fieldLabel(field);
    const path = `${side}_address.${field}`;
    const limit = contact_limits[field];
    const fits = contact_patterns[field];
    if (typed.trim() === '') {
      if (isAsked(form, facts, `${side}_${field}`)) found[path] = requiredMessage(label, group);
      else if (shipping_too && isAsked(form, facts, `shipping_${field}`)) {
        const hidden = requirementOf(facts.settings, `billing_${field}`) === 'hidden';
        const at = hidden ? `shipping_address.${field}` : path;
        found[at] = requiredMessage(label, 'Shipping');
      }
    } else if (limit !== undefined && typed.length > limit) {
      found[path] = maxLengthMessage(label, limit);
    } else if (fits !== undefined && !fits(typed)) {
      found[path] = formatMessage(`${group} ${label}`);
    }
  }
  return found;
}

function customProblems(form: TerminalForm, { fields = [] }: CheckFacts): Problems {
  const own = fieldsOf(fields, form.group_name);
  const found = valueFaults(own, outputOf(own, form.custom_fields)).map(({ id, name, kind }) => {
    const message = kind === 'required' ? requiredMessage(name) : formatMessage(name);
    return [`custom_fields.${id}`, message] as const;
  });
  return Object.fromEntries(found);
}

/** All errors; of the payment methods only the one of the open tab is checked. */
export function problemsOf(form: TerminalForm, facts: CheckFacts): Problems {
  const shipping = form.shipping_differs ? contactProblems('shipping', form, facts) : {};
  const charged = form.type !== 'verification';
  return {
    ...(form.method === 'card' && cardProblems(form, facts)),
    ...(form.method === 'ach' && bankProblems(form, facts)),
    ...(form.method === 'customer' && customerProblems(form)),
    ...(charged && moneyProblems(form, facts)),
    ...(charged && lineProblems(form.line_items, facts.currency)),
    ...textProblems(form, facts),
    ...contactProblems('billing', form, facts),
    ...shipping,
    ...customProblems(form, facts),
  };
}
