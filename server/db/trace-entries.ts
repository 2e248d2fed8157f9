// What the rooms share that add to the request trace: whose rows are read, how entries are put.
import { sql } from 'kysely';
import type { TraceEntry } from '../../contract/platform/request-trace.ts';

/** Rows of one kind that a request trace shows. */
export const max_rows = 100;

export interface TransactionKey {
  merchant_id: string;
  id: string;
}

/** Keys as rows of a table `k`. */
export function keysOf(keys: readonly TransactionKey[]) {
  const owners = keys.map(({ merchant_id }) => merchant_id);
  const ids = keys.map(({ id }) => id);
  return sql`unnest(${owners}::text[], ${ids}::text[]) as k (merchant_id, id)`;
}

export const words = (name: string) => name.replaceAll('_', ' ');
export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** About a transaction of a merchant, or another noun of theirs. */
export const about = (merchant_id: string, noun_id: string, noun = 'transaction') => ({
  merchant_id,
  noun,
  noun_id,
});

/** Facts that say something. */
export function facts(pairs: readonly (readonly [string, unknown])[]): TraceEntry['facts'] {
  return pairs
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([label, value]) => ({ label, value: String(value).slice(0, 300) }));
}
