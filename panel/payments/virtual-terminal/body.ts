// The request of a payment by hand: the form, checked and priced, as POST /transaction takes it.
import type { z } from 'zod';
import {
  type FieldRule,
  fieldsOf,
  outputOf,
} from '../../../contract/accounts/custom-field-rules.ts';
import type {
  RequiredFields,
  Requirement,
} from '../../../contract/accounts/documents/field-requirements.ts';
import {
  cardDigits,
  parseExpiration,
  sentExpiration,
} from '../../../contract/payments/cards/cards.ts';
import type { Price } from '../../../contract/payments/pricing/pricing-types.ts';
import type { create_input } from '../../../contract/payments/transactions/input.ts';
import { keyed } from '../payment-keys.ts';
import type { ReaderCard } from '../readers/bridge.ts';
import type { ContactValues, TerminalForm } from './form.ts';
import { sentLines } from './lines/lines.ts';
import { isAtTerminal } from './methods.ts';
import { enteredFee } from './preview.ts';

export type CreateBody = z.input<typeof create_input>;

/** Tracks of a swipe, kept only until the payment is sent. */
export interface Tracks {
  track_1: string;
  track_2: string;
}

function expirationOf(typed: string): string | undefined {
  const expiration = parseExpiration(typed);
  return expiration === null ? undefined : sentExpiration(expiration);
}

function customerOf({ customer, cvc }: TerminalForm) {
  const {
    id,
    payment_method: payment_method_id,
    terminal_id,
    billing_address_id,
    shipping_address_id,
  } = customer;
  if (terminal_id !== '') return { id, terminal_id, billing_address_id, shipping_address_id };
  return { id, payment_method_id, billing_address_id, shipping_address_id, cvc };
}

/** Where the card is presented, and how. */
function terminalOf(form: TerminalForm, id: string) {
  const { print_receipt, signature_required, debit, ebt } = form;
  const kind = ebt as 'none' | 'food' | 'cash';
  const paid_by = kind === 'none' ? { debit, ebt: kind } : { ebt: kind };
  return { id, print_receipt: print_receipt as 'both', signature_required, ...paid_by };
}

function methodOf(form: TerminalForm, facts: BodyFacts): CreateBody['payment_method'] {
  const { tracks } = facts;
  if (form.method === 'terminal') return { terminal: terminalOf(form, facts.processor_id) };
  if (form.method === 'customer') return { customer: customerOf(form) };
  if (form.method === 'cash') return { cash: {} };
  if (form.method === 'apple_pay_token') {
    return { apple_pay_token: { temporary_token: form.apple_pay_token } };
  }
  if (facts.reader) {
    return { card: { entry_type: 'swiped', card_present: true, ...facts.reader } };
  }
  if (form.method === 'card') {
    const keyed = {
      entry_type: 'keyed' as const,
      number: cardDigits(form.number),
      expiration_date: expirationOf(form.expiration_date),
      cvc: form.cvc,
    };
    if (tracks === null) return { card: keyed };
    return { card: { ...keyed, entry_type: 'swiped', card_present: true, ...tracks } };
  }
  if (form.is_linking) return { plaid: form.plaid };
  const holder = {
    dl_state: form.drivers_license_state,
    // The form keeps it in small letters (decisions G31).
    dl_number: form.drivers_license.toLowerCase(),
    ssn4: form.social_security_number_last_4,
    dob_year: form.date_of_birth,
  };
  const has_holder = Object.values(holder).some((value) => value !== '');
  return {
    ach: {
      routing_number: cardDigits(form.routing_number),
      account_number: cardDigits(form.account_number),
      account_type: form.account_type,
      sec_code: form.sec_code,
      check_number: form.check_number,
      ...(has_holder && { accountholder_authentication: holder }),
    },
  };
}

/** Whose linked account it is: beside the method, which has no members for it. */
function linkedHolderOf(form: TerminalForm) {
  const { drivers_license_state, social_security_number_last_4, date_of_birth } = form;
  const drivers_license = form.drivers_license.toLowerCase();
  return { drivers_license, drivers_license_state, social_security_number_last_4, date_of_birth };
}

/** A contact with nothing but its country counts as empty, unless the country is required. */
function contactOf(
  contact: ContactValues,
  country: Requirement | undefined,
): ContactValues | undefined {
  const { country: _country, ...rest } = contact;
  const is_filled = Object.values(rest).some((value) => value.trim() !== '');
  return is_filled || country === 'required' ? contact : undefined;
}

/** The address of the receipt, and the members that the merchant requires in any case. */
function emailOf(form: TerminalForm, settings: RequiredFields): string {
  const is_required = form.email_receipt || settings.email_address === 'required';
  return form.email_address || (is_required ? form.billing_address.email : '');
}

/** The amounts by name too: required ones are read there, included ones are sent nowhere else. */
function partsOf({ tax_amount, shipping_amount, amounts_included: included }: Price) {
  return {
    tax_amount,
    shipping_amount,
    discount_amount: included.discount_amount,
    national_tax_amount: included.national_tax_amount,
    duty_amount: included.duty_amount,
  };
}

/** Level 2 and 3, where the merchant works with them. */
function levelsOf(form: TerminalForm) {
  return {
    ship_from_postal_code: form.ship_from_postal_code,
    summary_commodity_code: form.summary_commodity_code,
    merchant_vat_registration_number: form.merchant_vat_registration_number,
    customer_vat_registration_number: form.customer_vat_registration_number,
  };
}

export interface BodyFacts {
  price: Price;
  currency: string;
  processor_id: string;
  tracks: Tracks | null;
  /** What the saved customer pays with, unless that is presented at a terminal. */
  token_payment_type?: 'card' | 'ach' | undefined;
  /** What a card reader has encrypted. */
  reader?: ReaderCard;
  idempotency_key: string;
  levels: boolean;
  settings: RequiredFields;
  /** Whether this user may save payers. */
  saves: boolean;
  /** Whether a payment may state the ID of a customer who is not saved. */
  states_customers: boolean;
  /** The merchant's custom fields, of all groups. */
  fields: readonly FieldRule[];
}

/** The values of the group's fields; a group without any is not named. */
function customOf(form: TerminalForm, fields: readonly FieldRule[]) {
  const { group_name } = form;
  const own = fieldsOf(fields, group_name);
  return own.length > 0 && { group_name, custom_fields: outputOf(own, form.custom_fields) };
}

/** What can be saved: nobody's cash, and nothing that is saved already. */
export function isNewMethod(method: TerminalForm['method']): boolean {
  return method === 'card' || method === 'ach';
}

/** What saves the payer, or states their ID alone. */
function saveOptionsOf(form: TerminalForm, { saves, settings, states_customers }: BodyFacts) {
  const hidden = settings.create_vault_record === 'hidden';
  const id = form.vault_record_custom_id.trim();
  const chosen = id !== '' && ({ set_customer_id: true, vault_record_custom_id: id } as const);
  if (!form.create_vault_record || !saves || hidden || !isNewMethod(form.method)) {
    return states_customers && form.method !== 'customer' && chosen;
  }
  return { create_vault_record: true, ...chosen } as const;
}

/** A card that a reader has read is a card. */
const typeOf = (method: TerminalForm['method']) => (method === 'cardReader' ? 'card' : method);

/** The whole price is sent; the server computes it again and refuses one that differs (Q11). */
export function bodyOf(form: TerminalForm, facts: BodyFacts): CreateBody {
  const { price, currency, settings } = facts;
  const fee = enteredFee(form, currency);
  const billing = contactOf(form.billing_address, settings.billing_country);
  const goods_to = form.shipping_differs ? form.shipping_address : form.billing_address;
  const shipping = contactOf(goods_to, settings.shipping_country);
  const receipt = emailOf(form, settings);
  const priced = form.type !== 'verification' && {
    amount: price.amount,
    amounts: { ...price },
    ...partsOf(price),
    payment_adj_type: form.payment_adj_type,
    ...(fee && { payment_adj_value: fee.value, payment_adjustment: fee }),
    override_tax_rate: form.tax_exempt ? '' : form.tax_rate.trim(),
    override_national_tax_rate: form.tax_exempt ? '' : form.national_tax_rate.trim(),
    ...(facts.levels && levelsOf(form)),
    ...(form.line_items.length > 0 && {
      line_items: sentLines(form.line_items, currency, form.tax_exempt),
    }),
  };
  return {
    type: form.type,
    source: 'cp',
    payment_type: typeOf(form.method),
    ...(form.method === 'customer' && { token_payment_type: facts.token_payment_type }),
    currency,
    // A terminal takes its payments itself.
    ...(!isAtTerminal(form) && { processor_id: facts.processor_id }),
    payment_method: methodOf(form, facts),
    ...(form.method === 'ach' && form.is_linking && linkedHolderOf(form)),
    ...priced,
    order_id: form.order_id,
    po_number: form.po_number,
    description: form.description,
    vendor_id: form.vendor_id,
    tax_exempt: form.tax_exempt,
    allow_partial_payment: form.allow_partial_payment,
    email_receipt: form.email_receipt,
    ...(receipt !== '' && { email_address: receipt }),
    ...saveOptionsOf(form, facts),
    ...customOf(form, facts.fields),
    ...(billing && { billing_address: billing }),
    ...(shipping && { shipping_address: shipping }),
    ...keyed(facts.idempotency_key),
  };
}
