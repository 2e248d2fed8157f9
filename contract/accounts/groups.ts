// Groups of custom fields: an account's names for what it asks together (spec 1 §3, Q19).
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { may } from '../access/may.ts';
import { crud } from '../crud.ts';
import { id, moment } from '../fields.ts';

/** The group of a field that names none (spec 1 §3); it comes with the first such field. */
export const default_group = 'default';
export const group_name_length = 50;

const name = z.string().trim().min(1).max(group_name_length);
export const group_record = z.object({
  merchant_id: id,
  id,
  name,
  created_at: moment,
  updated_at: moment,
});
export type GroupRecord = z.output<typeof group_record>;

export const groups = crud({
  one: '/group',
  many: '/groups',
  noun: 'group',
  record: group_record,
  input: z.object({ name }),
  update: z.object({ name }),
  read: signedIn(['merchant'], { scope: 'view_accounts' }),
  write: may.change_custom_fields,
});
