// Roles an account defines for its users: a name and the rights that go with it.
import { z } from 'zod';
import { account_types, signedIn } from '../access.ts';
import {
  user_permission_names,
  user_permissions_change,
} from '../accounts/documents/user-permissions.ts';
import { crud } from '../crud.ts';
import { blankable, id, moment } from '../fields.ts';
import { booleans } from './switches.ts';

const name = z.string().trim().min(1).max(50);
const description = z.string().trim().max(255);
const manage = signedIn(account_types, { permission: 'manage_users' });

export const role_record = z.object({
  /** The account whose users may hold it. */
  merchant_id: id,
  id,
  name,
  description,
  permissions: booleans(user_permission_names),
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
    description: blankable(description),
    permissions: blankable(user_permissions_change),
  }),
  read: manage,
  write: manage,
});
