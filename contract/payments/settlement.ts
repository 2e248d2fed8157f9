// Settlement batches: how they are searched and what a search answers (gateway-api 16, Q19).
import { z } from 'zod';
import { may } from '../access/may.ts';
import { endpoint, record } from '../endpoint.ts';
import { absentIfBlank, moment } from '../fields.ts';
import * as f from '../search/search.ts';

/** Life of a batch (rails 17.5): the first four are shown, the others have no members yet. */
const batch_states = [
  'closed',
  'confirmed',
  'funded',
  'mismatch',
  'closing',
  'unknown',
  'rejected',
] as const;
export type BatchState = (typeof batch_states)[number];
/** States in which a batch has its numbers: what a search finds. */
export const shown_states = ['closed', 'confirmed', 'funded', 'mismatch'] as const;

export const batch_fields = {
  batch_date: f.date('Batch Date'),
  settlement_batch_id: f.idField('Settlement Batch ID'),
  processor_id: f.idField('Processor ID'),
  state: f.choice('Status', shown_states),
} as const satisfies f.SearchFields;

const option = z.preprocess(absentIfBlank, z.boolean().default(false));

/**
 * `detailed` adds `details` to each result; `csv` answers a file of every match, whatever the page:
 * a line for each batch, detailed for each of its transactions.
 */
export const batch_search = f
  .searchInput(batch_fields)
  .and(z.object({ detailed: option, csv: option }));

/** More lines than this are no file of one answer. */
export const max_file_lines = 50_000;

/** What the members of a batch are: counts, and parts of what was captured in minor units. */
export const batch_details = z.object({
  num_captured: z.int(),
  num_credits: z.int(),
  tax_amount: z.int(),
  tip_amount: z.int(),
  surcharge: z.int(),
  service_fee: z.int(),
});

/** Minor units of `currency`; net_deposit = captured − credit, which may be negative. */
export const batch_record = z.object({
  id: z.string(),
  merchant_id: z.string(),
  batch_date: moment,
  processor_id: z.string(),
  processor_name: z.string(),
  processor_type: z.string(),
  /** The host's number; 0 where it gave none or one that is no integer. */
  batch_number: z.int(),
  /** What the batch is known by: the host's number as it gave it, else our own reference. */
  reference: z.string(),
  state: z.enum(shown_states),
  currency: z.string(),
  num_transactions: z.int(),
  amount_captured: z.int(),
  amount_credit: z.int(),
  net_deposit: z.int(),
  response_code: z.int(),
  response_message: z.string(),
  /** Only where the search is detailed. */
  details: batch_details.optional(),
});
export type BatchRecord = z.infer<typeof batch_record>;

/** Per merchant, local day of the processor, processor and currency. */
export const batch_summary = z.object({
  merchant_id: z.string(),
  batch_date: z.string(),
  processor_id: z.string(),
  processor_name: z.string(),
  currency: z.string(),
  num_transactions: z.int(),
  captured: z.int(),
  credit: z.int(),
});

/** Of all matches, by currency: they are never added together. */
export const batch_totals = z.object({
  currency: z.string(),
  num_batches: z.int(),
  num_transactions: z.int(),
  captured: z.int(),
  credit: z.int(),
  net_deposit: z.int(),
});
export type BatchTotals = z.infer<typeof batch_totals>;

/** Lines of the summary an answer holds at most, the newest days first. */
export const max_summary_lines = 1_000;

/** Where the difference of a batch goes: accepted as it is, or withheld by the processor. */
const difference_ends = ['settlement_differences', 'processor_fees'] as const;

const resolution_record = z.object({
  id: z.string(),
  merchant_id: z.string(),
  state: z.enum(shown_states),
  currency: z.string(),
  /** Minor units that left suspense; positive where the merchant got less than was expected. */
  amount: z.int(),
});

export const settlement = {
  search: endpoint({
    method: 'POST',
    path: '/settlement/batch/search',
    access: may.see_settlements,
    input: batch_search,
    reply: record(
      z.object({
        summary: z.array(batch_summary),
        results: z.array(batch_record),
        totals: z.array(batch_totals),
        total_count: z.int(),
      }),
      ['total_count'],
      ['text/csv'],
    ),
    rate_class: 'search',
    summary:
      'Settled batches the caller can access: the requested page, and daily totals of all matches.',
  }),
  resolve: endpoint({
    method: 'POST',
    path: '/settlement/batch/{merchantId}/{id}/resolve',
    access: may.resolve_batch,
    input: z.object({ to: z.enum(difference_ends), reason: z.string().trim().min(1).max(500) }),
    reply: record(resolution_record),
    rate_class: 'write',
    audit: 'settlement_batch.resolve',
    summary: 'Resolves a batch that does not match the processor’s report: accepts the difference.',
  }),
};
