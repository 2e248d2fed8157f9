// Custom outputs: named field lists for exports, the table and the totals (spec 2 §3, Q19).
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { endpoint, list, nothing, record } from '../endpoint.ts';
import { blankable, id, moment } from '../fields.ts';
import { output_types } from './output-fields.ts';

/** How many a user may have made. */
export const max_custom_outputs_of_user = 60;
export const output_name_length = 60;

const max_fields = 120;
const name = z.string().trim().min(1).max(output_name_length);
const type = z.enum(output_types);
const field_list = z.array(z.string().max(60)).min(1).max(max_fields);

export const custom_output_record = z.object({
  id,
  name,
  type,
  /** Names of fields in the order they are shown. */
  field_list: z.array(z.string()),
  /** Every user of the account sees it; else its maker alone. */
  shared: z.boolean(),
  /** What the caller is shown where nothing else is chosen. */
  default_for_user: z.boolean(),
  /** What everybody of the account is shown who has no default of their own. */
  default_for_account: z.boolean(),
  /** Who made it. */
  user_id: id,
  created_at: moment,
  updated_at: moment,
});
export type CustomOutput = z.output<typeof custom_output_record>;

const choices = {
  shared: z.boolean().nullish(),
  default_for_user: z.boolean().nullish(),
  default_for_account: z.boolean().nullish(),
};

const one = '/custom-output/{id}';
const reply = record(custom_output_record);

export const custom_outputs = {
  search: endpoint({
    method: 'GET',
    path: '/custom-outputs',
    access: signedIn(undefined, { scope: 'manage_reports' }),
    input: z.object({
      type: blankable(type),
      limit: blankable(z.coerce.number().int().min(0).max(100)),
      offset: blankable(z.coerce.number().int().min(0).max(10_000)),
    }),
    reply: list(custom_output_record),
    rate_class: 'read',
    summary: "The caller's custom outputs and those shared within its account.",
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    access: signedIn(undefined, { scope: 'manage_reports' }),
    reply,
    rate_class: 'read',
    summary: 'One custom output.',
  }),
  create: endpoint({
    method: 'POST',
    path: '/custom-output',
    access: signedIn(undefined, { scope: 'manage_reports' }),
    input: z.object({ name, type, field_list, ...choices }),
    reply,
    rate_class: 'write',
    audit: 'custom_output.create',
    summary: 'Creates a custom output; sharing it needs the admin role.',
  }),
  update: endpoint({
    method: 'POST',
    path: one,
    access: signedIn(undefined, { scope: 'manage_reports' }),
    input: z.object({
      name: blankable(name),
      type: blankable(type),
      field_list: field_list.nullish(),
      ...choices,
    }),
    reply,
    rate_class: 'write',
    audit: 'custom_output.update',
    summary: 'Changes a custom output, or whose default it is; its type stays.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: one,
    access: signedIn(undefined, { scope: 'manage_reports' }),
    reply: nothing(),
    rate_class: 'write',
    audit: 'custom_output.remove',
    summary: 'Removes a custom output. Admins of the account can also remove a shared one.',
  }),
};
