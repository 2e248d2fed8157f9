// Saved customers with their cards, bank accounts and addresses (gateway-api 5, spec 2 §3).
import { z } from 'zod';
import { may } from '../access/may.ts';
import { endpoint, list, nothing, record } from '../endpoint.ts';
import { described } from '../field-meta.ts';
import {
  blankable,
  chosen_customer_id,
  customer_id_format,
  id,
  limited,
  omittable,
} from '../fields.ts';
import { searchInput } from '../search/search.ts';
import { customer_fields, least_typed, most_counted } from './customer-search.ts';
import { check_members, check_names } from './method-check.ts';
import { savedMethodCalls } from './saved-method-calls.ts';
import {
  method_types,
  saved_account,
  saved_account_input,
  saved_apple_pay_input,
  saved_card,
  saved_card_input,
  saved_google_pay_input,
  saved_token_input,
} from './saved-methods.ts';
import { vault_address, vault_address_input } from './vault-address.ts';

export const customer_flags = ['surcharge_exempt'] as const;

const flags = omittable(z.array(z.enum(customer_flags)).max(1));
const custom_fields = omittable(
  z.record(z.string().max(64), z.array(z.string().max(1000)).max(50)),
);

/** The method a customer begins with: exactly one member, which the verb checks. */
export const default_payment = z.looseObject({
  card: omittable(saved_card_input),
  ach: omittable(saved_account_input),
  token: blankable(saved_token_input.shape.token),
  apple_pay: omittable(saved_apple_pay_input),
  google_pay_token: omittable(saved_google_pay_input.shape.google_pay_token),
});

/** `POST /vault/customer`; an empty body makes an empty customer. */
export const customer_input = z.object({
  ...check_members,
  id: blankable(chosen_customer_id),
  id_format: customer_id_format,
  description: limited(255),
  notes: described(limited(2000), { typed_as: 'long' }),
  flags,
  processor_id: blankable(id),
  shared: omittable(z.boolean()),
  do_not_share: omittable(z.boolean()),
  custom_fields,
  default_payment: omittable(default_payment),
  default_billing_address: omittable(vault_address_input),
  default_shipping_address: omittable(vault_address_input),
});
export type CustomerInput = z.output<typeof customer_input>;

const blank_or = (schema: z.ZodString) => omittable(z.union([z.literal(''), schema]));

/** Type and id of the default method go together; an empty text takes a default away. */
const defaults_change = z
  .object({
    payment_method_id: blank_or(id),
    payment_method_type: omittable(z.union([z.literal(''), z.enum(method_types)])),
    billing_address_id: blank_or(id),
    shipping_address_id: blank_or(id),
  })
  .superRefine(({ payment_method_id, payment_method_type }, context) => {
    if ((payment_method_id === undefined) === (payment_method_type === undefined)) return;
    const name = payment_method_id === undefined ? 'payment_method_id' : 'payment_method_type';
    context.addIssue({
      code: 'custom',
      path: [name],
      message: 'type and ID of the default method are set together',
    });
  });

/** What is left out stays; an empty text takes it away. */
export const customer_change = z.object({
  description: omittable(z.string().max(255)),
  notes: described(omittable(z.string().max(2000)), { typed_as: 'long' }),
  flags,
  processor_id: blank_or(id),
  shared: omittable(z.boolean()),
  do_not_share: omittable(z.boolean()),
  custom_fields,
  defaults: omittable(defaults_change),
});
export type CustomerChange = z.output<typeof customer_change>;

const text = z.string();
export const customer = z.object({
  addresses: z.array(vault_address),
  defaults: z.object({
    billing_address_id: text,
    shipping_address_id: text,
    payment_method_id: text,
    payment_method_type: z.union([z.literal(''), z.enum(method_types)]),
  }),
  description: text,
  notes: text,
  flags: z.array(text),
  custom_fields: z.record(text, z.array(text)),
  processor_id: text,
  shared: z.boolean(),
  do_not_share: z.boolean(),
  payments: z.object({ cards: z.array(saved_card), ach: z.array(saved_account) }),
});

/** The customer stands two members deep; ids and moments beside it (gateway-api 5). */
export const customer_record = z.object({
  id: text,
  owner_id: text,
  /** Of the call that made one. */
  created_address_id: text.optional(),
  created_payment_method_id: text.optional(),
  created_at: text,
  updated_at: text,
  data: z.object({ customer }),
});
export type CustomerRecord = z.output<typeof customer_record>;

const place = z.object({
  first_name: text,
  last_name: text,
  line_1: text,
  city: text,
  state: text,
});
/** A customer as the search panel lists it (spec 2 §3). */
export const customer_row = z.object({
  id: text,
  description: text,
  payment_method: text,
  payment_method_type: z.union([z.literal(''), z.enum(method_types)]),
  card: z.object({ masked_number: text, expiration_date: text, card_type: text }).nullable(),
  ach: z.object({ masked_account_number: text, account_type: text }).nullable(),
  billing_address: place.nullable(),
  shipping_address: place.nullable(),
});
export type CustomerRow = z.output<typeof customer_row>;

const read = { access: may.see_customers, rate_class: 'read' } as const;
const find = { access: may.see_customers, rate_class: 'search' } as const;
const write = {
  access: may.save_customers,
  reply: record(customer_record),
  rate_class: 'write',
} as const;
const one = '/vault/customer/{id}';

export const customers = {
  get: endpoint({
    ...read,
    method: 'GET',
    path: '/vault/{id}',
    reply: record(customer_record),
    summary: 'One saved customer with its payment methods and addresses.',
  }),
  search: endpoint({
    ...find,
    method: 'POST',
    path: '/vault/customer/search',
    input: searchInput(customer_fields),
    reply: list(customer_record),
    summary: 'Finds saved customers.',
  }),
  globalSearch: endpoint({
    ...find,
    method: 'GET',
    path: '/vault/customer/global-search',
    input: z.object({
      q: z.string().trim().min(least_typed).max(100),
      limit: z.coerce.number().int().min(1).max(100).default(5),
      offset: z.coerce.number().int().min(0).max(most_counted).default(0),
    }),
    reply: list(customer_row),
    summary: 'Finds saved customers by the beginnings of words: name, company, email, ID and more.',
  }),
  create: endpoint({
    ...write,
    method: 'POST',
    path: '/vault/customer',
    input: customer_input,
    query: check_names,
    audit: 'customer.create',
    summary: 'Saves a customer, with a payment method and addresses where they are given.',
  }),
  update: endpoint({
    ...write,
    method: 'POST',
    path: one,
    input: customer_change,
    audit: 'customer.update',
    summary: 'Changes a saved customer and its defaults.',
  }),
  remove: endpoint({
    ...write,
    method: 'DELETE',
    path: '/vault/{id}',
    reply: nothing(),
    audit: 'customer.remove',
    summary: 'Removes a saved customer with its payment methods and addresses.',
  }),
  createAddress: endpoint({
    ...write,
    method: 'POST',
    path: `${one}/address`,
    input: vault_address_input,
    audit: 'customer_address.create',
    summary: 'Adds an address to a saved customer.',
  }),
  updateAddress: endpoint({
    ...write,
    method: 'POST',
    path: `${one}/address/{addressId}`,
    input: vault_address_input,
    audit: 'customer_address.update',
    summary: 'Replaces an address of a saved customer.',
  }),
  removeAddress: endpoint({
    ...write,
    method: 'DELETE',
    path: `${one}/address/{addressId}`,
    audit: 'customer_address.remove',
    summary: 'Removes an address of a saved customer.',
  }),
  ...savedMethodCalls(write),
};
