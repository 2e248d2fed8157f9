// A partner: a reseller with merchants and further partners below it (spec 1 §3 and §7).
import { z } from 'zod';
import { account_statuses, signedIn } from '../access/access.ts';
import { may } from '../access/may.ts';
import { endpoint, list, record } from '../endpoint.ts';
import { blankable, id, moment } from '../fields.ts';
import { booleans } from '../identity/switches.ts';
import { idField, searchInput, text } from '../search/search.ts';
import { contact_record } from './contacts.ts';
import { flag_names, flags_change } from './documents/flags.ts';
import { permission_names, permissions_input } from './documents/permissions.ts';
import {
  account_email,
  account_name,
  account_search_fields,
  account_status,
  profile_fields,
} from './profile.ts';
import { settings } from './setting-values.ts';

export const partner_record = z.object({
  id,
  /** The partner above, empty for one at the top. */
  parent_id: z.string(),
  name: z.string(),
  description: z.string(),
  website: z.string(),
  phone: z.string(),
  phone_ext: z.string(),
  email: z.string(),
  timezone: z.string(),
  status: z.enum(account_statuses),
  fee_schedule_id: z.string(),
  /** What it may grant: the permissions and flags it may switch on below itself. */
  permissions: booleans(permission_names),
  flags: booleans(flag_names),
  primary_contact: contact_record,
  billing_contact: contact_record,
  /** Partners above this one, id to name, the nearest first. */
  parent_structure: z.record(z.string(), z.string()),
  created_at: moment,
  updated_at: moment,
});
export type PartnerRecord = z.output<typeof partner_record>;

/** A partner as lists show it. */
export const partner_row = partner_record
  .omit({
    permissions: true,
    flags: true,
    primary_contact: true,
    billing_contact: true,
    parent_structure: true,
  })
  .extend({ parent_name: z.string() });
export type PartnerRow = z.output<typeof partner_row>;

export const partner_search_fields = {
  ...account_search_fields,
  parent_id: idField('Parent'),
  email: text('Email', 254),
};

/** Members left out: no value; `permissions` and `flags`: all that the maker may grant. */
export const partner_input = z.object({
  /** Empty: below the caller; for an administrator at the top. */
  parent_id: blankable(id),
  name: account_name,
  email: account_email,
  status: blankable(account_status),
  ...profile_fields,
  permissions: permissions_input,
  flags: flags_change.nullish(),
});

/** Members left out keep their value. */
export const partner_change = partner_input.extend({
  /** Moves the partner with all below it; "" puts it at the top, which an administrator may. */
  parent_id: z.union([z.literal(''), id]).nullish(),
  name: blankable(account_name),
});

const own = signedIn(['partner'], { scope: 'view_accounts' });
const above = signedIn(['admin', 'partner'], { scope: 'view_accounts' });

export const partners = {
  getOwn: endpoint({
    method: 'GET',
    path: '/partner',
    access: own,
    reply: record(partner_record),
    rate_class: 'read',
    summary: "The caller's own partner.",
  }),
  get: endpoint({
    method: 'GET',
    path: '/partner/{id}',
    access: above,
    reply: record(partner_record),
    rate_class: 'read',
    summary: 'A partner the caller can access.',
  }),
  search: endpoint({
    method: 'POST',
    path: '/partner/search',
    access: above,
    input: searchInput(partner_search_fields),
    reply: list(partner_row),
    rate_class: 'search',
    summary: 'Partners below the caller; directOnly: those directly below.',
  }),
  create: endpoint({
    method: 'POST',
    path: '/partner',
    access: may.manage_accounts,
    input: partner_input,
    reply: record(partner_record),
    rate_class: 'write',
    audit: 'partner.create',
    summary: 'Creates a partner at the top or below another.',
  }),
  update: endpoint({
    method: 'POST',
    path: '/partner/{id}',
    access: may.manage_accounts,
    reads: above,
    input: partner_change,
    reply: record(partner_record),
    rate_class: 'write',
    audit: 'partner.update',
    summary: 'Changes a partner; a new parent moves it with all accounts below it.',
  }),
  setStatus: endpoint({
    method: 'POST',
    path: '/partner/{id}/status',
    access: may.manage_accounts,
    reads: above,
    input: z.object({ status: account_status }),
    reply: record(partner_record),
    rate_class: 'write',
    audit: 'partner.update',
    summary: 'Disables, enables or closes a partner; accounts below it keep their own status.',
  }),
  getDefaults: endpoint({
    method: 'GET',
    path: '/partner/{id}/default/{group}',
    access: above,
    reply: record(settings),
    rate_class: 'read',
    summary: "One group of the partner's default values.",
  }),
  updateDefaults: endpoint({
    method: 'POST',
    path: '/partner/{id}/default/{group}',
    access: may.manage_accounts,
    reads: above,
    // Which members it takes depends on the group: the verb reads them with the group's schema.
    // `reset`: names given back, so that the level above decides again.
    input: z.looseObject({ reset: z.array(z.string().max(60)).max(100).optional() }),
    reply: record(settings),
    rate_class: 'write',
    audit: 'partner.update',
    summary: 'Changes default values for accounts below the partner that set none themselves.',
  }),
};
