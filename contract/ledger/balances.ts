// Balances of the ledger by merchant, processor and currency, today or as of a day.
import { z } from 'zod';
import { may } from '../access/may.ts';
import { endpoint, list } from '../endpoint.ts';
import { blankable, currency, day, id } from '../fields.ts';

/** What rows are summed by, beside the account and its currency, which never add up. */
const groupings = ['merchant', 'processor'] as const;

export const balances_input = z.object({
  merchant_id: blankable(id),
  processor_id: blankable(id),
  currency: blankable(currency),
  /** Kind of account: `processor_receivable`, `sales` … (reference ledger 2). */
  account: blankable(z.string().max(64)),
  /** Everything that happened until the end of this day, as it is known today. */
  as_of: blankable(day),
  group_by: blankable(z.array(z.enum(groupings)).max(2)),
  limit: z.preprocess((v) => v ?? undefined, z.int().min(1).max(100).default(100)),
  offset: z.preprocess((v) => v ?? undefined, z.int().min(0).default(0)),
});

export const balance_record = z.object({
  /** The owner of the books: a merchant, a partner or `platform`; empty where summed over. */
  merchant_id: z.string(),
  book: z.enum(['payments', 'funds', 'operator']),
  account: z.string(),
  /** Id of the processor, or what else the account is held with; empty where summed over. */
  party: z.string(),
  /** What the processor or terminal is called; empty where the party is none. */
  party_name: z.string(),
  currency: z.string(),
  /** The side on which the balance is positive; `either` counts as debit. */
  normal_side: z.enum(['debit', 'credit', 'either']),
  /** Minor units, positive on the normal side. */
  balance: z.int(),
});
export type BalanceRecord = z.infer<typeof balance_record>;

export const balances = {
  search: endpoint({
    method: 'POST',
    path: '/ledger/balances',
    access: may.see_settlements,
    input: balances_input,
    reply: list(balance_record),
    rate_class: 'search',
    summary: 'Balances of all ledger accounts the caller can access, without zero balances.',
  }),
};
