// A merchant: its record, required fields and default values (gateway-api 17, spec 1 §3).
import { z } from 'zod';
import { account_statuses, signedIn } from '../access/access.ts';
import { may } from '../access/may.ts';
import { endpoint, list, record } from '../endpoint.ts';
import { blankable, id, moment, nullable_moment } from '../fields.ts';
import { booleans } from '../identity/switches.ts';
import { user_input } from '../identity/user-endpoints.ts';
import { user_record } from '../identity/users.ts';
import { idField, searchInput, text } from '../search/search.ts';
import { billing_details_record, contact_record } from './contacts.ts';
import type { DefaultGroup, DefaultValues } from './documents/default-values.ts';
import {
  type FieldRequirements,
  field_requirements_change,
  type RequiredFields,
  requirements,
} from './documents/field-requirements.ts';
import { flag_names, flags_change } from './documents/flags.ts';
import { permission_names, permissions_input } from './documents/permissions.ts';
import { limits_change, limits_record } from './limits.ts';
import { billing_input } from './merchant-billing.ts';
import {
  account_email,
  account_name,
  account_search_fields,
  account_status,
  profile_fields,
} from './profile.ts';
import { settings } from './setting-values.ts';

/** One group as answered: its members are those of the document, the schema here is their kinds. */
function group<G extends DefaultGroup>(_name: G) {
  return settings as unknown as z.ZodType<DefaultValues[G], DefaultValues[G]>;
}

const default_values_record = z.object({
  line_items: group('line_items'),
  virtual_terminal: group('virtual_terminal'),
  invoices: group('invoices'),
  merchant: group('merchant'),
  recurring: group('recurring'),
  vault: group('vault'),
  // The same group under the name older clients know (decisions G38).
  cardsync: group('vault'),
  reporting: group('reporting'),
  user: group('user'),
});

const required_fields = z.record(z.string(), z.enum(requirements)) as unknown as z.ZodType<
  RequiredFields,
  RequiredFields
>;
const field_requirements_record: z.ZodType<FieldRequirements, FieldRequirements> = z.object({
  default: required_fields,
  invoice: required_fields,
});

const service_record = z.object({
  id,
  type: z.string(),
  status: z.string(),
  data: z.unknown(),
  agreement_url: z.string(),
  created_at: moment,
  updated_at: moment,
  activated_at: nullable_moment,
  deactivated_at: nullable_moment,
});

export const merchant_record = z.object({
  id,
  partner_id: z.string(),
  type: z.literal('merchant'),
  name: z.string(),
  description: z.string(),
  website: z.string(),
  phone: z.string(),
  phone_ext: z.string(),
  receipt_email: z.string(),
  timezone: z.string(),
  status: z.enum(account_statuses),
  fee_schedule_id: z.string(),
  logo_url: z.string(),
  permissions: booleans(permission_names),
  flags: booleans(flag_names),
  /** At all processors together: minor units of the payment's own currency, 0 is no limit. */
  limits: limits_record,
  requireds: field_requirements_record,
  default_values: default_values_record,
  primary_contact: contact_record,
  billing_contact: contact_record,
  billing_details: billing_details_record,
  /** Partners above the merchant, id to name, the nearest first. */
  parent_structure: z.record(z.string(), z.string()),
  services: z.array(service_record),
  tos_accepted_by: z.string(),
  tos_accepted_by_username: z.string(),
  tos_last_accepted_at: nullable_moment,
  created_at: moment,
  updated_at: moment,
});
export type MerchantRecord = z.output<typeof merchant_record>;

/** A merchant as lists show it. */
export const merchant_row = merchant_record
  .pick({
    id: true,
    partner_id: true,
    name: true,
    description: true,
    website: true,
    phone: true,
    phone_ext: true,
    receipt_email: true,
    timezone: true,
    status: true,
    fee_schedule_id: true,
    created_at: true,
    updated_at: true,
  })
  .extend({ partner_name: z.string() });
export type MerchantRow = z.output<typeof merchant_row>;

export const merchant_search_fields = {
  ...account_search_fields,
  partner_id: idField('Partner'),
  receipt_email: text('Receipt email', 254),
};

const merchant_members = {
  /** Empty: the caller's own partner. */
  partner_id: blankable(id),
  receipt_email: account_email,
  status: blankable(account_status),
  ...profile_fields,
  permissions: permissions_input,
  flags: flags_change.nullish(),
  billing: billing_input,
  billing_details: billing_input,
  limits: limits_change,
};

/** Members left out: no value; permissions and flags that are absent are off. */
export const merchant_input = z.object({
  name: account_name,
  ...merchant_members,
  /** Whoever makes the merchant vouches that it has accepted the terms of service. */
  accept_tos: z.boolean().nullish(),
  /** Its first user, of role admin unless stated; both keys are made unless switched off. */
  user: user_input.nullish(),
});

/** Members left out keep their value; a merchant changes its profile and contacts alone. */
export const merchant_change = z.object({
  name: blankable(account_name),
  ...merchant_members,
});

/** Keys and user stand beside the merchant right after it was made, and never again. */
export const new_merchant_record = merchant_record.extend({
  user: user_record.optional(),
  api_key: z.string().optional(),
  pub_api_key: z.string().optional(),
});

const above = signedIn(['admin', 'partner'], { scope: 'view_accounts' });
/** Of a merchant the caller can access. */
const reads = signedIn(undefined, { scope: 'view_accounts' });

const setStatus = (method: 'GET' | 'POST', summary: string) =>
  endpoint({
    method,
    path: '/merchant/{id}/status/{status}',
    access: may.manage_accounts,
    reads,
    reply: record(merchant_record),
    rate_class: 'write',
    audit: 'merchant.update',
    summary,
  });

export const merchants = {
  getOwn: endpoint({
    method: 'GET',
    path: '/merchant',
    access: signedIn(['merchant'], { scope: 'view_accounts' }),
    reply: record(merchant_record),
    rate_class: 'read',
    summary: "The caller's own merchant.",
  }),
  get: endpoint({
    method: 'GET',
    path: '/merchant/{id}',
    access: reads,
    reply: record(merchant_record),
    rate_class: 'read',
    summary: 'A merchant the caller can access.',
  }),
  search: endpoint({
    method: 'POST',
    path: '/merchant/search',
    access: above,
    input: searchInput(merchant_search_fields),
    reply: list(merchant_row),
    rate_class: 'search',
    summary: 'Merchants below the caller; directOnly: those directly below.',
  }),
  create: endpoint({
    method: 'POST',
    path: '/merchant',
    access: may.manage_accounts,
    input: merchant_input,
    reply: record(new_merchant_record),
    rate_class: 'write',
    audit: 'merchant.create',
    summary: 'Creates a merchant with its first user; the keys are returned only once.',
  }),
  update: endpoint({
    method: 'POST',
    path: '/merchant/{id}',
    access: may.change_merchant,
    reads,
    input: merchant_change,
    reply: record(merchant_record),
    rate_class: 'write',
    audit: 'merchant.update',
    summary: 'Changes a merchant; an administrator can move it to another partner.',
  }),
  getStatus: setStatus('GET', 'Same as POST, for older clients.'),
  setStatus: setStatus(
    'POST',
    'Disables, enables or closes a merchant: active, disable(d), closed.',
  ),
  updateFieldRequirements: endpoint({
    method: 'POST',
    path: '/merchant/{id}/requireds',
    // Role admin, as for the other settings (spec 1 §6).
    access: may.change_settings,
    reads,
    input: z.object({ requireds: field_requirements_change }),
    reply: record(merchant_record),
    rate_class: 'write',
    audit: 'merchant.update',
    summary: 'Sets which fields a payment needs; fields left out keep their setting.',
  }),
  getDefaults: endpoint({
    method: 'GET',
    path: '/merchant/{id}/default/{group}',
    access: reads,
    reply: record(settings),
    rate_class: 'read',
    summary: "One group of the merchant's default values.",
  }),
  updateDefaults: endpoint({
    method: 'POST',
    path: '/merchant/{id}/default/{group}',
    access: may.change_settings,
    reads,
    // Which members it takes depends on the group: the verb reads them with the group's schema.
    // `reset`: names given back, so that the level above decides again.
    input: z.looseObject({ reset: z.array(z.string().max(60)).max(100).optional() }),
    reply: record(settings),
    rate_class: 'write',
    audit: 'merchant.update',
    summary: 'Changes default values of one group; fields left out keep their value.',
  }),
};
