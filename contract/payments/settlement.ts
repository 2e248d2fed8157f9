// Settlement batches: how they are searched and what a search answers (gateway-api 16, Q19).
import { z } from 'zod';
import { signedIn } from '../access.ts';
import { endpoint, record } from '../endpoint.ts';
import { moment } from '../fields.ts';
import { may } from '../may.ts';
import * as f from '../search.ts';

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
  state: f.choice('State', shown_states),
} as const satisfies f.SearchFields;

export const batch_search = f.searchInput(batch_fields);

/** Minor units of `currency`; net_deposit = captured − credit, which may be negative. */
export const batch_record = z.object({
  id: z.string(),
  merchant_id: z.string(),
  batch_date: moment,
  processor_id: z.string(),
  processor_name: z.string(),
  processor_type: z.string(),
  batch_number: z.string(),
  state: z.enum(shown_states),
  currency: z.string(),
  num_transactions: z.int(),
  amount_captured: z.int(),
  amount_credit: z.int(),
  net_deposit: z.int(),
  response_code: z.int(),
  response_message: z.string(),
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

/** Lines of the summary an answer holds at most, the newest days first. */
export const most_summary_lines = 1_000;

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
        total_count: z.int(),
      }),
      ['total_count'],
    ),
    cost: 'search',
    summary: 'Settled batches within reach: the page asked for, and sums by day over all matches.',
  }),
  resolve: endpoint({
    method: 'POST',
    path: '/settlement/batch/{merchantId}/{id}/resolve',
    access: signedIn(['admin']),
    input: z.object({ to: z.enum(difference_ends), reason: z.string().trim().min(1).max(500) }),
    reply: record(resolution_record),
    cost: 'write',
    audit: 'settlement_batch.resolve',
    summary:
      'Ends a batch whose report differed: what stands in suspense is accepted for a reason.',
  }),
};
