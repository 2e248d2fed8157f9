// Customers that were saved twice: finding them, and making one of them (spec 2 §2).
import { z } from 'zod';
import { may } from '../access/may.ts';
import { endpoint, list, record } from '../endpoint.ts';
import { customer_id } from '../fields.ts';
import { customer_record } from './customers.ts';
import { method_types } from './saved-methods.ts';

/** Customers that become one with the one that stays. */
export const max_merged = 20;

export const merge_input = z.object({
  customer_ids: z.array(customer_id).min(1).max(max_merged),
});
export type MergeInput = z.output<typeof merge_input>;

const text = z.string();

/** A customer with a card or account that the asked one has, too. */
const duplicate_record = z.object({
  customer: customer_record,
  /** Masked numbers that both have. */
  shared_numbers: z.array(text),
});
export type DuplicateRecord = z.output<typeof duplicate_record>;

const part = {
  id: text,
  from_customer_id: text,
  /** What takes its place: a part of the customer that stays; '' for one that moves. */
  kept_id: text,
};
const merge_record = z.object({
  /** The customer that stays, as it is or would be. */
  customer: customer_record,
  customer_ids: z.array(text),
  methods: z.array(z.object({ ...part, type: z.enum(method_types), masked_number: text })),
  addresses: z.array(z.object({ ...part, line: text })),
});
export type MergeRecord = z.output<typeof merge_record>;

const one = '/vault/customer/{id}';

export const customer_merge = {
  duplicates: endpoint({
    method: 'GET',
    path: `${one}/duplicates`,
    access: may.see_customers,
    reply: list(duplicate_record),
    rate_class: 'search',
    summary: 'Customers with the same card or bank account as this customer.',
  }),
  preview: endpoint({
    method: 'POST',
    path: `${one}/merge/preview`,
    // What it shows takes the scope of seeing customers, too: the verb asks.
    access: may.save_customers,
    input: merge_input,
    reply: record(merge_record),
    rate_class: 'search',
    summary: 'Previews a merge of customers without changing anything.',
  }),
  merge: endpoint({
    method: 'POST',
    path: `${one}/merge`,
    access: may.save_customers,
    input: merge_input,
    reply: record(merge_record),
    rate_class: 'write',
    audit: 'customer.merge',
    summary: 'Merges other customers into this one, with their payment methods and addresses.',
  }),
};
