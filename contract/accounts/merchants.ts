// A merchant: its record, required fields and default values (gateway-api 17, spec 1 §3).
import { z } from 'zod';
import { account_statuses, signedIn } from '../access.ts';
import { endpoint, record } from '../endpoint.ts';
import { id, moment, nullable_moment } from '../fields.ts';
import { booleans } from '../identity/switches.ts';
import { billing_details_record, contact_record } from './contacts.ts';
import type { DefaultGroup, DefaultValues } from './documents/default-values.ts';
import { flag_names } from './documents/flags.ts';
import { permission_names } from './documents/permissions.ts';
import {
  type RequiredFields,
  type Requireds,
  requireds_change,
  requirements,
} from './documents/requireds.ts';

const setting = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
const settings = z.record(z.string(), setting);

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
});

const required_fields = z.record(z.string(), z.enum(requirements)) as unknown as z.ZodType<
  RequiredFields,
  RequiredFields
>;
const requireds_record: z.ZodType<Requireds, Requireds> = z.object({
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
  requireds: requireds_record,
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

export const merchants = {
  getOwn: endpoint({
    method: 'GET',
    path: '/merchant',
    access: signedIn(['merchant']),
    reply: record(merchant_record),
    cost: 'read',
    summary: "The caller's own merchant.",
  }),
  get: endpoint({
    method: 'GET',
    path: '/merchant/{id}',
    access: signedIn(),
    reply: record(merchant_record),
    cost: 'read',
    summary: 'A merchant within reach of the caller.',
  }),
  updateRequireds: endpoint({
    method: 'POST',
    path: '/merchant/{id}/requireds',
    // A merchant's user needs role admin, as for its other settings (spec 1 §6): the verb asks.
    access: signedIn(),
    input: z.object({ requireds: requireds_change }),
    reply: record(merchant_record),
    cost: 'write',
    audit: 'merchant.update',
    summary: 'Sets which fields a payment needs; fields left out keep their setting.',
  }),
  getDefaults: endpoint({
    method: 'GET',
    path: '/merchant/{id}/default/{group}',
    access: signedIn(),
    reply: record(settings),
    cost: 'read',
    summary: 'One group of default values.',
  }),
  updateDefaults: endpoint({
    method: 'POST',
    path: '/merchant/{id}/default/{group}',
    access: signedIn(),
    // Which members it takes depends on the group: the verb reads them with the group's schema.
    input: z.looseObject({}),
    reply: record(settings),
    cost: 'write',
    audit: 'merchant.update',
    summary: 'Changes default values of one group; members left out keep their value.',
  }),
};
