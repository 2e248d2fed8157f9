// A line of the ledger as the detail page and `GET /transaction/{id}/ledger` show it.
import { z } from 'zod';
import { day, moment } from '../fields.ts';

/** Minor units, debit > 0, credit < 0; the entries of one posting sum to zero in each book. */
export const ledger_entry_record = z.object({
  posting_id: z.string(),
  /** What happened: `sale`, `capture`, `refund`, `batch_close` … (reference ledger 3.3). */
  posting_kind: z.string(),
  /** The posting's idempotency key, unique per owner. */
  key: z.string(),
  source_type: z.string(),
  source_id: z.string(),
  effective_on: day,
  recorded_at: moment,
  book: z.enum(['payments', 'funds', 'operator']),
  line: z.int(),
  /** Kind of account: `processor_receivable`, `sales`, `tax_collected` …. */
  account: z.string(),
  /** Id of the counterpart, as the processor; empty where the kind has none. */
  party: z.string(),
  currency: z.string(),
  amount: z.int(),
});
export type LedgerEntry = z.infer<typeof ledger_entry_record>;
