// Custom fields of a merchant: what it asks of a payment beside the usual (gateway-api 10).
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { may } from '../access/may.ts';
import { crud } from '../crud.ts';
import { described } from '../field-meta.ts';
import { blankable, id, moment } from '../fields.ts';
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
/** A choice is identified by its value; one without a name shows that. */
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
    hint: 'fields of a group are shown together',
  }),
  required: z.boolean().nullish(),
  validation_type: described(blankable(z.enum(validation_types)), { label: 'Accepts' }),
  values: choices.nullish(),
  default: described(z.string().max(longest_value).nullish(), { hint: 'prefilled in forms' }),
  position: described(z.int().min(0).max(9_999).nullish(), {
    label: 'Order',
    hint: 'lower numbers come first',
    typed_as: 'whole',
  }),
};

/** Fields are few: a list is whole unless it is requested in parts. */
const page = z.object({
  limit: blankable(z.coerce.number().int().min(0).max(max_fields_of_merchant)),
  offset: blankable(z.coerce.number().int().min(0)),
  /** Deleted fields as well: old payments still hold values of them. */
  with_deleted: blankable(z.enum(['true', 'false'])),
});

export const custom_fields = crud({
  one: '/customfield',
  many: '/customfields',
  noun: 'custom_field',
  record: custom_field_record,
  input: z.object({ name, type: z.enum(custom_field_types), ...settings }),
  update: z.object({
    name: blankable(name),
    type: blankable(z.enum(custom_field_types)),
    ...settings,
  }),
  page,
  read: signedIn(['merchant'], { scope: 'view_accounts' }),
  write: may.change_custom_fields,
  below: signedIn(undefined, { scope: 'view_accounts' }),
  summaries: {
    search: "The calling merchant's custom fields, in the order forms show them.",
    searchOf: 'The custom fields of a merchant the caller can access.',
    get: 'One custom field.',
    create: 'Creates a custom field, and its group where there is none of that name.',
    update: 'Changes a custom field; fields left out keep their value.',
    remove: 'Removes a custom field from forms; payments keep their values.',
  },
});
