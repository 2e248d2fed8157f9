// The rows of one demo merchant as they come into being: every move legal, every posting a real
// one.
import assert from 'node:assert/strict';
import type { Insertable } from 'kysely';
import { mayMove, type Status } from '../../contract/payments/transactions/states.ts';
import { type Actor, type Context, nobody } from '../context.ts';
import { auditRow } from '../db/audit-log/audit-log.ts';
import type { DB } from '../db/tables.generated.ts';
import { timePrefix } from '../ids.ts';
import { type Posting, type PostingInput, type PostingKind, posting } from '../ledger/postings.ts';
import type { SeededMerchant } from './accounts.ts';
import type { Rail } from './demo-sales.ts';
import type { Dice } from './seeded-random.ts';

export interface SeedProcessor {
  id: string;
  type: string;
  name: string;
  timezone: string;
  settle_at: string;
}
export type SeedProcessors = Record<Rail, SeedProcessor>;

type Row = Record<string, unknown>;
/** Columns of the table; documents are written as text at the end. */
type RowOf<T extends keyof DB> = { [Column in keyof Insertable<DB[T]>]?: unknown };

/** A transaction on its way through the sale; `row` is what will be written. */
export interface Draft {
  row: Row & {
    id: string;
    amount: number;
    type: string;
    tax_amount?: number;
    tip_amount?: number;
  };
  status: Status | '';
  event_count: number;
  processor: SeedProcessor;
  /** Minor units that its batch takes, and when it may first enter one. */
  captured_at: Date | null;
  settled_at: Date | null;
}

export interface Book {
  context: Context;
  merchant: SeededMerchant;
  processors: SeedProcessors;
  dice: Dice;
  /** The merchant's own: digests of numbers at one merchant say nothing at another. */
  digest_key: Buffer;
  now: Date;
  transactions: Draft[];
  events: RowOf<'transaction_event'>[];
  attempts: RowOf<'rail_attempt'>[];
  postings: Posting[];
  audits: Row[];
  outbox: RowOf<'outbox'>[];
  batches: RowOf<'settlement_batch'>[];
}

export interface Speaker {
  id: string;
  username: string;
}

/** An id as the product would have made it at that moment. */
export function idAt(book: Book, at: Date): string {
  return timePrefix(at.getTime()) + book.dice.letters(11);
}

/** The world at an earlier moment, spoken for by one of the merchant's users. */
function contextAt(book: Book, at: Date, who: Speaker): Context {
  const actor: Actor = {
    ...nobody,
    kind: 'session',
    account_type: 'merchant',
    account_id: book.merchant.id,
    account_name: book.merchant.trade.name,
    user_id: who.id,
    username: who.username,
  };
  const clock = { ...book.context.clock, now: () => at };
  return { ...book.context, actor, clock, ids: { next: () => idAt(book, at) }, request_id: '' };
}

/** Moves a transaction on: history, version, and the event that was delivered long ago. */
export function move(
  book: Book,
  draft: Draft,
  to: Status,
  verb: string,
  at: Date,
  who: Speaker,
): void {
  assert(mayMove(draft.status, to), `seed: ${draft.status} may not become ${to}`);
  draft.event_count += 1;
  book.events.push({
    merchant_id: book.merchant.id,
    transaction_id: draft.row.id,
    sequence: draft.event_count,
    from_status: draft.status,
    to_status: to,
    verb,
    user_id: who.id,
    user_name: who.username,
    request_id: '',
    created_at: at,
  });
  draft.status = to;
  // Version and event count together from the first outcome on; `pending` is before it.
  const version = Math.max(1, draft.event_count - 1);
  Object.assign(draft.row, { status: to, version, updated_at: at });
  // A pending row is known to nobody outside yet.
  if (to !== 'pending') addOutbox(book, draft, verb, at);
}

function addOutbox(book: Book, draft: Draft, verb: string, at: Date): void {
  const kind = verb === 'create' ? 'transaction_create' : `transaction_${verb}`;
  book.outbox.push({
    merchant_id: book.merchant.id,
    id: idAt(book, at),
    kind,
    resource_id: draft.row.id,
    sequence: draft.event_count - 1,
    payload: { id: draft.row.id, status: draft.status },
    created_at: at,
    delivered_at: at,
    next_attempt_at: at,
  });
}

/** What the ledger says of it, by the product's own posting functions. */
export function postAt<K extends PostingKind>(
  book: Book,
  kind: K,
  key: string,
  draft_id: string,
  at: Date,
  input: PostingInput<K>,
  /** The processor's own day, where that is what counts. */
  on = at.toISOString().slice(0, 10),
): void {
  const of_batch = kind === 'batch_close' || kind === 'funding';
  book.postings.push(
    posting(
      kind,
      {
        owner_id: book.merchant.id,
        key,
        source_type: of_batch ? 'settlement_batch' : 'transaction',
        source_id: draft_id,
        effective_on: on,
        currency: 'usd',
      },
      input,
    ),
  );
}

export function auditAt(book: Book, draft: Draft, verb: string, at: Date, who: Speaker): void {
  const { row } = draft;
  const written = auditRow(contextAt(book, at, who), {
    verb,
    noun: 'transaction',
    id: row.id,
    merchant_id: book.merchant.id,
    after: { status: draft.status, amount: row.amount },
  });
  book.audits.push({ ...written, after: JSON.parse(written.after ?? 'null') });
}

/** An attempt that has its answer; gives its id, which is our reference too. */
export function attemptAt(
  book: Book,
  draft: Draft,
  operation: string,
  amount: number,
  at: Date,
  answer: { outcome: string; response_code: number; processor_transaction_id: string },
): string {
  const id = idAt(book, at);
  book.attempts.push({
    merchant_id: book.merchant.id,
    id,
    transaction_id: draft.row.id,
    operation,
    processor_id: draft.processor.id,
    processor_type: draft.processor.type,
    reference: id,
    parent_reference: '',
    fingerprint: `seed ${id}`,
    amount,
    currency: 'usd',
    state: 'answered',
    outcome: answer.outcome,
    response_code: answer.response_code,
    answer: { processor_ref: { transaction_id: answer.processor_transaction_id } },
    context: {},
    recovery_of: '',
    inquiry_count: 0,
    next_inquiry_at: null,
    deadline_at: new Date(at.getTime() + 60_000),
    created_at: at,
    answered_at: new Date(at.getTime() + 180),
  });
  return id;
}
