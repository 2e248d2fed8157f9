// Settlement exceptions: bank entries that came back, and batches, that could not be booked yet.
import { z } from 'zod';
import { may } from '../access/may.ts';
import { endpoint, list, nothing } from '../endpoint.ts';
import { described } from '../field-meta.ts';
import { moment, nullable_moment } from '../fields.ts';
import * as f from '../search/search.ts';

/** `returned` before its batch, `late_return` after it has settled. */
const exception_kinds = ['returned', 'late_return', 'batch'] as const;

export const settlement_exception_fields = {
  merchant_id: f.idField('Merchant'),
  processor_id: f.idField('Processor ID'),
  kind: f.choice('Kind', exception_kinds),
  transaction_id: f.idField('Transaction ID'),
  created_at: f.date('Since'),
} as const satisfies f.SearchFields;

const settlement_exception_record = z.object({
  merchant_id: z.string(),
  merchant_name: z.string(),
  /** Our reference of the entry at the bank, or the id of the batch. */
  id: z.string(),
  kind: z.enum(exception_kinds),
  processor_id: z.string(),
  processor_name: z.string(),
  /** Empty for a batch, and for an entry that no payment of ours made. */
  transaction_id: z.string(),
  /** Of the bank, as R01; empty for a batch. */
  return_code: z.string(),
  /** Local day of the processor that the entry or batch is of. */
  on: z.string(),
  /** Why it could not be booked when that was last tried. */
  reason: z.string(),
  /** Of the last try; the reason of a batch says its own. */
  error_id: z.string(),
  /** Failed tries of an entry; 0 for a batch, which does not count them. */
  try_count: z.int(),
  /**
   * A batch that is closed by one request, which was not answered: it is not sent again, and a
   * person says whether it was closed.
   */
  is_unanswered: z.boolean(),
  /** When it is tried again by itself. */
  next_try_at: nullable_moment,
  created_at: moment,
});
export type SettlementException = z.infer<typeof settlement_exception_record>;

const access = may.manage_settlement_exceptions;
const one = '/settlement/exception/{merchantId}/{id}' as const;

const reason = described(z.string().trim().min(1).max(500), {
  typed_as: 'long',
  hint: 'saved in the audit log',
});
const closed_input = z.object({
  batch_number: described(z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER), {
    typed_as: 'whole',
    label: 'Batch Number',
    hint: 'from the report of the terminal',
  }),
  reason,
});

export const settlement_exceptions = {
  search: endpoint({
    method: 'POST',
    path: '/settlement/exceptions/search',
    access,
    input: f.searchInput(settlement_exception_fields),
    reply: list(settlement_exception_record),
    rate_class: 'search',
    summary: 'Returned bank entries and batches that could not be recorded, oldest first.',
  }),
  retry: endpoint({
    method: 'POST',
    path: `${one}/retry`,
    access,
    reply: nothing(),
    rate_class: 'write',
    audit: 'settlement_exception.retry',
    summary: 'Retries an entry or a batch immediately.',
  }),
  markClosed: endpoint({
    method: 'POST',
    path: `${one}/closed`,
    access,
    input: closed_input,
    reply: nothing(),
    rate_class: 'write',
    audit: 'settlement_exception.mark_closed',
    summary: 'Marks a batch without an answer as closed under a number, and records it.',
  }),
  markNotClosed: endpoint({
    method: 'POST',
    path: `${one}/not-closed`,
    access,
    input: z.object({ reason }),
    reply: nothing(),
    rate_class: 'write',
    audit: 'settlement_exception.mark_not_closed',
    summary: 'Marks a batch without an answer as not closed, so that it closes again.',
  }),
};
