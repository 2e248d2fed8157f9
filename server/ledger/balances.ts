// Reads the ledger: balances, the entries of a document, what a void or refund must take back.
import { type RawBuilder, sql } from 'kysely';
import type { LedgerEntry } from '../../contract/ledger/entries.ts';
import type { Context } from '../context.ts';
import { connect, type Query } from '../db/database.ts';
import { scope } from '../db/scope.ts';
import { type Address, accountId } from './accounts.ts';
import type { AccountKind } from './chart.ts';
import { type Amounts, amountsOf, type Parts, type RefundedBefore } from './components.ts';
import type { AccountSums } from './entries.ts';
import type { PostingKind } from './postings.ts';

/** Last snapshot and what came behind it: no row that two payments lock (reference ledger 6.2). */
export const snapshot_and_tail = sql<number>`coalesce(s.balance, 0) + coalesce((
  select sum(e.amount) from ledger_entry e
  where e.owner_id = a.owner_id and e.account_id = a.id
    and e.recorded_at >= coalesce(s.through_at, '-infinity')), 0)::bigint`;

/** Accounts `a` with their last snapshot `s`. */
export const from_accounts = sql`from ledger_account a
  left join lateral (
    select x.balance, x.through_at from ledger_snapshot x
    where x.owner_id = a.owner_id and x.account_id = a.id
    order by x.through_at desc limit 1) s on true`;

/** Balance of one account in minor units, debit > 0; 0 where nothing was ever posted. */
export async function balanceOf(
  context: Context,
  owner_id: string,
  account: Address,
  currency: string,
): Promise<number> {
  const { rows } = await sql<{ amount: number }>`select ${snapshot_and_tail} as amount
    ${from_accounts} where a.owner_id = ${owner_id}
      and a.id = ${accountId(owner_id, account, currency)}
      and ${scope(context, 'a.owner_id')}`.execute(connect(context));
  return rows[0]?.amount ?? 0;
}

export interface Balance {
  book: string;
  kind: string;
  party: string;
  currency: string;
  amount: number;
}

/** Every balance of an owner by kind, party and currency; accounts that stand at zero included. */
export async function balancesOf(context: Context, owner_id: string): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select a.book, a.kind, a.party, a.currency, ${snapshot_and_tail} as amount
    ${from_accounts} where a.owner_id = ${owner_id} and ${scope(context, 'a.owner_id')}
    order by a.book, a.kind, a.party, a.currency`.execute(connect(context));
  return rows;
}

/**
 * The entries of these documents (a transaction, its refunds, its batch), oldest posting first;
 * an empty list for an owner outside the caller's scope.
 */
export async function entriesOf(
  context: Context,
  owner_id: string,
  source_ids: readonly string[],
): Promise<LedgerEntry[]> {
  const { rows } = await sql<LedgerEntry>`
    select l.posting_id, l.posting_kind, l.key, l.source_type, l.source_id, l.effective_on,
      to_char(l.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as recorded_at,
      l.book, l.line, l.kind as account, l.party, l.currency, l.amount
    from ledger_line l
    where l.owner_id = ${owner_id} and l.source_id = any(${[...source_ids]}::text[])
      and ${scope(context, 'l.owner_id')}
    order by l.recorded_at, l.posting_id, l.line`.execute(connect(context));
  return rows;
}

interface Sum {
  kind: AccountKind;
  party: string;
  amount: number;
}

async function sumsOf(
  query: Query,
  owner_id: string,
  source_ids: readonly string[],
  kinds: readonly PostingKind[],
  accounts: RawBuilder<boolean>,
): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select l.kind, l.party, sum(l.amount)::bigint as amount from ledger_line l
    where l.owner_id = ${owner_id} and l.source_id = any(${[...source_ids]}::text[])
      and l.posting_kind = any(${[...kinds]}::text[]) and ${accounts}
    group by l.kind, l.party having sum(l.amount) <> 0
    order by min(l.recorded_at), min(l.posting_id), min(l.line)`.execute(query);
  return rows;
}

function byAddress(sums: readonly Sum[]): AccountSums {
  return Object.fromEntries(
    sums.map(({ kind, party, amount }) => [party === '' ? kind : `${kind}/${party}`, amount]),
  );
}

const captured_kinds: PostingKind[] = ['sale', 'capture', 'split_leg', 'tip_adjust', 'cash_sale'];
const anything = sql<boolean>`true`;
const no_holds = sql<boolean>`l.kind not in ('authorization_hold', 'authorization_contra')`;
const components = sql<boolean>`l.kind not in
  ('authorization_hold', 'authorization_contra', 'processor_receivable', 'cash_collected')`;

/**
 * What a void takes back of these transactions (the voided one and its split legs): sale, captures
 * without their hold entries, split legs and tips. The input of `void`.
 */
export async function capturedSums(
  query: Query,
  owner_id: string,
  transaction_ids: readonly string[],
): Promise<AccountSums> {
  return byAddress(await sumsOf(query, owner_id, transaction_ids, captured_kinds, no_holds));
}

/** A transaction as it was captured, tips included: the `sale` of its refunds and its return. */
export async function bookedAmounts(
  query: Query,
  owner_id: string,
  transaction_id: string,
): Promise<Amounts> {
  const sums = await sumsOf(query, owner_id, [transaction_id], captured_kinds, components);
  return amountsOf(Object.fromEntries(sums.map((sum) => [sum.kind, -sum.amount])));
}

/** What one document's posting of a kind moved: the input of `reverse`; empty without one. */
export async function postingSums(
  query: Query,
  owner_id: string,
  source_id: string,
  kind: PostingKind,
): Promise<AccountSums> {
  return byAddress(await sumsOf(query, owner_id, [source_id], [kind], anything));
}

/**
 * What a refund or credit moved as it stands, also where its sale has come back since: the input of
 * `refund_void`.
 */
export async function refundSums(query: Query, owner_id: string, id: string): Promise<AccountSums> {
  const kinds: PostingKind[] = ['refund', 'refund_orphaned', 'credit'];
  return byAddress(await sumsOf(query, owner_id, [id], kinds, anything));
}

/**
 * What earlier refunds of a transaction gave back, voided ones cancelled out: `before` of the next
 * one. Read it after the parent row has been written in the same transaction, so that two refunds
 * of one transaction stand in line.
 */
export async function refundedBefore(
  query: Query,
  owner_id: string,
  refund_ids: readonly string[],
): Promise<RefundedBefore> {
  const kinds: PostingKind[] = ['refund', 'refund_void', 'cash_refund'];
  const sums = await sumsOf(query, owner_id, refund_ids, kinds, components);
  const parts: Parts = Object.fromEntries(sums.map((sum) => [sum.kind, sum.amount]));
  return { amount: sums.reduce((total, sum) => total + sum.amount, 0), parts };
}
