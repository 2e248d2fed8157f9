// What is wrong with the virtual terminal's form, field by field, in the specification's words.
import { fieldsOf, outputOf, valueFaults } from '../../../contract/accounts/custom-field-rules.ts';
import type { RequiredKey } from '../../../contract/accounts/documents/field-requirements.ts';
import type { AddressField } from '../../../contract/addresses.ts';
import {
  formatMessage,
  maxLengthMessage,
  requiredMessage,
} from '../../../contract/field-messages.ts';
import {
  chosen_customer_id,
  email,
  fieldLabel,
  panel_postal_code,
  phone,
} from '../../../contract/fields.ts';
import {
  isCardNumber,
  isCvc,
  isExpired,
  panel_max_card_digits,
  parseExpiration,
} from '../../../contract/payments/cards/cards.ts';
import { moneyProblems } from './amount-checks.ts';
import { bankProblems } from './bank-problems.ts';
import { type CheckFacts, isAsked, type Problems } from './check-facts.ts';
import { customerProblems } from './customer/customer-problems.ts';
import { requirementOf, type TerminalForm } from './form.ts';
import { messageLabel } from './labels.ts';
import { lineProblems } from './lines/lines.ts';

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
  const is_shown = form.create_vault_record || facts.states_customers;
  if (is_shown && customer !== '' && !isCustomerId(customer)) {
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

/** The payer's sheet comes before the charge. */
function applePayProblems({ apple_pay_token }: TerminalForm): Problems {
  if (apple_pay_token !== '') return {};
  return { apple_pay_token: 'Confirm the payment in Apple Pay first' };
}

/** All errors; of the payment methods only the one of the open tab is checked. */
export function problemsOf(form: TerminalForm, facts: CheckFacts): Problems {
  const shipping = form.shipping_differs ? contactProblems('shipping', form, facts) : {};
  const charged = form.type !== 'verification';
  return {
    ...(form.method === 'card' && cardProblems(form, facts)),
    ...(form.method === 'ach' && bankProblems(form, facts)),
    ...(form.method === 'customer' && customerProblems(form)),
    ...(form.method === 'apple_pay_token' && applePayProblems(form)),
    ...(charged && moneyProblems(form, facts)),
    ...(charged && lineProblems(form.line_items, facts.currency)),
    ...textProblems(form, facts),
    ...contactProblems('billing', form, facts),
    ...shipping,
    ...customProblems(form, facts),
  };
}

/** The fields that are wrong before the payer authorizes anything, which fills the token in. */
export function besideToken(problems: Problems): (keyof TerminalForm)[] {
  const names = Object.keys(problems) as (keyof TerminalForm)[];
  return names.filter((name) => name !== 'apple_pay_token');
}
