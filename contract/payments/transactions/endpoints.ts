// The calls of transactions: paths, who may call, what goes in and comes out (gateway-api 3.1,
// Q19).
import { z } from 'zod';
import { signedIn } from '../../access/access.ts';
import { may } from '../../access/may.ts';
import { endpoint, file, list, nothing, record } from '../../endpoint.ts';
import { ledger_entry_record } from '../../ledger/entries.ts';
import { email_event } from '../../messages/email-events.ts';
import { explanation_record } from './explanation.ts';
import {
  capture_input,
  email_input,
  refund_input,
  tip_input,
  void_input,
} from './follow-up-input.ts';
import { create_input } from './input.ts';
import { print_input } from './receipt.ts';
import { transaction_detail, transaction_record } from './record.ts';
import { report_input, totals_record, transaction_search } from './search.ts';

const found = { input: transaction_search, reply: list(transaction_record) };
const searching = { method: 'POST', rate_class: 'search', ...found } as const;
const merchant = signedIn(['merchant'], { scope: 'view_transactions' });
const above = signedIn(['partner', 'admin'], { scope: 'view_transactions' });
const anyone = signedIn(undefined, { scope: 'view_transactions' });

const explaining = {
  method: 'GET',
  reply: record(explanation_record),
  rate_class: 'read',
  summary: 'Explains the outcome of a transaction: rules, routing, attempts, duplicates.',
} as const;

const status_move = z.object({
  sequence: z.int(),
  from_status: z.string(),
  to_status: z.string(),
  verb: z.string(),
  user_name: z.string(),
  created_at: z.string(),
});
const moving = {
  method: 'GET',
  reply: list(status_move),
  rate_class: 'read',
  summary: 'Status moves of one transaction, oldest first.',
} as const;
export type StatusMove = z.infer<typeof status_move>;

export const transactions = {
  create: endpoint({
    method: 'POST',
    path: '/transaction',
    access: may.pay,
    input: create_input,
    reply: record(transaction_record),
    rate_class: 'payment',
    audit: 'transaction.create',
    summary: 'Takes a sale, authorization, verification or credit.',
  }),
  get: endpoint({
    method: 'GET',
    path: '/transaction/{id}',
    access: merchant,
    reply: record(transaction_detail),
    rate_class: 'read',
    summary: 'One transaction of the calling merchant.',
  }),
  getOf: endpoint({
    method: 'GET',
    path: '/transaction/{merchantId}/{id}',
    access: anyone,
    reply: record(transaction_detail),
    rate_class: 'read',
    summary: 'One transaction of the merchant named: the caller or one below it.',
  }),
  search: endpoint({
    ...searching,
    path: '/transaction/search',
    access: anyone,
    summary:
      'Transactions the caller can access; of the last four months unless created_at is set.',
  }),
  searchBelow: endpoint({
    ...searching,
    path: '/dashboard/partner/transaction',
    access: signedIn(['partner'], { scope: 'view_transactions' }),
    summary: 'Transactions of the merchants below the calling partner.',
  }),
  searchOf: endpoint({
    ...searching,
    path: '/transaction/search/{merchantId}',
    access: anyone,
    summary: 'Transactions of one merchant.',
  }),
  totals: endpoint({
    method: 'POST',
    path: '/transaction/search/totals',
    access: anyone,
    input: transaction_search,
    reply: record(totals_record),
    rate_class: 'search',
    summary: 'Totals of a search.',
  }),
  totalsOf: endpoint({
    method: 'POST',
    path: '/transaction/search/totals/{merchantId}',
    access: anyone,
    input: transaction_search,
    reply: record(totals_record),
    rate_class: 'search',
    summary: 'Totals of a search of one merchant.',
  }),
  report: endpoint({
    method: 'POST',
    path: '/transaction/report',
    access: anyone,
    input: report_input,
    reply: file(['text/csv', 'text/html', 'application/json']),
    rate_class: 'export',
    summary: 'A search as CSV or as a page to print. Above 50,000 rows, {export_id} of a file.',
  }),
  reportOf: endpoint({
    method: 'POST',
    path: '/transaction/report/{merchantId}',
    access: anyone,
    input: report_input,
    reply: file(['text/csv', 'text/html', 'application/json']),
    rate_class: 'export',
    summary:
      'A search of one merchant as CSV or as a page to print. Above 50,000 rows, {export_id}.',
  }),
  capture: endpoint({
    method: 'POST',
    path: '/transaction/{id}/capture',
    access: may.capture,
    input: capture_input,
    reply: record(transaction_record),
    rate_class: 'payment',
    audit: 'transaction.capture',
    summary: 'Captures an authorization, in full or in part.',
  }),
  refund: endpoint({
    method: 'POST',
    path: '/transaction/{id}/refund',
    access: may.refund,
    input: refund_input,
    reply: record(transaction_record),
    rate_class: 'payment',
    audit: 'transaction.refund',
    summary: 'Refunds a settled transaction, in full or in part; returns the refund.',
  }),
  void: endpoint({
    method: 'POST',
    path: '/transaction/{id}/void',
    access: may.void,
    input: void_input,
    reply: nothing(),
    rate_class: 'payment',
    audit: 'transaction.void',
    summary: 'Cancels an authorized or unsettled transaction completely.',
  }),
  adjustTip: endpoint({
    method: 'POST',
    path: '/transaction/{id}/tipadjust',
    access: may.adjust_tip,
    input: tip_input,
    reply: record(transaction_record),
    rate_class: 'payment',
    audit: 'transaction.tip_adjust',
    summary: 'Sets the tip of a card sale before it settles.',
  }),
  approve: endpoint({
    method: 'POST',
    path: '/transaction/{id}/flagged/approve',
    access: may.approve,
    reply: record(transaction_record),
    rate_class: 'payment',
    audit: 'transaction.approve',
    summary: 'Approves a flagged transaction: the hold is captured.',
  }),
  decline: endpoint({
    method: 'POST',
    path: '/transaction/{id}/flagged/decline',
    access: may.decline,
    reply: record(transaction_record),
    rate_class: 'payment',
    audit: 'transaction.decline',
    summary: 'Declines a flagged transaction: its hold is reversed, and it ends as declined.',
  }),
  approveOf: endpoint({
    method: 'POST',
    path: '/transaction/{merchantId}/{id}/flagged/approve',
    access: may.approve_below,
    reply: record(transaction_record),
    rate_class: 'payment',
    audit: 'transaction.approve',
    summary: 'Approves a transaction flagged for the partner (G04).',
  }),
  declineOf: endpoint({
    method: 'POST',
    path: '/transaction/{merchantId}/{id}/flagged/decline',
    access: may.decline_below,
    reply: record(transaction_record),
    rate_class: 'payment',
    audit: 'transaction.decline',
    summary: 'Declines a transaction flagged for the partner (G04).',
  }),
  email: endpoint({
    method: 'POST',
    path: '/transaction/{id}/email',
    access: signedIn(['merchant'], { scope: 'send_receipts' }),
    input: email_input,
    reply: record(transaction_record),
    rate_class: 'write',
    audit: 'transaction.email',
    summary: 'Emails the receipt.',
  }),
  print: endpoint({
    method: 'POST',
    path: '/transaction/{id}/print',
    access: merchant,
    reply: record(z.string()),
    rate_class: 'read',
    summary: 'The receipt as plain text.',
  }),
  printOf: endpoint({
    method: 'POST',
    path: '/transaction/{merchantId}/{id}/print',
    access: above,
    reply: record(z.string()),
    rate_class: 'read',
    summary: 'The receipt of a merchant below the caller as plain text.',
  }),
  printPdf: endpoint({
    method: 'GET',
    path: '/transaction/{id}/print',
    access: merchant,
    input: print_input,
    reply: file(['application/pdf']),
    rate_class: 'search',
    summary: 'The receipt as PDF: the requested copies, otherwise those of `print_receipt`.',
  }),
  printPdfOf: endpoint({
    method: 'GET',
    path: '/transaction/{merchantId}/{id}/print',
    access: above,
    input: print_input,
    reply: file(['application/pdf']),
    rate_class: 'search',
    summary: 'The receipt of a merchant below the caller as PDF.',
  }),
  ledgerOf: endpoint({
    method: 'GET',
    path: '/transaction/{merchantId}/{id}/ledger',
    access: above,
    reply: list(ledger_entry_record),
    rate_class: 'read',
    summary: 'Ledger entries of one transaction, oldest first.',
  }),
  eventsOf: endpoint({ ...moving, path: '/transaction/{merchantId}/{id}/events', access: above }),
  events: endpoint({ ...moving, path: '/transaction/{id}/events', access: merchant }),
  emails: endpoint({
    method: 'GET',
    path: '/transaction/{id}/emails',
    access: merchant,
    reply: list(email_event),
    rate_class: 'read',
    summary: 'Delivery events of the receipts of one transaction, oldest first.',
  }),
  emailsOf: endpoint({
    method: 'GET',
    path: '/transaction/{merchantId}/{id}/emails',
    access: above,
    reply: list(email_event),
    rate_class: 'read',
    summary: 'Delivery events of the receipts of one transaction, oldest first.',
  }),
  explain: endpoint({ ...explaining, path: '/transaction/{id}/explain', access: merchant }),
  explainOf: endpoint({
    ...explaining,
    path: '/transaction/{merchantId}/{id}/explain',
    access: above,
  }),
};
