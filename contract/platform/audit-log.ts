// The audit log: who did what, as whom, when and from where, and what changed.
import { z } from 'zod';
import { may } from '../access/may.ts';
import { endpoint, file, list, record } from '../endpoint.ts';
import { moment } from '../fields.ts';
import * as f from '../search/search.ts';

const audit_outcomes = ['done', 'refused'] as const;
const audit_credentials = ['session', 'api_key', 'public_key', 'system', 'anonymous'] as const;

export const audit_fields = {
  correlation_id: f.exact('Error ID', 20),
  noun_id: f.exact('Record ID', 80),
  noun: f.text('Record', 64),
  verb: f.text('Action', 64),
  outcome: f.choice('Outcome', audit_outcomes),
  user_name: f.text('User', 64),
  user_id: f.idField('User ID'),
  acting_user_name: f.text('Acting user', 64),
  merchant_id: f.idField('Account ID'),
  ip_address: f.ip('IP address'),
  credential: f.choice('Authentication', audit_credentials),
  created_at: f.date('Date'),
} as const satisfies f.SearchFields;

/** What stood before and after; members that could be secrets read `***`. */
const state = z.record(z.string(), z.unknown()).nullable();

export const audit_record = z.object({
  /** The account whose row it is: that of the thing changed, or of who was refused. */
  merchant_id: z.string(),
  account_name: z.string(),
  id: z.string(),
  verb: z.string(),
  noun: z.string(),
  noun_id: z.string(),
  /** Who did it: account, user, and how the user had signed in. */
  account_type: z.string(),
  account_id: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  credential: z.string(),
  /** Who acted as that user, or empty. */
  acting_user_id: z.string(),
  acting_user_name: z.string(),
  /** Empty for users of accounts beyond the reader's reach. */
  ip_address: z.string(),
  correlation_id: z.string(),
  /** Why it was turned down; empty where it was done. */
  refused: z.string(),
  before: state,
  after: state,
  created_at: moment,
});
export type AuditRecord = z.infer<typeof audit_record>;

const search_input = f.searchInput(audit_fields);

export const audit_log = {
  search: endpoint({
    method: 'POST',
    path: '/audit/search',
    access: may.see_audit,
    input: search_input,
    reply: list(audit_record),
    rate_class: 'search',
    summary:
      'Privileged actions in accounts the caller can access, including refused ones, newest first.',
  }),
  report: endpoint({
    method: 'POST',
    path: '/audit/report',
    access: may.see_audit,
    input: search_input,
    reply: file(['text/csv', 'application/json']),
    rate_class: 'export',
    audit: 'audit_log.export',
    summary: 'All results of a search as CSV; above 50,000 rows an {export_id}.',
  }),
  get: endpoint({
    method: 'GET',
    path: '/audit/{merchantId}/{id}',
    access: may.see_audit,
    reply: record(audit_record),
    rate_class: 'read',
    summary: 'One action, with the values before and after.',
  }),
};
