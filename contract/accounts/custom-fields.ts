// Custom fields of a merchant: what it asks of a payment beside the usual (gateway-api 10).
import { z } from 'zod';
import { signedIn } from '../access.ts';
import { endpoint, list, nothing, record } from '../endpoint.ts';
import { described } from '../field-meta.ts';
import { blankable, id, moment } from '../fields.ts';
import { may } from '../may.ts';
import { custom_field_types, longest_value, validation_types } from './custom-field-rules.ts';
import { group_name_length } from './groups.ts';

export const max_fields_of_merchant = 200;
const max_choices = 100;
export const name_length = 100;
export const choice_length = 255;
/** What `deleted_at` says of a field that is not deleted (gateway-api 1.4). */
export const never = '0001-01-01T00:00:00Z';

const named_value = z.object({ name: z.string(), value: z.string() });

export const custom_field_record = z.object({
  id,
  merchant_id: id,
  name: z.string(),
  group_name: z.string(),
  type: z.enum(custom_field_types),
  required: z.boolean(),
  validation_type: z.enum(validation_types),
  values: z.array(named_value).nullable(),
  default: z.string(),
  /** Forms show lower ones first, equal ones in the order they were made. */
  position: z.int(),
  created_at: moment,
  updated_at: moment,
  deleted_at: moment,
});
export type CustomFieldRecord = z.output<typeof custom_field_record>;

const name = z.string().trim().min(1).max(name_length);
const choice = z.string().trim().max(choice_length);
/** A choice is told by its value; one without a name shows that. */
const choices = z
  .array(
    z
      .object({ name: blankable(choice), value: choice.min(1) })
      .transform(({ name: shown, value }) => ({ name: shown ?? value, value })),
  )
  .max(max_choices);

const settings = {
  group_name: described(blankable(z.string().trim().min(1).max(group_name_length)), {
    label: 'Group',
    hint: 'asked together',
  }),
  required: z.boolean().nullish(),
  validation_type: described(blankable(z.enum(validation_types)), { label: 'Takes' }),
  values: choices.nullish(),
  default: described(z.string().max(longest_value).nullish(), { hint: 'filled in at first' }),
  position: described(z.int().min(0).max(9_999).nullish(), {
    label: 'Order',
    hint: 'lower ones first',
    typed_as: 'whole',
  }),
};

const member = signedIn(['merchant'], { scope: 'view_accounts' });
const write = may.change_custom_fields;
const one = '/customfield/{id}' as const;

/** Fields are few: a list is whole unless it is asked for in parts. */
const page = z.object({
  limit: blankable(z.coerce.number().int().min(0).max(max_fields_of_merchant)),
  offset: blankable(z.coerce.number().int().min(0)),
  /** Deleted fields as well: old payments still hold values of them. */
  with_deleted: blankable(z.enum(['true', 'false'])),
});

export const custom_fields = {
  search: endpoint({
    method: 'GET',
    path: '/customfields',
    access: member,
    input: page,
    reply: list(custom_field_record),
    cost: 'search',
    summary: "The calling merchant's custom fields, in the order forms show them.",
  }),
  searchOf: endpoint({
    method: 'GET',
    path: '/customfields/{merchantId}',
    access: signedIn(undefined, { scope: 'view_accounts' }),
    input: page,
    reply: list(custom_field_record),
    cost: 'search',
    summary: 'The custom fields of a merchant within reach.',
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    access: member,
    reply: record(custom_field_record),
    cost: 'read',
    summary: 'One custom field.',
  }),
  create: endpoint({
    method: 'POST',
    path: '/customfield',
    access: write,
    input: z.object({ name, type: z.enum(custom_field_types), ...settings }),
    reply: record(custom_field_record),
    cost: 'write',
    audit: 'custom_field.create',
    summary: 'Creates a custom field, and its group where there is none of that name.',
  }),
  update: endpoint({
    method: 'POST',
    path: one,
    access: write,
    input: z.object({
      name: blankable(name),
      type: blankable(z.enum(custom_field_types)),
      ...settings,
    }),
    reply: record(custom_field_record),
    cost: 'write',
    audit: 'custom_field.update',
    summary: 'Changes a custom field; what is left out stays.',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: one,
    access: write,
    reply: nothing(),
    cost: 'write',
    audit: 'custom_field.remove',
    summary: 'Removes a custom field from forms; payments keep the values they were given.',
  }),
};
