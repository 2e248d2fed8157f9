// Saved searches: the filters of a list under a name, with its columns and sort (spec 1 §3, Q19).
import { z } from 'zod';
import { account_types, signedIn } from '../access/access.ts';
import { endpoint, list, nothing, record } from '../endpoint.ts';
import { blankable, day, id, moment } from '../fields.ts';
import { durations, number_digests } from '../search/search.ts';

/** How many a user may keep, over all lists. */
export const max_saved_searches_of_user = 50;
const max_filters = 40;
const max_columns = 60;

/** A list of the panel: `transaction`. */
export const section = z.string().regex(/^[a-z][a-z0-9_]{0,49}$/);
/** A field by its path: `status`, `billing_address.city`, `custom_fields.<id>`. */
const field_path = z.string().regex(/^[A-Za-z0-9_]{1,64}(\.[A-Za-z0-9_-]{1,64})?$/);

/** Kept as its mask and digests, never as it was typed. */
export const number_field = 'full_cc_number';

/**
 * One filter. Days may be relative: `last_days` is from so many days before the day the search is
 * used up to that day; a duration is a named period (spec 1 §9).
 */
const saved_filter = z.union([
  z.object({
    operator: z.enum(['=', '!=', '<', '>', '%']),
    value: z.union([z.string().max(255), z.int()]),
    /** Of a card number alone: what finds its rows again; the value is its mask then. */
    digests: number_digests.optional(),
  }),
  z.object({ duration: z.enum(durations) }),
  z.object({ last_days: z.int().min(1).max(3660) }),
  z.object({ start_date: day, end_date: day }),
  z.object({ start_at: z.iso.datetime(), end_at: z.iso.datetime() }),
]);
export type SavedFilter = z.output<typeof saved_filter>;

const saved_data = z
  .record(field_path, saved_filter)
  .refine((data) => Object.keys(data).length <= max_filters);
const columns = z.array(z.string().regex(/^[A-Za-z0-9_.-]{1,130}$/)).max(max_columns);
const sort = z.object({
  field: z.string().regex(/^[A-Za-z0-9_.]{1,130}$/),
  direction: z.enum(['asc', 'desc']),
});

export const saved_search_record = z.object({
  id,
  name: z.string(),
  section: z.string(),
  /** The filters by field; an empty one stands for the list's own. */
  data: saved_data,
  /** Keys of the columns shown, in order; empty: the list's own. */
  columns,
  sort: sort.nullable(),
  /** Every user of the account sees it; else its maker alone. */
  shared: z.boolean(),
  account_type: z.enum(account_types),
  /** Who made it. */
  user_id: id,
  user_name: z.string(),
  created_at: moment,
  updated_at: moment,
});
export type SavedSearch = z.output<typeof saved_search_record>;

const page = z.object({
  limit: blankable(z.coerce.number().int().min(0).max(100)),
  offset: blankable(z.coerce.number().int().min(0).max(10_000)),
});
const input_fields = z.object({
  /** The caller's own; a client may name it (spec 3 §7). */
  account_type: blankable(z.enum(account_types)),
  name: z.string().trim().min(1).max(60),
  section: blankable(section),
  data: saved_data,
  columns: blankable(columns),
  sort: blankable(sort),
  shared: z.boolean().nullish(),
});

const read = {
  method: 'GET',
  access: signedIn(undefined, { scope: 'manage_reports' }),
  input: page,
  reply: list(saved_search_record),
  rate_class: 'read',
} as const;
const write = {
  method: 'POST',
  access: signedIn(undefined, { scope: 'manage_reports' }),
  input: input_fields,
  reply: record(saved_search_record),
  rate_class: 'write',
  audit: 'save',
} as const;

export const saved_searches = {
  search: endpoint({
    ...read,
    path: '/search/saved',
    summary: "The caller's saved searches and those shared within its account.",
  }),
  searchOf: endpoint({
    ...read,
    path: '/search/saved/{section}',
    summary: 'The saved searches of one list.',
  }),
  save: endpoint({
    ...write,
    path: '/search/saved',
    summary: 'Saves a search; replaces one with the same name, list and user.',
  }),
  saveOf: endpoint({
    ...write,
    path: '/search/saved/{section}',
    summary: 'Saves a search of the list named in the path.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/search/saved/{id}',
    access: signedIn(undefined, { scope: 'manage_reports' }),
    reply: nothing(),
    rate_class: 'write',
    audit: 'remove',
    summary: 'Removes a saved search. Admins of the account can also remove a shared one.',
  }),
};
