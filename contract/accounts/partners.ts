// A partner: a reseller with merchants and further partners below it (spec 1 §3).
import { z } from 'zod';
import { account_statuses, signedIn } from '../access.ts';
import { endpoint, record } from '../endpoint.ts';
import { id, moment } from '../fields.ts';
import { contact_record } from './contacts.ts';

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
  primary_contact: contact_record,
  billing_contact: contact_record,
  /** Partners above this one, id to name, the nearest first. */
  parent_structure: z.record(z.string(), z.string()),
  created_at: moment,
  updated_at: moment,
});
export type PartnerRecord = z.output<typeof partner_record>;

export const partners = {
  getOwn: endpoint({
    method: 'GET',
    path: '/partner',
    access: signedIn(['partner']),
    reply: record(partner_record),
    cost: 'read',
    summary: "The caller's own partner.",
  }),
};
