// Customers of another processor, as CSV (spec 2 §3): what a file holds, and what became of it.
import { z } from 'zod';
import { may } from '../access/may.ts';
import { endpoint, record } from '../endpoint.ts';
import { omittable } from '../fields.ts';

/** Columns of the first line, in any order; `id` makes an import safe to repeat. */
export const import_columns = [
  'id',
  'description',
  'notes',
  'card_number',
  'expiration_date',
  'routing_number',
  'account_number',
  'account_type',
  'sec_code',
  'check_number',
  'first_name',
  'last_name',
  'company',
  'line_1',
  'line_2',
  'city',
  'state',
  'postal_code',
  'country',
  'email',
  'phone',
  'fax',
] as const;
export type ImportColumn = (typeof import_columns)[number];

/** Rows and characters of one call; the screen sends a larger file in parts. */
export const max_import_rows = 500;
export const max_import_characters = 500_000;

export const import_input = z.object({
  csv: z.string().min(1).max(max_import_characters),
  /** Number of the first row after the header: 2, or what a part of a file begins with. */
  first_row: omittable(z.int().min(2).max(10_000_000)),
});
export type ImportInput = z.output<typeof import_input>;

const import_record = z.object({
  row_count: z.int(),
  /** New customers. */
  created: z.int(),
  /** Methods added to customers that were there. */
  added: z.int(),
  /** Rows whose customer and method were there already. */
  unchanged: z.int(),
  refused: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
});
export type ImportRecord = z.output<typeof import_record>;

const importing = {
  method: 'POST',
  access: may.save_customers,
  input: import_input,
  reply: record(import_record),
} as const;

export const customer_import = {
  check: endpoint({
    ...importing,
    path: '/vault/customer/import/check',
    rate_class: 'search',
    summary: 'Previews an import row by row without saving anything.',
  }),
  save: endpoint({
    ...importing,
    path: '/vault/customer/import',
    rate_class: 'export',
    audit: 'customer.import',
    summary: 'Imports customers with their cards and bank accounts from CSV; safe to repeat.',
  }),
};
