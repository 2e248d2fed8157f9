// Customers as deprecated clients know them: the same rows under other names (gateway-api 6).
import { z } from 'zod';
import { may } from '../access/may.ts';
import { endpoint, list, nothing, record } from '../endpoint.ts';
import { blankable, id, limited, omittable } from '../fields.ts';
import { searchInput } from '../search/search.ts';
import { customer_fields } from './customer-search.ts';
import { check_members, check_names } from './method-check.ts';
import {
  method_types,
  saved_account_input,
  saved_apple_pay_input,
  saved_card_input,
  saved_token_input,
} from './saved-methods.ts';
import { vault_address_input } from './vault-address.ts';

const payment_method_input = z.looseObject({
  processor_id: blankable(id),
  card: omittable(saved_card_input),
  ach: omittable(saved_account_input),
  apple_pay_token: omittable(saved_apple_pay_input),
});

const create_input = z.object({
  ...check_members,
  description: limited(255),
  payment_method: omittable(payment_method_input),
  billing_address: omittable(vault_address_input),
  shipping_address: omittable(vault_address_input),
});
export type LegacyInput = z.output<typeof create_input>;

const update_input = z.object({
  description: omittable(z.string().max(255)),
  /** The kind of the method below. */
  payment_method: blankable(z.enum(method_types)),
  payment_method_id: blankable(id),
  billing_address_id: blankable(id),
  shipping_address_id: blankable(id),
});
export type LegacyChange = z.output<typeof update_input>;

const text = z.string();
export const legacy_address = z.object({
  id: text,
  customer_id: text,
  first_name: text,
  last_name: text,
  company: text,
  address_line_1: text,
  address_line_2: text,
  city: text,
  state: text,
  postal_code: text,
  country: text,
  email: text,
  phone: text,
  fax: text,
  created_at: text,
  updated_at: text,
});
const common = { id: text, processor_id: text, created_at: text, updated_at: text };
export const legacy_card = z.object({
  ...common,
  card_type: text,
  first_six: text,
  last_four: text,
  masked_card: text,
  /** MM/YY */
  expiration_date: text,
});
export const legacy_account = z.object({
  ...common,
  sec_code: text,
  account_type: text,
  routing_number: text,
  masked_account_number: text,
});
const method = z.object({ card: legacy_card.optional(), ach: legacy_account.optional() });
export type LegacyMethod = z.output<typeof method>;

/** A customer with the default method and addresses; null where there is none. */
export const legacy_customer = z.object({
  id: text,
  description: text,
  flags: z.array(text),
  payment_method: method.nullable(),
  payment_method_type: text,
  billing_address: legacy_address.nullable(),
  shipping_address: legacy_address.nullable(),
  created_at: text,
  updated_at: text,
});
export type LegacyCustomer = z.output<typeof legacy_customer>;

const read = { method: 'GET', access: may.see_customers, rate_class: 'read' } as const;
const write = { method: 'POST', access: may.save_customers, rate_class: 'write' } as const;
const remove = { ...write, method: 'DELETE', reply: nothing() } as const;
const one = '/customer/{id}' as const;
const address = `${one}/address` as const;
const methods = `${one}/paymentmethod/{type}` as const;

export const legacy_customers = {
  create: endpoint({
    ...write,
    path: '/customer',
    input: create_input,
    query: check_names,
    reply: record(legacy_customer),
    audit: 'customer.create',
    summary: 'Saves a customer; the deprecated form of POST /vault/customer.',
  }),
  get: endpoint({
    ...read,
    path: one,
    reply: record(legacy_customer),
    summary: 'One saved customer in the deprecated form.',
  }),
  update: endpoint({
    ...write,
    path: one,
    input: update_input,
    reply: nothing(),
    audit: 'customer.update',
    summary: 'Changes the description and the defaults of a customer.',
  }),
  remove: endpoint({
    ...remove,
    path: one,
    audit: 'customer.remove',
    summary: 'Removes a customer with its payment methods and addresses.',
  }),
  search: endpoint({
    ...read,
    method: 'POST',
    rate_class: 'search',
    path: '/customer/search',
    input: searchInput(customer_fields),
    reply: list(legacy_customer, { counted: true }),
    summary: 'Finds saved customers in the deprecated form.',
  }),
  createAddress: endpoint({
    ...write,
    path: address,
    input: vault_address_input,
    reply: record(legacy_address),
    audit: 'customer_address.create',
    summary: 'Adds an address to a customer.',
  }),
  addresses: endpoint({
    ...read,
    path: `${one}/addresses`,
    reply: list(legacy_address, { counted: true }),
    summary: 'The addresses of a customer.',
  }),
  getAddress: endpoint({
    ...read,
    path: `${address}/{addressId}`,
    reply: list(legacy_address, { counted: true }),
    summary: 'One address of a customer, as a list of one.',
  }),
  updateAddress: endpoint({
    ...write,
    path: `${address}/{addressId}`,
    input: vault_address_input,
    reply: record(legacy_address),
    audit: 'customer_address.update',
    summary: 'Replaces an address of a customer.',
  }),
  removeAddress: endpoint({
    ...remove,
    path: `${address}/{addressId}`,
    audit: 'customer_address.remove',
    summary: 'Removes an address of a customer.',
  }),
  createCard: endpoint({
    ...write,
    path: `${one}/paymentmethod/card`,
    input: saved_card_input,
    reply: record(method),
    audit: 'saved_method.create',
    summary: 'Adds a card to a customer.',
  }),
  createAccount: endpoint({
    ...write,
    path: `${one}/paymentmethod/ach`,
    input: saved_account_input,
    reply: record(method),
    audit: 'saved_method.create',
    summary: 'Adds a bank account to a customer.',
  }),
  createByToken: endpoint({
    ...write,
    path: `${one}/paymentmethod/token`,
    input: saved_token_input,
    reply: record(method),
    audit: 'saved_method.create',
    summary: 'Adds the card or bank account behind a one-time token to a customer.',
  }),
  methods: endpoint({
    ...read,
    path: methods,
    reply: list(z.union([legacy_card, legacy_account]), { counted: true }),
    summary: 'The cards or the bank accounts of a customer.',
  }),
  getMethod: endpoint({
    ...read,
    path: `${methods}/{methodId}`,
    reply: list(z.union([legacy_card, legacy_account]), { counted: true }),
    summary: 'One card or bank account of a customer, as a list of one.',
  }),
  updateMethod: endpoint({
    ...write,
    path: `${methods}/{methodId}`,
    /** `{card: {…}}` or `{ach: {…}}`. */
    input: z.object({ card: omittable(saved_card_input), ach: omittable(saved_account_input) }),
    reply: nothing(),
    audit: 'saved_method.update',
    summary: 'Changes a card or bank account of a customer.',
  }),
  removeMethod: endpoint({
    ...remove,
    path: `${methods}/{methodId}`,
    audit: 'saved_method.remove',
    summary: 'Removes a card or bank account of a customer.',
  }),
};
