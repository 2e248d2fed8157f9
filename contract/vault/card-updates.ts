// The account updater: when saved cards are submitted, and what it changed (rails 13, spec 1 §3).
import { z } from 'zod';
import { may } from '../access/may.ts';
import { endpoint, list, record } from '../endpoint.ts';
import { moment, nullable_moment } from '../fields.ts';
import * as f from '../search/search.ts';
import { searchInput } from '../search/search.ts';

/** `valid` stands where it took a flag away; cards that are as they were have no row. */
export const card_update_results = [
  'new_number',
  'new_expiration',
  'closed',
  'contact',
  'valid',
] as const;

export const card_update_fields = {
  result: f.choice('Result', card_update_results),
  customer_id: f.reference('Customer ID', 40),
  transaction_id: f.idField('Transaction ID'),
  created_at: f.date('Created'),
} as const;

const text = z.string();
export const card_update = z.object({
  id: text,
  customer_id: text,
  payment_method_id: text,
  /** The payment whose answer said so; '' of a submission. */
  transaction_id: text,
  result: z.enum(card_update_results),
  card_type: text,
  masked_before: text,
  masked_after: text,
  /** MM/YY */
  expiration_before: text,
  expiration_after: text,
  created_at: moment,
});
export type CardUpdateRecord = z.output<typeof card_update>;

const run = z.object({
  /** `YYYY-MM-DD` in the merchant's zone. */
  due_on: text,
  card_count: z.int(),
  updated_count: z.int(),
  flagged_count: z.int(),
  /** Why it has not ended yet; '' where it has. */
  error: text,
  finished_at: nullable_moment,
});

export const card_updates_status = z.object({
  submission_frequency: text,
  /** `YYYY-MM-DD` in the merchant's zone. */
  next_on: text,
  /** Whether a processor of the merchant has an account updater. */
  is_supported: z.boolean(),
  last_run: run.nullable(),
});

const read = { access: may.see_card_updates } as const;

export const card_updates = {
  search: endpoint({
    ...read,
    method: 'POST',
    path: '/vault/accountupdater/search',
    input: searchInput(card_update_fields),
    reply: list(card_update),
    rate_class: 'search',
    summary: 'Finds changes that the account updater made to saved cards.',
  }),
  status: endpoint({
    ...read,
    method: 'GET',
    path: '/vault/accountupdater',
    reply: record(card_updates_status),
    rate_class: 'read',
    summary: 'When saved cards are submitted next, and what the last submission changed.',
  }),
};
