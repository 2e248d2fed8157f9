// Roles an account defines for its users: a name and the rights that go with it.
import { z } from 'zod';
import { may } from '../access/may.ts';
import {
  user_permission_names,
  user_permissions_change,
} from '../accounts/documents/user-permissions.ts';
import { crud, list_query } from '../crud.ts';
import { blankable, id, moment } from '../fields.ts';
import { booleans } from './switches.ts';

const name = z.string().trim().min(1).max(50);
const description = z.string().trim().max(255);

export const role_record = z.object({
  /** The account whose users may hold it. */
  merchant_id: id,
  id,
  name,
  description,
  permissions: booleans(user_permission_names),
  /** How many users hold it; a role that somebody holds is not removed. */
  users_count: z.number().int(),
  created_at: moment,
  updated_at: moment,
});
export type RoleRecord = z.output<typeof role_record>;

export const custom_roles = crud({
  one: '/role',
  many: '/roles',
  noun: 'role',
  record: role_record,
  input: z.object({
    name,
    description: blankable(description),
    permissions: user_permissions_change,
  }),
  update: z.object({
    name: blankable(name),
    /** Empty takes it away. */
    description: description.optional(),
    permissions: blankable(user_permissions_change),
  }),
  page: list_query.extend({ account_id: blankable(id) }),
  read: may.manage_users,
  write: may.make_users,
  summaries: { search: "The roles of the caller's account, or of another account it can access." },
});
