// The mailbox of an installation without a mail relay: letters and receipts as they were sent.
import { z } from 'zod';
import { open } from '../access/access.ts';
import { may } from '../access/may.ts';
import { endpoint, file, list, record } from '../endpoint.ts';
import { moment, nullable_moment } from '../fields.ts';
import * as f from '../search/search.ts';

const mail_states = ['queued', 'sent', 'failed'] as const;

export const mailbox_fields = {
  recipient: f.text('Recipient', 254),
  subject: f.text('Subject', 200),
  kind: f.text('Kind', 64),
  state: f.choice('Status', mail_states),
  merchant_id: f.idField('Account ID'),
  created_at: f.date('Date'),
} as const satisfies f.SearchFields;

const mail = {
  merchant_id: z.string(),
  account_name: z.string(),
  id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  state: z.enum(mail_states),
  created_at: moment,
  sent_at: nullable_moment,
};
const mail_record = z.object(mail);
export type MailRecord = z.infer<typeof mail_record>;

const mail_detail = z.object({
  ...mail,
  transaction_id: z.string(),
  correlation_id: z.string(),
  body_text: z.string(),
  /** Path of the HTML as a page of its own, good for five minutes: what a frame shows. */
  page: z.string(),
});

export const mailbox = {
  search: endpoint({
    method: 'POST',
    path: '/mailbox/search',
    access: may.read_mail,
    input: f.searchInput(mailbox_fields),
    reply: list(mail_record),
    rate_class: 'search',
    summary: 'Emails of this installation, newest first (dev and sandbox without an SMTP relay).',
  }),
  get: endpoint({
    method: 'GET',
    path: '/mailbox/{id}',
    access: may.read_mail,
    reply: record(mail_detail),
    rate_class: 'read',
    summary: 'One email with its texts (dev and sandbox without an SMTP relay).',
  }),
  page: endpoint({
    method: 'GET',
    path: '/mailbox/page/{ticket}',
    access: open,
    reply: file(['text/html']),
    rate_class: 'read',
    summary: 'The HTML of an email, by the path that `GET /mailbox/{id}` returned.',
  }),
};
