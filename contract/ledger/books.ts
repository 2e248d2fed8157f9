// "Books balance": whether the last checks found everything in order, and when they looked.
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { endpoint, record } from '../endpoint.ts';
import { nullable_moment } from '../fields.ts';

/** What one check found wrong; shown to admins alone. */
const finding_record = z.object({
  /** Name of the check, as `l01-postings-sum-to-zero`. */
  audit: z.string(),
  /** What is wrong, in a sentence. */
  sentence: z.string(),
  /** Whose rows they are: a merchant, a partner, `platform`, or empty where nobody's. */
  merchant_id: z.string(),
  row_count: z.int(),
  /** The first rows as the check returned them, at most ten. */
  sample: z.array(z.record(z.string(), z.unknown())),
});

export const books_record = z.object({
  /** True where the books were checked and nothing of the caller's was found wrong. */
  balanced: z.boolean(),
  /** End of the last check of any kind, in real time; null before the first one. */
  checked_at: nullable_moment,
  /** End of the last check of everything, every night; the others look at what is new. */
  checked_whole_at: nullable_moment,
  /** How many checks the last whole one consisted of. */
  checks: z.int(),
  /** Wrong rows in the caller's scope. */
  wrong: z.int(),
  findings: z.array(finding_record),
});
export type Books = z.infer<typeof books_record>;

export const books = {
  get: endpoint({
    method: 'GET',
    path: '/ledger/books',
    access: signedIn(undefined, { scope: 'view_settlement_batches' }),
    reply: record(books_record),
    rate_class: 'read',
    summary: "Whether the caller's books balance, and when they were last checked.",
  }),
};
