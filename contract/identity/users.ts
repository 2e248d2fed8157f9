// A user: the account it belongs to, its rights, and its documents (spec 1 §3, gateway-api 2.2).
import { z } from 'zod';
import { account_types, pendings, roles } from '../access/access.ts';
import { user_permission_names } from '../accounts/documents/user-permissions.ts';
import { id, moment } from '../fields.ts';
import { booleans } from './switches.ts';

export const user_statuses = ['active', 'disabled'] as const;
export type UserStatus = (typeof user_statuses)[number];

export const default_dateformat = 'MM/DD/YYYY';

const switches = z.record(z.string(), z.boolean());

/** Markers the product sets, `{"password_expired": "true"}`; values are text (gateway-api 2.2). */
export const user_flags = z.record(z.string(), z.string());
/** Which mails a user gets, for each account type a map of switches. */
export const user_notifications = z.object({
  admin: switches.default({}),
  partner: switches.default({}),
  merchant: switches.default({}),
});
/** What the user's forms start from; an empty id means the account's own default. */
export const user_defaults = z.object({ processor_id: z.string().default('') });
export const access_restrictions = z.object({
  ip: z.string().nullable().default(null),
  password_change_required: z.boolean().default(false),
  disable_user_login: z.boolean().default(false),
});

export const user_record = z.object({
  id,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** What the user has chosen; empty: the time zone of the account applies. */
  timezone: z.string(),
  dateformat: z.string(),
  status: z.enum(user_statuses),
  role: z.enum(roles),
  /** The account's own role whose rights the user holds, or empty. */
  custom_role_id: z.string(),
  account_type: z.enum(account_types),
  account_type_id: id,
  permissions: booleans(user_permission_names),
  flags: user_flags,
  notifications: z.object({ admin: switches, partner: switches, merchant: switches }),
  defaults: z.object({ processor_id: z.string() }),
  access_restrictions: z.object({
    ip: z.string().nullable(),
    password_change_required: z.boolean(),
    disable_user_login: z.boolean(),
  }),
  two_factor_enabled: z.boolean(),
  supress_email_notification: z.boolean(),
  created_at: moment,
  updated_at: moment,
});
export type UserRecord = z.output<typeof user_record>;

/** The caller: a user with what the header of the panel shows beside it. */
export const caller_record = user_record.extend({
  /** Name of the account the user belongs to. */
  account_name: z.string(),
  /** Time zone of that account: what a user without a choice of their own sees (decisions G49). */
  account_timezone: z.string(),
  /** Name of the partner directly above that account; empty where an office is. */
  parent_name: z.string(),
  /** Address this request came from. */
  ip: z.string(),
  /** What the session owes before anything else works, or empty. */
  pending: z.enum(['', ...pendings]),
  /** Whether that keeps everything else from working; the panel leads to it either way. */
  pending_blocks: z.boolean(),
  /** Who acts as this user (login-as), or empty. */
  acting_user_name: z.string(),
});
export type CallerRecord = z.output<typeof caller_record>;
