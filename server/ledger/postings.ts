// What a posting is, how one is made from the input of an event, and what must hold of it.
import assert from 'node:assert/strict';
import { splitAddress } from './accounts.ts';
import { type Book, kindOf, type OwnerType } from './chart.ts';
import type { Entry } from './entries.ts';
import { payments_book } from './payment-postings.ts';

/** What a posting speaks of; one owner, one currency. */
export interface About {
  owner_id: string;
  /** Default `merchant`. */
  owner_type?: OwnerType;
  /** Names the event: column three of the table in payment-postings.ts; unique by owner, kind. */
  key: string;
  source_type: string;
  /** Id of the document: for payments always the transaction, for batches the batch. */
  source_id: string;
  /** Day of the event, `YYYY-MM-DD`. */
  effective_on: string;
  /** Accounting month `YYYY-MM`; only the close job names one, otherwise it is derived. */
  period?: string;
  currency: string;
}

export interface Posting extends Required<Omit<About, 'period'>> {
  kind: PostingKind;
  period: string;
  /** Empty where the event moves nothing; such a posting is not written. */
  entries: readonly Entry[];
}

/** Every kind of posting of the books that exist; another book adds its functions here. */
const posting_kinds = { ...payments_book };
export type PostingKind = keyof typeof posting_kinds;
export type PostingInput<K extends PostingKind> = Parameters<(typeof posting_kinds)[K]>[0];

/** Makes the posting of one event: `kind:key`, with the entries of the kind's own function. */
export function posting<K extends PostingKind>(
  kind: K,
  about: About,
  input: PostingInput<K>,
): Posting {
  const entriesOfKind = posting_kinds[kind] as (input: PostingInput<K>) => Entry[];
  const made: Posting = {
    ...about,
    owner_type: about.owner_type ?? 'merchant',
    period: about.period ?? '',
    kind,
    key: `${kind}:${about.key}`,
    entries: entriesOfKind(input).filter((entry) => entry.amount !== 0),
  };
  assertPosting(made);
  return made;
}

/**
 * What L01 to L03 repeat in SQL: whole amounts, accounts of the chart that the owner may have, and
 * zero in each book. A failure is a defect of the caller, never a refusal.
 */
export function assertPosting(p: Posting): void {
  const sums = new Map<Book, number>();
  for (const { account, amount } of p.entries) {
    const where = `${p.key} ${account}`;
    assert(Number.isSafeInteger(amount) && amount !== 0, `${where}: not an amount`);
    const { kind, party } = splitAddress(account);
    const known = kindOf(kind);
    assert(known, `${where}: no such kind of account`);
    assert(known.owner_types.includes(p.owner_type), `${where}: not for a ${p.owner_type}`);
    assert((known.party === '') === (party === ''), `${where}: party does not fit the kind`);
    sums.set(known.book, (sums.get(known.book) ?? 0) + amount);
  }
  for (const [book, sum] of sums) assert(sum === 0, `${p.key}: ${book} is off by ${sum}`);
  assert(/^[a-z]{3}$/.test(p.currency), `${p.key}: no currency`);
  assert(/^\d{4}-\d\d-\d\d$/.test(p.effective_on), `${p.key}: no day`);
  assert(p.owner_id !== '' && p.source_id !== '', `${p.key}: no owner or document`);
}
