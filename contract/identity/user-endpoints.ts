// The calls about users: list, make, change, copy, remove, and what may be asked of them.
import { z } from 'zod';
import { account_types, roles, signedIn } from '../access/access.ts';
import { may } from '../access/may.ts';
import { user_permissions_change } from '../accounts/documents/user-permissions.ts';
import { crud } from '../crud.ts';
import { endpoint, nothing, record } from '../endpoint.ts';
import { described } from '../field-meta.ts';
import { blankable, email, id, phone, timezone, username } from '../fields.ts';
import * as f from '../search/search.ts';
import { default_dateformat, user_notifications, user_record, user_statuses } from './users.ts';

/** Formats of a date that a person may choose (spec 1 §9: MM/DD/YYYY is the default). */
export const dateformats = [default_dateformat, 'DD/MM/YYYY', 'YYYY-MM-DD'] as const;

const name = z.string().trim().min(1).max(100);
const switch_value = z.boolean();
const custom_role_id = z.string().max(20);

/** What makes a user; who the account is left out for is the caller's own (gateway-api 2.2). */
export const user_input = z.object({
  account_type: blankable(z.enum(account_types)),
  account_type_id: blankable(id),
  username,
  name,
  email,
  phone: blankable(phone),
  timezone: blankable(timezone),
  dateformat: described(blankable(z.enum(dateformats)), { label: 'Date format' }),
  password: blankable(z.string().max(128)),
  status: blankable(z.enum(user_statuses)),
  role: blankable(z.enum(roles)),
  custom_role_id: described(blankable(custom_role_id), { label: 'Custom role' }),
  permissions: blankable(user_permissions_change),
  notifications: blankable(user_notifications),
  defaults: blankable(z.object({ processor_id: blankable(z.string().max(20)) })),
  supress_email_notification: described(blankable(switch_value), {
    label: 'Turn off notification emails',
  }),
  send_welcome: described(blankable(switch_value), { label: 'Send a welcome email' }),
  create_api_key: described(blankable(switch_value), { label: 'Create a private API key' }),
  create_pub_api_key: described(blankable(switch_value), { label: 'Create a public API key' }),
});

/** What changes a user; members left out keep their value. */
export const user_change = user_input
  .pick({
    dateformat: true,
    status: true,
    role: true,
    permissions: true,
    notifications: true,
    defaults: true,
    supress_email_notification: true,
  })
  .extend({
    name: blankable(name),
    email: blankable(email),
    /** Empty takes the choice back: the time zone of the account applies. */
    timezone: described(
      z.preprocess((value) => value ?? undefined, z.literal('').or(timezone).optional()),
      { label: 'Time zone' },
    ),
    /** Empty is a value: nobody has to be called. */
    phone: z.preprocess((value) => value ?? undefined, z.literal('').or(phone).optional()),
    /** Empty takes the role away, so an empty text is a value here. */
    custom_role_id: described(custom_role_id.optional(), { label: 'Custom role' }),
    access_restrictions: blankable(
      z.object({ ip: z.union([z.ipv4(), z.ipv6(), z.literal('')]).nullish() }),
    ),
  });

/** The copy's own members; rights, role and account are the source's. */
export const user_copy = z.object({
  username,
  name: blankable(z.string().trim().max(100)),
  email,
  phone: blankable(phone),
  status: blankable(z.enum(user_statuses)),
});

/** The keys stand beside the user right after it was made, and never again. */
export const new_user_record = user_record.extend({
  api_key: z.string().optional(),
  pub_api_key: z.string().optional(),
});

/** What the list of users is searched by; every one of them but the id is sorted by as well. */
export const user_fields = {
  name: f.text('Name', 100),
  username: f.text('Username', 51),
  email: f.text('Email', 254),
  status: f.choice('Status', user_statuses),
  role: f.choice('Role', roles),
  account_type: f.choice('Account type', account_types),
  created_at: f.date('Created'),
};

const manage = may.manage_users;
const own = signedIn(undefined, { scope: 'manage_users' });
const plain = crud({
  one: '/user',
  many: '/users',
  find: '/users/search',
  noun: 'user',
  record: user_record,
  created: new_user_record,
  input: user_input,
  update: user_change,
  fields: user_fields,
  read: manage,
  write: manage,
  summaries: {
    search: 'The users of all accounts the caller can access.',
    find: 'The users of all accounts the caller can access, searched and sorted.',
    get: 'A user: the caller, or with manage_users another user it can access.',
    create: 'Creates a user; its permissions cannot exceed those of the caller.',
    update: "Changes a user: the caller's own profile, or with manage_users another user.",
    remove: 'Removes a user and its API keys; callers cannot remove themselves.',
  },
});

export const users = {
  ...plain,
  get: endpoint({ ...plain.get, access: own }),
  create: endpoint({ ...plain.create, access: may.make_users }),
  update: endpoint({ ...plain.update, access: own, reads: own }),
  searchOf: endpoint({
    ...plain.search,
    path: '/users/{accountType}/{id}',
    summary: 'The users of one partner, merchant or office.',
  }),
  findOf: endpoint({
    ...plain.find,
    path: '/users/search/{accountType}/{id}',
    summary: 'The users of one partner, merchant or office, searched and sorted.',
  }),
  createOf: endpoint({
    ...plain.create,
    path: '/merchant/{merchantId}/user',
    access: may.manage_users_below,
    summary: 'Creates a user of a merchant the caller can access.',
  }),
  copy: endpoint({
    method: 'POST',
    path: '/user/{id}/copy',
    access: may.make_users,
    input: user_copy,
    reply: record(user_record),
    rate_class: 'write',
    audit: 'user.create',
    summary: 'Creates a user with the permissions, role and account of another.',
  }),
  resendWelcome: endpoint({
    method: 'POST',
    path: '/user/{id}/resend-welcome',
    access: may.make_users,
    reply: nothing(),
    rate_class: 'write',
    audit: 'user.welcome',
    summary: 'Sends the welcome email with a new set-up code.',
  }),
  requestPasswordChange: endpoint({
    method: 'POST',
    path: '/user/request-password-change/{id}',
    access: may.reset_access,
    input: z.object({ password_change_required: switch_value }),
    reply: record(user_record),
    rate_class: 'write',
    audit: 'user.update',
    summary: "Requires a new password at the user's next login, or withdraws the request.",
  }),
  requestDisableLogin: endpoint({
    method: 'POST',
    path: '/user/request-disable-login/{id}',
    access: may.close_login,
    input: z.object({ disable_user_login: switch_value }),
    reply: record(user_record),
    rate_class: 'write',
    audit: 'user.update',
    summary: "Disables or enables a user's login.",
  }),
  resetIpRestriction: endpoint({
    method: 'DELETE',
    path: '/user/reset-ip-restriction',
    access: may.reset_access,
    input: z.object({ user_id: id }),
    reply: nothing(),
    rate_class: 'write',
    audit: 'user.update',
    summary: "Removes a user's IP restriction.",
  }),
  loginAs: endpoint({
    method: 'GET',
    path: '/user/loginas/{id}',
    access: may.act_as,
    reply: record(z.object({ key: z.string() })),
    rate_class: 'write',
    audit: 'user.login_as',
    summary: 'A one-time key to start a session as that user; valid for 60 seconds.',
  }),
};
